import { Box, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { type MessageKey, useMessages } from '../../messages.ts'
import { Sparkline } from '../../parts/charts/Sparkline.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { StatisticsResult } from '../../parts/page/Statistics.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { HomeDaysDocument, type HomeDaysQuery, HomeFiguresDocument, type HomeTotalsFragment } from './Home.gql.ts'
import type { HomePeriod } from './homePeriod.ts'

type Day = HomeDaysQuery['dailyStats']['days'][number]

interface Kind {
  name: MessageKey<'home'>
  of: (sums: HomeTotalsFragment | Day) => number | null
  unit: 'number' | 'percent' | 'cents'
  /** Whether an increase is good. Absent if neither is. */
  isGood?: boolean
  link?: Record<string, string>
  to?: '/calls' | '/billing'
}

const amount = (value: string | null | undefined) => (value == null ? null : Number(value))

const KINDS: readonly Kind[] = [
  { name: 'calls', of: ({ calls }) => calls, unit: 'number', to: '/calls' },
  { name: 'answerRate', of: ({ answerRate }) => answerRate ?? null, unit: 'percent', isGood: true, to: '/calls', link: { status: 'completed' } },
  { name: 'talkMinutes', of: ({ talkMinutes }) => Math.round(talkMinutes), unit: 'number' },
  { name: 'successRate', of: ({ successRate }) => successRate ?? null, unit: 'percent', isGood: true, to: '/calls', link: { outcome: 'success' } },
  { name: 'cost', of: ({ cost }) => amount(cost), unit: 'cents', to: '/billing', link: { tab: 'costs' } },
  { name: 'costPerSuccess', of: ({ costPerSuccess }) => amount(costPerSuccess), unit: 'cents', isGood: false },
]

/** Figures of the period, compared with the period before. */
export function HomeFigures({ days, input }: HomePeriod) {
  const result = useQuery({ query: HomeFiguresDocument, variables: { input } })
  const [{ data: daily }] = useQuery({ query: HomeDaysDocument, variables: { input } })
  usePolling(result[1])
  return (
    <StatisticsResult result={result} placeholder={<Skeleton height={130} />}>
      {({ workspaceStats: { current, previous } }) => (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
          {KINDS.map((kind) => (
            <Figure key={kind.name} figure={kind} current={current} previous={previous} period={{ days, input }} daily={daily?.dailyStats.days ?? []} />
          ))}
        </SimpleGrid>
      )}
    </StatisticsResult>
  )
}

interface FigureProps {
  figure: Kind
  current: HomeTotalsFragment
  previous: HomeTotalsFragment
  period: HomePeriod
  daily: readonly Day[]
}

function Figure({ figure: { name, of, unit: shown, isGood, to, link }, current, previous, period: { days, input }, daily }: FigureProps) {
  const t = useMessages('home')
  const format = useFormat()
  const [now, before] = [of(current), of(previous)]
  const write = (value: number | null) => (shown === 'cents' ? format.cents(value === null ? null : String(value), current.currency) : format[shown](value))
  return (
    <Paper withBorder p="sm" data-figure={name} miw={0} display="flex" style={{ flexDirection: 'column' }}>
      <Text component="div" size="sm">
        {to ? (
          <TextLink {...(to === '/calls' ? { to, search: { ...input, ...link } } : { to, search: { ...link, days: String(days) } })}>{t(name)}</TextLink>
        ) : (
          t(name)
        )}
      </Text>
      <Text fz={24} fw={600} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }} data-value>
        {write(now)}
      </Text>
      <Change now={now} before={before} isRate={shown === 'percent'} isGood={isGood} was={write(before)} />
      {/* At the bottom, so that the lines of all figures are level, also where a change takes two lines. */}
      <Box mt="auto">
        <Sparkline values={daily.map(of)} />
      </Box>
    </Paper>
  )
}

interface ChangeProps {
  now: number | null
  before: number | null
  isRate: boolean
  isGood: boolean | undefined
  was: string
}

/** The change of a figure: percentage points for rates, otherwise percent. */
function Change({ now, before, isRate, isGood, was }: ChangeProps) {
  const t = useMessages('home')
  const format = useFormat()
  if (now === null || before === null || before === 0)
    return (
      <Text size="xs" c="dimmed">
        {before === null || before === 0 ? t('noEarlierData') : t('was', { value: was })}
      </Text>
    )
  const change = isRate ? now - before : (now - before) / before
  const isSteady = Math.abs(change) < 0.005
  const color = isSteady || isGood === undefined ? 'dimmed' : change > 0 === isGood ? 'var(--tone-good-text)' : 'var(--tone-bad-text)'
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const formatted = isRate ? t('points', { points: format.number(Math.round(Math.abs(change) * 1000) / 10) }) : format.change(change)
  return (
    <Group gap={4} c="dimmed">
      {!isSteady && <Arrow size={12} aria-label={t(change > 0 ? 'up' : 'down')} />}
      <Text size="xs" c={color} fw={600}>
        {isSteady ? t('steady') : formatted}
      </Text>
      <Text size="xs" c="dimmed">
        {t('was', { value: was })}
      </Text>
    </Group>
  )
}
