import { Alert, Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { type Format, useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { CampaignCostDocument, type CampaignCostQuery } from './CampaignReview.gql.ts'
import { useDestinationName } from '../../../parts/text/useDestinationName.ts'

/** Assumptions for an estimate or dry run. Missing ones come from earlier calls or defaults. */
export interface CostAssumptions {
  answerRate?: number
  talkSeconds?: number
}

type Estimate = CampaignCostQuery['costEstimate']

/** Cost estimate as a range, with its assumptions. */
export function CampaignCost({ campaignId, assumed }: { campaignId: string; assumed: CostAssumptions }) {
  const t = useMessages('campaigns')
  const result = useQuery({ query: CampaignCostDocument, variables: { id: campaignId, input: assumed } })
  return (
    <Card withBorder>
      <Title order={3} size="h4" mb="sm">
        {t('estimate')}
      </Title>
      <QueryResult result={result}>{({ costEstimate }) => <EstimateDetails estimate={costEstimate} />}</QueryResult>
    </Card>
  )
}

function EstimateDetails({ estimate }: { estimate: Estimate }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const money = (amount: string | null) => format.cents(amount, estimate.currency)
  const { cost, coversEstimate } = estimate
  return (
    <Stack gap="sm">
      <div>
        <Text size="xl" fw={600}>
          {t('range', { low: money(cost.low), high: money(cost.high) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('expected', { amount: money(cost.expected), free: money(estimate.available) })}
        </Text>
      </div>
      {!coversEstimate.high && (
        <Alert color={coversEstimate.expected ? 'warn' : 'bad'}>{t(coversEstimate.expected ? 'balanceMayRunOut' : 'balanceTooLow')}</Alert>
      )}
      <Group gap="xl">
        <Fact label={t('calls')} value={t('range', rangeOf(estimate.calls, format))} />
        <Fact label={t('talkMinutes')} value={t('range', rangeOf(estimate.talkMinutes, format))} />
        {estimate.includedMinutesLeft > 0 && <Fact label={t('includedMinutes')} value={format.number(Math.round(estimate.includedMinutesLeft))} />}
        {estimate.budgetLeft !== null && <Fact label={t('budgetLeft')} value={money(estimate.budgetLeft)} />}
      </Group>
      <AssumptionTable estimate={estimate} />
    </Stack>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600}>{value}</Text>
    </div>
  )
}

function AssumptionTable({ estimate: { assumptions, destinations, currency } }: { estimate: Estimate }) {
  const nameOf = useDestinationName()
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  return (
    <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('assumptions') } }}>
      <Table tabularNums>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('assumptions')}</Table.Th>
            <Table.Th>{t('assumedRange')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {assumptions.map(({ name, source, calls, low, expected, high }) => (
            <AssumptionRow
              key={name}
              name={word('assumption', name)}
              value={
                low === high
                  ? formatAssumption(format, name, expected)
                  : t('range', { low: formatAssumption(format, name, Math.min(low, high)), high: formatAssumption(format, name, Math.max(low, high)) })
              }
              source={calls > 0 ? t('sourceCalls', { source: word('source', source), calls }) : word('source', source)}
            />
          ))}
          {destinations.map(({ prefix, leads, perMinute, ...place }) => (
            <AssumptionRow
              key={prefix}
              name={prefix ? `${nameOf(place)} +${prefix.replace(/^\+/, '')}` : nameOf(place)}
              value={t('perMinute', { price: format.money(perMinute, currency) })}
              source={t('leadCount', { count: leads })}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A row of the assumptions. On a phone, where the value comes from is below its name. */
function AssumptionRow({ name, value, source }: { name: string; value: string; source: string }) {
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {source}
        </Text>
      </Table.Td>
      <Table.Td>{value}</Table.Td>
      <Table.Td visibleFrom="sm">{source}</Table.Td>
    </Table.Tr>
  )
}

/** Formats a range. The cheapest case may have the most calls, so the bounds are sorted. */
const rangeOf = ({ low, high }: { low: number; high: number }, format: Format) => ({
  low: format.number(Math.round(Math.min(low, high))),
  high: format.number(Math.round(Math.max(low, high))),
})

const formatAssumption = (format: Format, name: string, value: number) => (name === 'talk_seconds' ? format.duration(value) : format.percent(value))
