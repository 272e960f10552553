import { Users } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import type { ContactData } from './contactData.ts'

type Row = ContactData['leads'][number]

/** The campaigns that have the contact as a lead. */
export function ContactLeads({ leads }: { leads: ContactData['leads'] }) {
  const t = useMessages('contacts')
  const word = useWords()
  const format = useFormat()
  const columns: Column<Row>[] = [
    { key: 'campaign', header: t('campaign'), width: 'minmax(130px, 2fr)', cell: (lead) => <LeadLink lead={lead} /> },
    { key: 'name', header: t('name'), width: 'minmax(96px, 1fr)', cell: ({ name }) => <bdi>{name ?? '–'}</bdi>, isMinor: true },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="lead" value={status} /> },
    { key: 'attempts', header: t('attempts'), cell: ({ attempts }) => format.number(attempts), isNumber: true, isMinor: true },
    { key: 'outcome', header: t('lastOutcome'), cell: ({ lastOutcome }) => (lastOutcome ? word('outcome', lastOutcome) : '–'), isExtra: true },
    { key: 'added', header: t('added'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
  ]
  return (
    <Section title={t('leads')}>
      <DataTable
        label={t('leads')}
        columns={columns}
        rows={leads}
        rowKey={({ id }) => id}
        secondLine={({ createdAt }) => format.moment(createdAt)}
        empty={
          <EmptyState isSmall icon={Users} title={t('noLeads')}>
            {t('noLeadsAbout')}
          </EmptyState>
        }
      />
    </Section>
  )
}

function LeadLink({ lead: { id, campaign } }: { lead: Row }) {
  if (!campaign) return '–'
  return (
    <TextLink to="/campaigns/$id" params={{ id: campaign.id }} search={{ tab: 'leads', lead: id }}>
      <bdi>{campaign.name}</bdi>
    </TextLink>
  )
}
