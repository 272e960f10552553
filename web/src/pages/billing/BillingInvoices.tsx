import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { Download, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useLanguage } from '../../languages.ts'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { downloadFile } from '../../parts/tables/downloadFile.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useAction, useErrorToast } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { BillingInvoicesDocument, type BillingInvoicesQuery, InvoiceFileDocument, IssueInvoiceDocument, OpenInvoiceMonthsDocument } from './Invoices.gql.ts'

type Invoice = BillingInvoicesQuery['invoices']['nodes'][number]

/** Invoices of the months that are over, and what creates the missing ones. */
export function BillingInvoices() {
  const t = useMessages('billing')
  const format = useFormat()
  const monthName = useMonthName()
  const canIssue = useCan('billing:write')
  const pages = usePages(BillingInvoicesDocument, {}, (data) => data.invoices)
  const columns: Column<Invoice>[] = [
    { key: 'number', header: t('invoiceNumber'), cell: ({ title }) => title },
    { key: 'month', header: t('month'), width: 'minmax(90px, 1fr)', cell: ({ month }) => monthName(month) },
    { key: 'issued', header: t('issued'), cell: ({ issuedAt }) => format.day(issuedAt), isMinor: true },
    {
      key: 'opening',
      header: t('openingBalance'),
      isNumber: true,
      isMinor: true,
      cell: ({ openingBalance, currency }) => format.money(openingBalance, currency),
    },
    {
      key: 'closing',
      header: t('closingBalance'),
      isNumber: true,
      isMinor: true,
      cell: ({ closingBalance, currency }) => format.money(closingBalance, currency),
    },
    { key: 'file', header: t('file'), cell: (invoice) => <DownloadButton invoice={invoice} /> },
  ]
  return (
    <Panel title={t('invoices')} aside={canIssue && <IssueForm />}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('invoicesAbout')}{' '}
          <TextLink to="/settings" underline="always">
            {t('billingDetails')}
          </TextLink>
        </Text>
        <DataTable
          label={t('invoices')}
          columns={columns}
          rows={pages.rows}
          rowKey={({ id }) => id}
          pages={pages}
          secondLine={({ closingBalance, currency }) => format.money(closingBalance, currency)}
          empty={
            <EmptyState icon={ReceiptText} title={t('invoicesEmpty')}>
              {t('invoicesEmptyAbout')}
            </EmptyState>
          }
        />
      </Stack>
    </Panel>
  )
}

function IssueForm() {
  const t = useMessages('billing')
  const monthName = useMonthName()
  const [{ data }] = useQuery({ query: OpenInvoiceMonthsDocument })
  const [issue, isRunning] = useAction(IssueInvoiceDocument)
  const months = data?.openInvoiceMonths ?? []
  const [chosen, choose] = useState<string | null>(null)
  const month = chosen && months.includes(chosen) ? chosen : months[0]
  if (!month) return null
  return (
    <Group gap="xs">
      <Select
        size="xs"
        aria-label={t('month')}
        data={months.map((value) => ({ value, label: monthName(value) }))}
        value={month}
        onChange={choose}
        allowDeselect={false}
      />
      <Button size="xs" loading={isRunning} onClick={() => void issue({ month }, { success: t('invoiceIssued') })}>
        {t('issueInvoice')}
      </Button>
    </Group>
  )
}

function DownloadButton({ invoice: { id, title } }: { invoice: Invoice }) {
  const t = useMessages('billing')
  const client = useClient()
  const language = useLanguage()
  const showError = useErrorToast()
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    const { data, error } = await client.query(InvoiceFileDocument, { id, language }, { requestPolicy: 'network-only' }).toPromise()
    setRunning(false)
    if (error) return showError(error)
    const bytes = Uint8Array.from(atob(data!.invoiceFile.content), (letter) => letter.charCodeAt(0))
    downloadFile(data!.invoiceFile.fileName, bytes, 'application/pdf')
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={isRunning}
      aria-label={t('downloadInvoice', { title })}
      onClick={() => void download()}
    >
      PDF
    </Button>
  )
}

/** Writes a month such as 2026-11 in the reader's language. */
function useMonthName() {
  const format = new Intl.DateTimeFormat(useLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month: string) => format.format(new Date(`${month}-01T00:00:00Z`))
}
