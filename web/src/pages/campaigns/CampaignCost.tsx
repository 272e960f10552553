import { Alert, Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { type Format, useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Loaded } from '../../parts/States.tsx'
import { CampaignCostDocument, type CampaignCostQuery } from './CampaignReview.gql.ts'

/** What is assumed of its calls by whoever looks ahead; what is absent is learned from earlier calls, or a default. */
export interface Assumed {
  answerRate?: number
  talkSeconds?: number
}

type Estimate = CampaignCostQuery['costEstimate']

/** What its calls are likely to cost, as a range, and what that was reckoned with. */
export function CampaignCost({ campaignId, assumed }: { campaignId: string; assumed: Assumed }) {
  const t = useMessages('campaigns')
  const result = useQuery({ query: CampaignCostDocument, variables: { id: campaignId, input: assumed } })
  return (
    <Card withBorder>
      <Title order={3} size="h4" mb="sm">
        {t('estimate')}
      </Title>
      <Loaded result={result}>{({ costEstimate }) => <Estimated estimate={costEstimate} />}</Loaded>
    </Card>
  )
}

function Estimated({ estimate }: { estimate: Estimate }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const money = (amount: string | null) => format.money(amount && cents(amount), estimate.currency)
  const { cost, coversEstimate } = estimate
  return (
    <Stack gap="sm">
      <div>
        <Text size="xl" fw={700}>
          {t('range', { low: money(cost.low), high: money(cost.high) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('expected', { amount: money(cost.expected), free: money(estimate.available) })}
        </Text>
      </div>
      {!coversEstimate.high && <Alert color={coversEstimate.expected ? 'yellow' : 'red'}>{t(coversEstimate.expected ? 'perhapsNotEnough' : 'notEnough')}</Alert>}
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
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('reckonedWith') } }}>
      <Table verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reckonedWith')}</Table.Th>
            <Table.Th>{t('assumedRange')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {assumptions.map(({ name, source, calls, low, expected, high }) => (
            <Table.Tr key={name}>
              <Table.Td>{word('assumption', name)}</Table.Td>
              <Table.Td>
                {low === high ? shown(format, name, expected) : t('range', { low: shown(format, name, low), high: shown(format, name, high) })}
              </Table.Td>
              <Table.Td>{calls > 0 ? t('sourceCalls', { source: word('source', source), calls }) : word('source', source)}</Table.Td>
            </Table.Tr>
          ))}
          {destinations.map(({ name, prefix, leads, perMinute }) => (
            <Table.Tr key={prefix}>
              <Table.Td>{prefix ? `${name} +${prefix.replace(/^\+/, '')}` : name}</Table.Td>
              <Table.Td>{t('perMinute', { price: format.money(perMinute, currency) })}</Table.Td>
              <Table.Td>{t('leadCount', { count: leads })}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** An estimate is no more exact than a cent. */
export const cents = (amount: string) => Number(amount).toFixed(2)

/** The cheapest case may well have the most calls. */
const rangeOf = ({ low, high }: { low: number; high: number }, format: Format) => ({
  low: format.number(Math.round(Math.min(low, high))),
  high: format.number(Math.round(Math.max(low, high))),
})

const shown = (format: Format, name: string, value: number) => (name === 'talk_seconds' ? format.duration(value) : format.percent(value))
