import { PhoneCall } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Columns } from '../../parts/charts/Columns.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { HomeDaysDocument, type HomeDaysQuery } from './Home.gql.ts'
import type { HomePeriod } from './homePeriod.ts'

type Day = HomeDaysQuery['dailyStats']['days'][number]

/** Calls by day and result. */
export function HomeDays({ input }: HomePeriod) {
  const t = useMessages('home')
  const result = useQuery({ query: HomeDaysDocument, variables: { input } })
  usePolling(result[1])
  return (
    <Panel title={t('byDay')}>
      <StatisticsResult result={result}>
        {({ dailyStats: { days } }) =>
          days.some(({ calls }) => calls > 0) ? (
            <Days days={days} input={input} />
          ) : (
            <EmptyState icon={PhoneCall} title={t('noCalls')}>
              {t('noCallsAbout')}
            </EmptyState>
          )
        }
      </StatisticsResult>
    </Panel>
  )
}

function Days({ days, input }: { days: readonly Day[]; input: HomePeriod['input'] }) {
  const t = useMessages('home')
  const word = useWords()
  const format = useFormat()
  const ended = [
    { key: 'success', name: t('successes'), search: { outcome: 'success' } },
    { key: 'completed', name: t('otherAnswered'), search: { status: 'completed' } },
    ...['voicemail', 'no_answer', 'busy'].map((status) => ({ key: status, name: word('call', status), search: { status } })),
    { key: 'failed', name: t('failedOrCanceled'), search: { status: 'failed' } },
  ]
  const series = ended.map(({ key, name, search }) => ({
    key,
    name,
    legend: (
      <TextLink to="/calls" search={{ ...input, ...search }}>
        {name}
      </TextLink>
    ),
  }))
  const points = days.map(({ date, successes, answered, voicemail, noAnswer, busy, failed, canceled }) => ({
    name: format.dayShort(date),
    values: [successes, Math.max(0, answered - successes), voicemail, noAnswer, busy, failed + canceled],
  }))
  return <Columns label={t('byDay')} total={t('calls')} series={series} points={points} />
}
