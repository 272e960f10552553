import { Badge, Group, Select, Stack, UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '../../../router/index.ts'
import { ClipboardList } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { ContactLink } from '../../../parts/text/ContactLink.tsx'
import { useMessages, useWords } from '../../../messages.ts'
import { type Column, DataTable } from '../../../parts/tables/DataTable.tsx'
import { ReportMenu } from '../../../parts/tables/ExportMenu.tsx'
import { EmptyState } from '../../../parts/page/States.tsx'
import { Status } from '../../../parts/Status.tsx'
import { usePages } from '../../../parts/tables/usePages.ts'
import classes from '../../leads/LeadTables.module.css'
import { useAnswerText } from '../../leads/leadText.ts'
import { ResultDetail } from './ResultDetail.tsx'
import { CampaignResultsDocument, type CampaignResultsQuery, ResultOutcomesDocument } from './Results.gql.ts'
import { useColumnNames } from './useColumnNames.ts'
import { useLeadRefresh } from '../../leads/useLeadRefresh.ts'
import { PhoneNumber } from '../../../parts/text/PhoneNumber.tsx'

type Page = CampaignResultsQuery['campaignResults']
type Row = Page['nodes'][number] & { columns: Page['displayColumns']; cells: Record<string, unknown> }

/** Results of a campaign's calls, in the campaign's display columns. */
export function Results({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const { outcome, call } = useSearch({ from: '/signed-in/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const open = (id?: string) => void navigate({ search: (before) => ({ ...before, call: id }), resetScroll: false })
  const pages = usePages(CampaignResultsDocument, { campaignId, outcome }, (data) => rowsOf(data.campaignResults), 50)
  useLeadRefresh(campaignId, pages.retry)
  const columns = useColumns(pages.rows, open)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Outcomes campaignId={campaignId} />
        <ReportMenu input={{ type: 'results', campaignId, outcome }} name={t('results')} />
      </Group>
      <DataTable
        label={t('results')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ callId }) => callId}
        onOpen={({ callId }) => open(callId)}
        isOpen={({ callId }) => callId === call}
        pages={pages}
        secondLine={({ leadName, toNumber }) => leadName && <PhoneNumber number={toNumber} />}
        empty={
          <EmptyState icon={ClipboardList} title={t(outcome ? 'noMatchingResults' : 'noResults')}>
            {outcome ? null : t('noResultsAbout')}
          </EmptyState>
        }
      />
      {call && <ResultDetail callId={call} columns={pages.rows[0]?.columns ?? []} onClose={() => open()} />}
    </Stack>
  )
}

/** Combines each result with its cells and their columns. */
const rowsOf = ({ nodes, rows, displayColumns, pageInfo }: Page) => ({
  nodes: nodes.map((node, at): Row => ({ ...node, columns: displayColumns, cells: rows[at] as Record<string, unknown> })),
  pageInfo,
})

/** Columns that the table always has, and display columns don't repeat. */
const FIXED_COLUMNS = new Set(['name', 'lead_name', 'to_number', 'phone_number', 'outcome', 'completed_at'])

function useColumns(rows: readonly Row[], open: (callId: string) => void): Column<Row>[] {
  const t = useMessages('leads')
  const format = useFormat()
  const { toHeader } = useColumnNames()
  const common = useMessages('common')
  const person = ({ callId, leadName, toNumber }: Row) => (
    <UnstyledButton className={classes.opener} onClick={() => open(callId)} aria-label={t('openResult', { name: leadName ?? toNumber })}>
      {leadName ? <bdi>{leadName}</bdi> : <PhoneNumber number={toNumber} />}
    </UnstyledButton>
  )
  const hasInvalidAnswers = rows.some(({ validationErrors }) => validationErrors.length > 0)
  const answers = (rows[0]?.columns ?? [])
    .filter(({ name }) => !FIXED_COLUMNS.has(name))
    .map(({ name, label }): Column<Row> => ({
      key: `answer ${name}`,
      header: toHeader({ name, label }),
      width: 'minmax(118px, 1fr)',
      cell: ({ cells }) => <Answer value={cells[name]} />,
    }))
  return [
    { key: 'name', header: common('name'), width: 'minmax(118px, 1fr)', cell: person },
    { key: 'called', header: t('called'), cell: ({ toNumber }) => <ContactLink number={toNumber} />, isMinor: true },
    { key: 'outcome', header: t('outcome'), cell: ({ outcome }) => (outcome ? <Status kind="outcome" value={outcome} /> : '–') },
    ...answers,
    ...(hasInvalidAnswers
      ? [
          {
            key: 'unfit',
            header: t('invalidAnswers'),
            cell: ({ validationErrors }: Row) => <InvalidCount count={validationErrors.length} />,
            isExtra: true,
          },
        ]
      : []),
    { key: 'when', header: t('completed'), cell: ({ completedAt }) => format.moment(completedAt), isMinor: true },
  ]
}

function Answer({ value }: { value: unknown }) {
  const text = useAnswerText()(value)
  return <bdi title={text}>{text || '–'}</bdi>
}

function InvalidCount({ count }: { count: number }) {
  const t = useMessages('leads')
  if (count === 0) return '–'
  return (
    <Badge variant="light" color="warn">
      {t('invalidAnswerCount', { count })}
    </Badge>
  )
}

function Outcomes({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const { outcome } = useSearch({ from: '/signed-in/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const [{ data }] = useQuery({ query: ResultOutcomesDocument, variables: { campaignId } })
  const counts = (data?.campaign.stats.outcomes ?? {}) as Record<string, number>
  const known = outcome && !(outcome in counts) ? { ...counts, [outcome]: 0 } : counts
  const options = Object.entries(known).map(([value, count]) => ({
    value: `=${value}`,
    label: t('statusWithCount', { state: word('outcome', value), count: format.number(count) }),
  }))
  return (
    <Select
      label={t('outcome')}
      w={220}
      data={[{ value: '', label: common('all') }, ...options]}
      value={outcome ? `=${outcome}` : ''}
      allowDeselect={false}
      onChange={(chosen) => void navigate({ search: (before) => ({ ...before, outcome: chosen?.slice(1) || undefined }), resetScroll: false })}
    />
  )
}
