import { Phone } from 'lucide-react'
import { useNavigate } from '../../router/index.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import type { ContactData } from './contactData.ts'

type Row = ContactData['calls']['nodes'][number]

/** The contact's newest calls, in both directions. */
export function ContactCalls({ contact: { phoneNumber, calls } }: { contact: ContactData }) {
  const t = useMessages('contacts')
  const format = useFormat()
  const navigate = useNavigate()
  const addressOf = ({ id }: Row) => ({ to: '/calls', search: { number: phoneNumber, call: id } }) as const
  return (
    <Section
      title={t('calls')}
      actions={
        calls.pageInfo.hasNextPage && (
          <TextLink to="/calls" search={{ number: phoneNumber }}>
            {t('earlierCalls')}
          </TextLink>
        )
      }
    >
      <DataTable
        label={t('calls')}
        columns={useColumns(addressOf)}
        rows={calls.nodes}
        rowKey={({ id }) => id}
        onOpen={(row) => void navigate(addressOf(row))}
        secondLine={({ createdAt }) => format.moment(createdAt)}
        empty={
          <EmptyState isSmall icon={Phone} title={t('noCalls')}>
            {t('noCallsAbout')}
          </EmptyState>
        }
      />
    </Section>
  )
}

function useColumns(addressOf: (row: Row) => { to: '/calls'; search: { number: string; call: string } }): Column<Row>[] {
  const t = useMessages('contacts')
  const word = useWords()
  const format = useFormat()
  return [
    {
      key: 'direction',
      header: t('direction'),
      width: 'minmax(max-content, 1fr)',
      cell: (row) => <TextLink {...addressOf(row)}>{word('direction', row.direction)}</TextLink>,
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="call" value={status} /> },
    { key: 'outcome', header: t('outcome'), cell: ({ outcome }) => (outcome ? word('outcome', outcome) : '–'), isMinor: true },
    { key: 'agent', header: t('agent'), width: 'minmax(96px, 1fr)', cell: ({ agent }) => agent?.name ?? '–', isExtra: true },
    { key: 'campaign', header: t('campaign'), width: 'minmax(96px, 1fr)', cell: ({ campaign }) => campaign?.name ?? '–', isExtra: true },
    { key: 'duration', header: t('duration'), cell: ({ durationSeconds }) => format.duration(durationSeconds), isNumber: true, isMinor: true },
    { key: 'placed', header: t('placed'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
  ]
}
