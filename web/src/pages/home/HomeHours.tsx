import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { HeatMap } from '../../parts/charts/HeatMap.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { HomeHoursDocument } from './Home.gql.ts'
import type { HomePeriod } from './homePeriod.ts'

/** Answer rate by hour of the week. */
export function HomeHours({ input }: HomePeriod) {
  const t = useMessages('home')
  const format = useFormat()
  const result = useQuery({ query: HomeHoursDocument, variables: { input } })
  usePolling(result[1])
  const [{ data }] = result
  if (data && data.hourlyStats.hours.every(({ calls }) => calls === 0)) return null
  return (
    <Panel title={t('byHour')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('byHourAbout')}
      </Text>
      <StatisticsResult result={result}>
        {({ hourlyStats: { hours } }) => (
          <HeatMap
            label={t('byHour')}
            hours={hours.map(({ calls, answered, answerRate }) => ({
              share: answerRate ?? null,
              words: calls === 0 ? t('hourEmpty') : t('hourOf', { rate: format.percent(answerRate), answered: format.number(answered), calls }),
            }))}
          />
        )}
      </StatisticsResult>
    </Panel>
  )
}
