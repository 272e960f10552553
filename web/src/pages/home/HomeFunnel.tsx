import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Bars } from '../../parts/charts/Bars.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { HomeFunnelDocument } from './Home.gql.ts'
import { toneOf } from '../../theme/statusTones.ts'
import type { HomePeriod } from './homePeriod.ts'

const MAX_OUTCOMES = 6

/** Call funnel from ringing to success, and outcomes. */
export function HomeFunnel({ input }: HomePeriod) {
  const t = useMessages('home')
  const word = useWords()
  const format = useFormat()
  const result = useQuery({ query: HomeFunnelDocument, variables: { input } })
  usePolling(result[1])
  return (
    <Panel title={t('funnel')}>
      <StatisticsResult result={result}>
        {({ outcomeFunnel: { stages, outcomes } }) => (
          <Stack gap="md">
            <Bars
              label={t('funnel')}
              bars={stages.map(({ stage, calls, share }) => ({
                key: stage,
                name: word('stage', stage),
                value: (
                  <>
                    {format.number(calls)}{' '}
                    <Text span size="xs" c="dimmed" ml={4}>
                      {format.percent(share)}
                    </Text>
                  </>
                ),
                share: share ?? 0,
              }))}
            />
            <Outcomes counts={outcomes as Record<string, number>} input={input} />
          </Stack>
        )}
      </StatisticsResult>
    </Panel>
  )
}

function Outcomes({ counts, input }: { counts: Record<string, number>; input: HomePeriod['input'] }) {
  const t = useMessages('home')
  const word = useWords()
  const format = useFormat()
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one)
  const all = sorted.reduce((sum, [, calls]) => sum + calls, 0)
  if (all === 0) return null
  return (
    <div>
      <Title order={3} size="h6" mb={6}>
        {t('outcomes')}
      </Title>
      <Bars
        label={t('outcomes')}
        bars={sorted.slice(0, MAX_OUTCOMES).map(([outcome, calls]) => ({
          key: outcome,
          name: (
            <TextLink to="/calls" search={{ ...input, outcome }}>
              {word('outcome', outcome)}
            </TextLink>
          ),
          value: format.number(calls),
          share: calls / all,
          tone: toneOf(outcome),
        }))}
      />
    </div>
  )
}
