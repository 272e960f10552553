import { ActionIcon, Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Phone, PhoneIncoming, PhoneOutgoing, RefreshCw, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ANSWER_COLUMN, FIELD_COLUMN } from '../../../../src/inputs/customColumns.ts'
import { ColumnMenu } from '../../parts/tables/ColumnMenu.tsx'
import { customColumns } from '../../parts/tables/customColumns.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { LazyTooltip } from '../../parts/page/LazyTooltip.tsx'
import { Status } from '../../parts/Status.tsx'
import { LazyExport, toExportColumns } from '../../parts/tables/ListExport.tsx'
import { useSelection } from '../../parts/tables/selection.ts'
import { useTableLayout } from '../../parts/tables/tableLayout.ts'
import { ViewMenu } from '../../parts/tables/ViewMenu.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CallCount } from './CallCount.tsx'
import { CallFilters } from './CallFilters.tsx'
import { CallsDocument, type CallsQuery } from './Calls.gql.ts'
import { validateSearch } from '../../search.ts'
import { FILTER_NAMES } from './callFilterNames.ts'
import { orderOf, toVariables } from './callFilter.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'

const CallDrawer = lazy(() => import('./CallDrawer.tsx').then(({ CallDrawer }) => ({ default: CallDrawer })))

const CallExport = lazy(() => import('./CallExport.tsx').then(({ CallExport }) => ({ default: CallExport })))

const CallSelection = lazy(() => import('./CallSelection.tsx').then(({ CallSelection }) => ({ default: CallSelection })))

type Row = CallsQuery['calls']['nodes'][number]

const idOf = ({ id }: Row) => id
/** The contact's number. */
const numberOf = ({ direction, fromNumber, toNumber }: Row) => (direction === 'inbound' ? fromNumber : toNumber)

/** Call history page: filters, the list, and a drawer for one call. */
export function Calls() {
  const t = useMessages('calls')
  const { call, sort, ...filter } = useSearch({ from: '/signed-in/calls' })
  const format = useFormat()
  const navigate = useNavigate()
  const variables = toVariables(filter)
  const layout = useTableLayout('calls')
  const fields = customColumns(layout, FIELD_COLUMN, ({ lead }: Row) => lead?.data)
  const answers = customColumns(layout, ANSWER_COLUMN, ({ structuredData }: Row) => structuredData)
  const chosen = { withFields: fields.length > 0, withAnswers: answers.length > 0 }
  const pages = usePages(CallsDocument, { ...variables, ...chosen, order: orderOf(sort) }, (data) => data.calls)
  const open = (id: string | undefined, isNext = false) =>
    void navigate({ to: '/calls', search: { ...filter, sort, call: id }, replace: isNext, resetScroll: false })
  const at = pages.rows.findIndex(({ id }) => id === call)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const columns = [...useColumns((id) => ({ ...filter, sort, call: id })), ...fields, ...answers]
  const selection = useSelection(pages.rows, idOf)
  const canSelect = useCan('compliance:write')
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <LazyTooltip label={t('refresh')}>
          <ActionIcon variant="default" size="lg" aria-label={t('refresh')} onClick={pages.retry}>
            <RefreshCw size={16} aria-hidden />
          </ActionIcon>
        </LazyTooltip>
      }
    >
      <CallFilters
        actions={
          <>
            <ViewMenu
              list="calls"
              search={{ ...filter, sort }}
              layout={layout}
              onOpen={(search) => void navigate({ to: '/calls', search: validateSearch('sort', ...FILTER_NAMES)(search) })}
            />
            <ColumnMenu columns={columns} layout={layout} custom={{ campaignId: filter.campaign, hasAnswers: true }} />
            <LazyExport name={t('title')}>
              <CallExport
                variables={{
                  ...variables,
                  order: orderOf(sort),
                  columns: [...toExportColumns(columns, layout, t('answers')), { name: 'summary', title: t('summary') }],
                }}
              />
            </LazyExport>
          </>
        }
      />
      {selection.keys.size > 0 && (
        <Suspense>
          <CallSelection selection={selection} />
        </Suspense>
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={pages.rows}
        rowKey={idOf}
        selection={canSelect ? selection : undefined}
        rowName={(row) => [numberOf(row) || t('withheld'), format.moment(row.createdAt)].join(', ')}
        pages={pages}
        summary={<CallCount variables={variables} pages={pages} />}
        secondLine={({ createdAt, lead }) => [format.moment(createdAt), lead?.name].filter(Boolean).join(' · ')}
        layout={layout}
        sort={orderOf(sort) ?? 'newest'}
        onSort={(next) => void navigate({ to: '/calls', search: { ...filter, call, sort: next === 'newest' ? undefined : next } })}
        onOpen={({ id }) => open(id)}
        isOpen={({ id }) => id === call}
        empty={isFiltered ? <NoMatches /> : <NoCalls />}
      />
      {call && (
        <Suspense>
          <CallDrawer
            id={call}
            onClose={() => open(undefined)}
            onPrevious={at > 0 ? () => open(pages.rows[at - 1]!.id, true) : undefined}
            onNext={at >= 0 && at < pages.rows.length - 1 ? () => open(pages.rows[at + 1]!.id, true) : undefined}
          />
        </Suspense>
      )}
    </Page>
  )
}

