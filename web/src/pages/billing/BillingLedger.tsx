import { Text } from '@mantine/core'
import { Wallet } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { BillingLedgerDocument, type BillingLedgerQuery } from './Billing.gql.ts'

type Entry = BillingLedgerQuery['ledgerEntries']['nodes'][number]

/** Transactions of the wallet, newest first. */
export function BillingLedger() {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  const pages = usePages(BillingLedgerDocument, {}, (data) => data.ledgerEntries)
  const columns: Column<Entry>[] = [
    { key: 'kind', header: t('type'), width: 'minmax(110px, 1fr)', cell: (entry) => <Cause entry={entry} /> },
    {
      key: 'reason',
      header: t('reason'),
      width: 'minmax(140px, 2fr)',
      cell: reasonOf,
      isMinor: true,
    },
    { key: 'when', header: t('when'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
    {
      key: 'amount',
      header: t('amount'),
      isNumber: true,
      cell: ({ amount }) => (
        <Text span size="sm" fw={600}>
          {format.money(amount)}
        </Text>
      ),
    },
    { key: 'balance', header: t('balanceAfter'), isNumber: true, cell: ({ balance }) => format.money(balance) },
  ]
  const empty = (
    <EmptyState icon={Wallet} title={t('ledgerEmpty')}>
      {t('ledgerEmptyAbout')}
    </EmptyState>
  )
  return <DataTable label={t('ledger')} columns={columns} rows={pages.rows} rowKey={({ id }) => id} pages={pages} empty={empty} />

  /** What people or programs wrote, or else what Callwright charged or added. */
  function reasonOf({ reason, type, ref }: Entry) {
    if (type === 'test_credit') return t(ref === 'granted' ? 'testCreditGranted' : 'testCreditEnded')
    return reason ?? t(type === 'sms' ? 'forMessage' : 'forCall')
  }

  function Cause({ entry: { type, ref } }: { entry: Entry }) {
    if (type !== 'call') return word('ledger', type)
    return (
      <TextLink to="/calls" search={{ call: ref }}>
        {t('callOf', { id: ref })}
      </TextLink>
    )
  }
}
