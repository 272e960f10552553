import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { HeatMap } from '../../parts/charts/HeatMap.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Statistics } from '../../parts/Statistics.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { HomeHoursDocument } from './Home.gql.ts'
import type { HomePeriod } from './homePeriod.ts'

/** When people answer: the hours of the week by the share of calls that were answered. */
export function HomeHours({ input }: HomePeriod) {
  const t = useMessages('home')
  const format = useFormat()
  const result = useQuery({ query: HomeHoursDocument, variables: { input } })
  useFresh(result[1])
  const [{ data }] = result
  if (data && data.hourlyStats.hours.every(({ calls }) => calls === 0)) return null
  return (
    <Panel title={t('byHour')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('byHourAbout')}
      </Text>
      <Statistics result={result}>
        {({ hourlyStats: { hours } }) => (
          <HeatMap
            label={t('byHour')}
            hours={hours.map(({ calls, answered, answerRate }) => ({
              share: answerRate ?? null,
              words: calls === 0 ? t('hourEmpty') : t('hourOf', { rate: format.percent(answerRate), answered: format.number(answered), calls }),
            }))}
          />
        )}
      </Statistics>
    </Panel>
  )
}
