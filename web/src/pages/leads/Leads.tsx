import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Upload, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFormat } from '../../format.ts'
import { ContactLink } from '../../parts/text/ContactLink.tsx'
import { useMessages, useWords } from '../../messages.ts'
import { FIELD_COLUMN } from '../../../../src/inputs/customColumns.ts'
import { ColumnMenu } from '../../parts/tables/ColumnMenu.tsx'
import { customColumns } from '../../parts/tables/customColumns.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { LazyExport, toExportColumns } from '../../parts/tables/ListExport.tsx'
import { ButtonLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useSelection } from '../../parts/tables/selection.ts'
import { useTableLayout } from '../../parts/tables/tableLayout.ts'
import { ViewMenu } from '../../parts/tables/ViewMenu.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { LeadCount } from './LeadCount.tsx'
import { LeadDetail } from './LeadDetail.tsx'
import { LeadFilters } from './LeadFilters.tsx'
import { type LeadsQuery, LeadsDocument } from './Leads.gql.ts'
import classes from './LeadTables.module.css'
import { useLeadRefresh } from './useLeadRefresh.ts'
import { LEAD_ORDERS, LEAD_STATES } from '../../../../src/inputs/leads.ts'
import { validateSearch } from '../../search.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'

const LeadExport = lazy(() => import('./LeadExport.tsx').then(({ LeadExport }) => ({ default: LeadExport })))

const LeadSelection = lazy(() => import('./LeadSelection.tsx').then(({ LeadSelection }) => ({ default: LeadSelection })))

type Row = LeadsQuery['leads']['nodes'][number]

const idOf = ({ id }: Row) => id

