import { Group, Progress, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { PieChart } from 'lucide-react'
import { useQuery } from 'urql'
import { COST_GROUPS, MAX_GROUPS } from '../../../../src/inputs/analytics.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { PeriodSelect, usePeriod } from '../../parts/forms/PeriodSelect.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { BillingCostsDocument, type BillingCostsQuery } from './Billing.gql.ts'

type Costs = BillingCostsQuery['costBreakdown']
type Row = Omit<Costs['groups'][number], '__typename'> & { restOf?: number }

/** Costs of a period by subject, highest first. */
export function BillingCosts() {
  const t = useMessages('billing')
  const word = useWords()
  const search = useSearch({ from: '/signed-in/billing' })
  const navigate = useNavigate()
  const { days, input } = usePeriod(search.days)
  const by = COST_GROUPS.find((name) => name === search.by) ?? COST_GROUPS[0]
  const result = useQuery({ query: BillingCostsDocument, variables: { input: { ...input, by, limit: MAX_GROUPS } } })
  const choose = (chosen: { days?: string; by?: string }) => void navigate({ to: '/billing', search: { ...search, ...chosen } })
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <PeriodSelect days={days} onChange={(chosen) => choose({ days: chosen })} />
        <div style={{ maxWidth: '100%', overflowX: 'auto' }}>
          <SegmentedControl
            size="xs"
            aria-label={t('by')}
            value={by}
            onChange={(chosen) => choose({ by: chosen })}
            data={COST_GROUPS.map((name) => ({ value: name, label: word('costBy', name) }))}
          />
        </div>
      </Group>
      <StatisticsResult result={result}>{({ costBreakdown }) => <Breakdown costs={costBreakdown} by={by} />}</StatisticsResult>
    </Stack>
  )
}

function Breakdown({ costs: { groups, rest, total, currency }, by }: { costs: Costs; by: string }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  const rows: Row[] = rest.groups > 0 ? [...groups, { ...rest, key: '', name: null, restOf: rest.groups }] : groups
  const shareOf = ({ cost }: Row) => (Number(total.cost) > 0 ? Number(cost) / Number(total.cost) : 0)
  const columns: Column<Row>[] = [
    { key: 'name', header: word('costBy', by), width: 'minmax(140px, 2fr)', cell: (row) => <CostSubject row={row} by={by} /> },
    { key: 'calls', header: t('callsEnded'), isNumber: true, cell: ({ calls }) => format.number(calls), isMinor: true },
    { key: 'minutes', header: t('talkTime'), isNumber: true, cell: ({ talkMinutes }) => format.number(talkMinutes), isMinor: true },
    { key: 'texts', header: t('messagesSent'), isNumber: true, cell: ({ messages: texts }) => format.number(texts), isExtra: true },
    { key: 'share', header: t('share'), width: '120px', isMinor: true, cell: (row) => <Share share={shareOf(row)} /> },
    { key: 'cost', header: t('cost'), isNumber: true, cell: ({ cost }) => format.cents(cost, currency) },
  ]
  const empty = (
    <EmptyState icon={PieChart} title={t('costsEmpty')}>
      {t('costsEmptyAbout')}
    </EmptyState>
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        <Sum name={t('total')} amount={format.cents(total.cost, currency)} about={t('totalAbout')} />
        <Sum name={t('forCalls')} amount={format.cents(total.callCost, currency)} about={t('calls', { count: total.calls })} />
        <Sum name={t('forMessages')} amount={format.cents(total.messageCost, currency)} about={t('messages', { count: total.messages })} />
      </SimpleGrid>
      <DataTable label={t('costs')} columns={columns} rows={rows} rowKey={({ key, restOf }) => (restOf ? 'rest' : `of ${key}`)} empty={empty} />
    </>
  )
}

function Sum({ name, amount, about }: { name: string; amount: string; about: string }) {
  return (
    <Panel title={name}>
      <Text fz={28} fw={600} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {amount}
      </Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Panel>
  )
}

function Share({ share }: { share: number }) {
  const format = useFormat()
  return (
    <Group gap="xs" wrap="nowrap" w="100%">
      <Progress value={share * 100} w={50} aria-hidden />
      <Text size="xs">{format.percent(share)}</Text>
    </Group>
  )
}

/** The subject of a cost, linked if it has a page. */
function CostSubject({ row: { key, name, restOf }, by }: { row: Row; by: string }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  if (restOf) return t('others', { count: restOf })
  if (key === '') return t(by === 'country' ? 'noCountry' : by === 'campaign' ? 'noCampaign' : 'none')
  if (by === 'country') return format.country(key)
  if (by === 'line') return word('costLine', key)
  const label = name ?? key
  const params = { id: key }
  if (by === 'campaign')
    return (
      <TextLink to="/campaigns/$id" params={params}>
        {label}
      </TextLink>
    )
  return (
    <TextLink to={by === 'agent' ? '/agents/$id' : '/numbers/$id'} params={params}>
      {label}
    </TextLink>
  )
}