function useColumns(searchOf: (id: string) => { call: string }): Column<Row>[] {
  const t = useMessages('calls')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  return [
    {
      key: 'number',
      header: t('number'),
      cell: (row) => (
        <Group gap={8} wrap="nowrap">
          <Direction direction={row.direction} />
          <TextLink to="/calls" search={searchOf(row.id)} resetScroll={false} fw={500}>
            {numberOf(row) ? <PhoneNumber number={numberOf(row)!} /> : t('withheld')}
          </TextLink>
        </Group>
      ),
    },
    { key: 'name', header: t('name'), width: 'minmax(72px, 1fr)', cell: ({ lead }) => (lead?.name ? <bdi>{lead.name}</bdi> : <EmptyCalls />), isMinor: true },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="call" value={status} /> },
    {
      key: 'outcome',
      header: t('outcome'),
      cell: ({ outcome }) => (outcome ? word('outcome', outcome) : <EmptyCalls />),
      isMinor: true,
    },
    { key: 'agent', header: t('agent'), width: 'minmax(104px, 1.4fr)', cell: ({ agent }) => agent?.name ?? <EmptyCalls />, isExtra: true },
    { key: 'campaign', header: t('campaign'), width: 'minmax(96px, 1.2fr)', cell: ({ campaign }) => campaign?.name ?? <EmptyCalls />, isExtra: true },
    { key: 'duration', header: t('duration'), cell: ({ durationSeconds }) => format.duration(durationSeconds), isNumber: true, isExtra: true },
    { key: 'cost', header: t('cost'), cell: ({ cost, currency }) => format.money(cost, currency), isNumber: true, isExtra: true },
    {
      key: 'placed',
      header: t('placed'),
      cell: ({ createdAt }) => format.moment(createdAt),
      isMinor: true,
      sort: { ascending: 'oldest', descending: 'newest' },
    },
    {
      key: 'workspaceNumber',
      header: t('workspaceNumber'),
      cell: ({ direction, toNumber, fromNumber }) => <PhoneNumber number={(direction === 'inbound' ? toNumber : fromNumber) ?? ''} />,
      isOptional: true,
    },
    { key: 'direction', header: t('direction'), cell: ({ direction }) => word('direction', direction), isOptional: true },
    { key: 'language', header: t('language'), cell: ({ detectedLanguage }) => detectedLanguage ?? <EmptyCalls />, isOptional: true },
    {
      key: 'recording',
      header: t('recording'),
      cell: ({ recordingUrl }) => common(recordingUrl ? 'yes' : 'no'),
      isOptional: true,
    },
    { key: 'id', header: t('callId'), cell: ({ id }) => id, isNumber: true, isOptional: true },
  ]
}

const EmptyCalls = () => (
  <Text span size="sm" c="dimmed">
    –
  </Text>
)

function Direction({ direction }: { direction: string }) {
  const word = useWords()
  const Icon = direction === 'inbound' ? PhoneIncoming : PhoneOutgoing
  return <Icon size={15} role="img" aria-label={word('direction', direction)} style={{ flexShrink: 0 }} />
}

function NoCalls() {
  const t = useMessages('calls')
  return (
    <EmptyState
      icon={Phone}
      title={t('empty')}
      action={
        <ButtonLink to="/campaigns/new" variant="default">
          {t('createCampaign')}
        </ButtonLink>
      }
    >
      {t('emptyAbout')}
    </EmptyState>
  )
}

function NoMatches() {
  const t = useMessages('calls')
  return (
    <EmptyState
      icon={SearchX}
      title={t('noMatches')}
      action={
        <ButtonLink to="/calls" variant="default">
          {t('clear')}
        </ButtonLink>
      }
    >
      {t('noMatchesAbout')}
    </EmptyState>
  )
}
