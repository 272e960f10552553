import { Badge, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Bars } from '../../parts/charts/Bars.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { BillingMonthDocument, type BillingMonthQuery } from './Billing.gql.ts'
import { BillingMonths } from './BillingMonths.tsx'

type Month = BillingMonthQuery['billingUsage']

/** The plan, this month's usage and cost, and earlier months. */
export function BillingUsage() {
  const t = useMessages('billing')
  const result = useQuery({ query: BillingMonthDocument })
  return (
    <Stack gap="md">
      <StatisticsResult result={result}>
        {({ billingUsage, plans }) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Minutes month={billingUsage} />
              <Charges month={billingUsage} />
            </SimpleGrid>
            <Plans plans={plans} current={billingUsage.plan} />
          </>
        )}
      </StatisticsResult>
      <Panel title={t('months')}>
        <BillingMonths />
      </Panel>
    </Stack>
  )
}

function Minutes({ month: { plan, periodStart, periodEnd, includedMinutes, usedMinutes, remainingMinutes, calls } }: { month: Month }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  const last = new Date(Date.parse(periodEnd) - 1).toISOString().slice(0, 10)
  return (
    <Panel title={t('minutes')} aside={<Badge variant="light">{word('plan', plan)}</Badge>}>
      <Text fz={28} fw={600} lh={1.2} data-used>
        {includedMinutes > 0
          ? t('usedOf', { used: format.number(usedMinutes), included: format.number(includedMinutes) })
          : t('used', { used: format.number(usedMinutes), count: usedMinutes })}
      </Text>
      {includedMinutes > 0 && <Progress value={(usedMinutes / includedMinutes) * 100} size="lg" my="xs" aria-label={t('minutes')} />}
      <Text size="sm" c="dimmed">
        {includedMinutes > 0 ? t('remaining', { minutes: format.number(remainingMinutes), count: remainingMinutes }) : t('nothingIncluded')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('monthOf', { from: format.day(periodStart.slice(0, 10)), to: format.day(last), calls })}
      </Text>
    </Panel>
  )
}

function Charges({ month: { charges, wallet } }: { month: Month }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  const most = Math.max(...charges.map(({ cost }) => Number(cost)), 0)
  return (
    <Panel title={t('charges')}>
      {charges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noCharges')}
        </Text>
      ) : (
        <Bars
          label={t('charges')}
          bars={charges.map(({ key, cost, calls, messages: texts }) => ({
            key,
            name: (
              <>
                {word('costLine', key)}{' '}
                <Text span size="xs" c="dimmed">
                  {texts > 0 ? t('messages', { count: texts }) : t('calls', { count: calls })}
                </Text>
              </>
            ),
            value: format.cents(cost, wallet.currency),
            share: most > 0 ? Number(cost) / most : 0,
          }))}
        />
      )}
    </Panel>
  )
}

function Plans({ plans, current }: { plans: BillingMonthQuery['plans']; current: string }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  return (
    <Panel title={t('plans')}>
      <Table tabularNums visibleFrom="xs" aria-label={t('plans')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('plan')}</Table.Th>
            <Table.Th ta="right">{t('includedMinutes')}</Table.Th>
            <Table.Th ta="right">{t('concurrentCalls')}</Table.Th>
            <Table.Th ta="right">{t('requestsMinute')}</Table.Th>
            <Table.Th ta="right">{t('requestsDay')}</Table.Th>
            <Table.Th ta="right">{t('storage')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plans.map(({ name, includedMinutes, limits, storage }) => (
            <Table.Tr key={name} aria-current={name === current || undefined}>
              <Table.Td fw={name === current ? 700 : undefined}>
                {word('plan', name)} {name === current && <Badge variant="light">{t('yours')}</Badge>}
              </Table.Td>
              <Table.Td ta="right">{includedMinutes > 0 ? format.number(includedMinutes) : t('byAgreement')}</Table.Td>
              <Table.Td ta="right">{format.number(limits.concurrentCalls)}</Table.Td>
              <Table.Td ta="right">{format.number(limits.rpm)}</Table.Td>
              <Table.Td ta="right">{format.number(limits.rpd)}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {format.bytes(storage)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <PlanCards plans={plans} current={current} />
    </Panel>
  )
}

/** The plans below each other, for phones. */
function PlanCards({ plans, current }: { plans: BillingMonthQuery['plans']; current: string }) {
  const t = useMessages('billing')
  const word = useWords()
  const format = useFormat()
  const limitsOf = ({ includedMinutes, limits, storage }: BillingMonthQuery['plans'][number]) => [
    [t('includedMinutes'), includedMinutes > 0 ? format.number(includedMinutes) : t('byAgreement')],
    [t('concurrentCalls'), format.number(limits.concurrentCalls)],
    [t('requestsMinute'), format.number(limits.rpm)],
    [t('requestsDay'), format.number(limits.rpd)],
    [t('storage'), format.bytes(storage)],
  ]
  return (
    <Stack gap="md" hiddenFrom="xs">
      {plans.map((plan) => (
        <Table key={plan.name} tabularNums captionSide="top" aria-current={plan.name === current || undefined}>
          <Table.Caption ta="start">
            {word('plan', plan.name)} {plan.name === current && <Badge variant="light">{t('yours')}</Badge>}
          </Table.Caption>
          <Table.Tbody>
            {limitsOf(plan).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </Stack>
  )
}
