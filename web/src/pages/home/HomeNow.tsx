import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { PathLink, TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { lastDays } from '../../parts/forms/PeriodSelect.tsx'
import { SkeletonLines, QueryResult } from '../../parts/page/States.tsx'
import { useAlertText } from '../../parts/text/useAlertText.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useViewer } from '../../parts/viewer.tsx'
import {
  HomeActiveCallsDocument,
  HomeAlertsDocument,
  HomeSpendingDocument,
  type HomeSpendingQuery,
  HomeWalletDocument,
  type HomeWalletQuery,
} from './Home.gql.ts'

/** Number of active calls, updated live. */
export function HomeActiveCalls() {
  const t = useMessages('home')
  const format = useFormat()
  const [{ data }] = useSubscription({ query: HomeActiveCallsDocument })
  return (
    <Panel title={t('live')} aside={<TextLink to="/live">{t('watch')}</TextLink>}>
      <Figure>{format.number(data?.activeCallCount)}</Figure>
      <Text size="sm" c="dimmed" mih={20}>
        {data && t('activeCalls', { count: data.activeCallCount })}
      </Text>
    </Panel>
  )
}

/** Days whose spending says how long the balance lasts. */
const PACE_DAYS = 7

/** Balance, and how long it lasts at last week's spending. */
export function HomeBalance() {
  const t = useMessages('home')
  const { timezone } = useViewer().workspace
  const [{ data: spending }] = useQuery({ query: HomeSpendingDocument, variables: { input: lastDays(PACE_DAYS, timezone) } })
  const result = useQuery({ query: HomeWalletDocument })
  usePolling(result[1])
  return (
    <Panel title={t('balance')} aside={<TextLink to="/billing">{t('toWallet')}</TextLink>}>
      <QueryResult result={result} placeholder={<SkeletonLines count={2} />}>
        {({ wallet }) => <Balance wallet={wallet} spending={spending} />}
      </QueryResult>
    </Panel>
  )
}

const A_YEAR = 365

type BalanceProps = Pick<HomeWalletQuery, 'wallet'> & { spending: HomeSpendingQuery | undefined }

function Balance({ wallet: { available, reserved, lowBalanceThreshold, balance, currency }, spending }: BalanceProps) {
  const t = useMessages('home')
  const format = useFormat()
  const { cost, messageCost } = spending?.workspaceStats.current ?? {}
  const spent = Number(cost ?? 0) + Number(messageCost ?? 0)
  const days = spent > 0 ? Math.floor((Number(available) / spent) * PACE_DAYS) : null
  const isLow = Number(balance) < Number(lowBalanceThreshold)
  return (
    <>
      <Group gap="xs">
        <Figure>{format.cents(available, currency)}</Figure>
        {isLow && (
          <Badge color="bad" variant="light">
            {t('low')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {days === null ? t('free') : t(days > A_YEAR ? 'lastsOverAYear' : 'lasts', { days })}
        {Number(reserved) > 0 && ` · ${t('reserved', { amount: format.cents(reserved, currency) })}`}
      </Text>
    </>
  )
}

/** Open alerts, newest first. */
export function HomeAlerts() {
  const t = useMessages('home')
  const format = useFormat()
  const textOf = useAlertText()
  const result = useQuery({ query: HomeAlertsDocument })
  return (
    <Panel title={t('alerts')} aside={<TextLink to="/alerts">{t('allAlerts')}</TextLink>}>
      <QueryResult result={result} placeholder={<SkeletonLines count={2} />}>
        {({ alerts: { nodes } }) =>
          nodes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('noAlerts')}
            </Text>
          ) : (
            <Stack gap={6}>
              {nodes.map((alert) => (
                <div key={alert.id}>
                  <PathLink path={alert.path} size="sm">
                    {textOf(alert).title}
                  </PathLink>
                  <Text size="xs" c="dimmed">
                    {format.ago(alert.raisedAt)}
                  </Text>
                </div>
              ))}
            </Stack>
          )
        }
      </QueryResult>
    </Panel>
  )
}

function Figure({ children }: { children: string }) {
  return (
    <Text fz={28} fw={600} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Text>
  )
}