/** Leads of a campaign with their status and next step. */
export function Leads({ campaignId }: { campaignId: string }) {
  const { status: statusText, search, sort, lead } = useSearch({ from: '/signed-in/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const open = (id?: string) => void navigate({ search: (before) => ({ ...before, lead: id }), resetScroll: false })
  const status = oneOf(LEAD_STATES, statusText)
  const order = oneOf(LEAD_ORDERS, sort)
  const layout = useTableLayout('leads')
  const fields = customColumns(layout, FIELD_COLUMN, ({ data }: Row) => data)
  const pages = usePages(LeadsDocument, { campaignId, status, search, order, withData: fields.length > 0 }, (data) => data.leads)
  useLeadRefresh(campaignId, pages.retry)
  const t = useMessages('leads')
  const columns = [...useColumns(open), ...fields]
  const selection = useSelection(pages.rows, idOf)
  const canSelect = [useCan('leads:write'), useCan('campaigns:start'), useCan('compliance:write')].some(Boolean)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <LeadFilters campaignId={campaignId} />
        <Group gap="xs">
          <ViewMenu
            list="leads"
            search={{ status: statusText, search, sort }}
            layout={layout}
            onOpen={(view) => void navigate({ search: { tab: 'leads', ...validateSearch('status', 'search', 'sort')(view) }, resetScroll: false })}
          />
          <ColumnMenu columns={columns} layout={layout} custom={{ campaignId, hasAnswers: false }} />
          <LazyExport name={t('leads')}>
            <LeadExport variables={{ campaignId, status, search, order, columns: toExportColumns(columns, layout, t('answers')) }} />
          </LazyExport>
          <AddLeads campaignId={campaignId} />
        </Group>
      </Group>
      {selection.keys.size > 0 && (
        <Suspense>
          <LeadSelection campaignId={campaignId} selection={selection} />
        </Suspense>
      )}
      <DataTable
        label={t('leads')}
        columns={columns}
        rows={pages.rows}
        rowKey={idOf}
        selection={canSelect ? selection : undefined}
        rowName={({ name, phoneNumber }) => name ?? phoneNumber}
        onOpen={({ id }) => open(id)}
        isOpen={({ id }) => id === lead}
        pages={pages}
        summary={<LeadCount variables={{ campaignId, status, search }} pages={pages} />}
        secondLine={({ name, phoneNumber }) => name && <PhoneNumber number={phoneNumber} />}
        layout={layout}
        sort={order ?? 'newest'}
        onSort={(next) => void navigate({ search: (before) => ({ ...before, sort: next === 'newest' ? undefined : next }), resetScroll: false })}
        empty={<NoLeads campaignId={campaignId} isFiltered={Boolean(status || search)} />}
      />
      {lead && <LeadDetail campaignId={campaignId} leadId={lead} onClose={() => open()} />}
    </Stack>
  )
}

function useColumns(open: (id: string) => void): Column<Row>[] {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const common = useMessages('common')
  const person = ({ id, name, phoneNumber }: Row) => (
    <UnstyledButton className={classes.opener} onClick={() => open(id)} aria-label={t('openLead', { name: name ?? phoneNumber })}>
      <bdi>{name ?? phoneNumber}</bdi>
    </UnstyledButton>
  )
  return [
    { key: 'name', header: common('name'), width: 'minmax(130px, 2fr)', cell: person },
    {
      key: 'phone',
      header: t('phone'),
      cell: ({ phoneNumber }) => <ContactLink number={phoneNumber} />,
      isMinor: true,
      sort: { ascending: 'phone_number', descending: 'phone_number_descending' },
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="lead" value={status} /> },
    { key: 'attempts', header: t('attempts'), cell: ({ attempts }) => format.number(attempts), isNumber: true, isMinor: true },
    {
      key: 'waits',
      header: t('nextAttempt'),
      width: 'minmax(185px, 3fr)',
      cell: ({ status, nextAttemptAt, waitReason }) => (status === 'pending' ? waiting(nextAttemptAt, waitReason) : '–'),
      isMinor: true,
    },
    { key: 'outcome', header: t('lastOutcome'), cell: ({ lastOutcome }) => (lastOutcome ? word('outcome', lastOutcome) : '–'), isExtra: true },
    { key: 'externalId', header: t('externalId'), width: 'minmax(120px, 1fr)', cell: ({ externalId }) => <bdi>{externalId ?? '–'}</bdi>, isExtra: true },
    {
      key: 'added',
      header: t('added'),
      cell: ({ createdAt }) => format.moment(createdAt),
      isOptional: true,
      sort: { ascending: 'oldest', descending: 'newest' },
    },
    { key: 'id', header: t('leadId'), cell: ({ id }) => id, isNumber: true, isOptional: true },
  ]

  function waiting(at: string | null | undefined, reason: string | null | undefined) {
    const when = at && Date.parse(at) > Date.now() ? format.moment(at) : t('nextTurn')
    return (
      <Group gap="xs" wrap="nowrap" title={reason ? word('wait', reason) : undefined}>
        <span>{when}</span>
        {reason && (
          <Text size="xs" c="dimmed" truncate visibleFrom="lg">
            {word('wait', reason)}
          </Text>
        )}
      </Group>
    )
  }
}

function AddLeads({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  return (
    <ButtonLink
      to="/campaigns/$id/import"
      params={{ id: campaignId }}
      variant={canWrite ? 'filled' : 'default'}
      leftSection={canWrite ? <Upload size={16} aria-hidden /> : undefined}
    >
      {t(canWrite ? 'addLeads' : 'imports')}
    </ButtonLink>
  )
}

function NoLeads({ campaignId, isFiltered }: { campaignId: string; isFiltered: boolean }) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  if (isFiltered)
    return (
      <EmptyState
        icon={Users}
        title={t('noMatches')}
        action={
          <ButtonLink to="/campaigns/$id" params={{ id: campaignId }} search={{ tab: 'leads' }} variant="default">
            {t('clearFilters')}
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyState icon={Users} title={t('noLeads')} action={canWrite && <AddLeads campaignId={campaignId} />}>
      {t('noLeadsAbout')}
    </EmptyState>
  )
}
