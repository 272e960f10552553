import { SegmentedControl } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { useViewer } from './viewer.tsx'

const DAYS = [7, 30, 90] as const
const DEFAULT = 30
const DAY_MS = 86_400_000

/** So many days up to today, by the workspace's clocks: `days` as an address has it, and the input that statistics take. */
export function usePeriod(chosen: string | undefined) {
  const { timezone } = useViewer().workspace
  const days = DAYS.find((one) => String(one) === chosen) ?? DEFAULT
  return { days, input: lastDays(days, timezone), isUsual: days === DEFAULT }
}

/** From the first of so many days up to the end of today, which is the last. */
export function lastDays(days: number, timezone: string) {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format())
  const day = (offset: number) => new Date(today + offset * DAY_MS).toISOString().slice(0, 10)
  return { from: day(1 - days), to: day(1) }
}

/** Chooses how many days figures are about. */
export function PeriodChoice({ days, onChange }: { days: number; onChange: (days: string | undefined) => void }) {
  const t = useMessages('common')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('period')}
      value={String(days)}
      onChange={(value) => onChange(value === String(DEFAULT) ? undefined : value)}
      data={DAYS.map((one) => ({ value: String(one), label: t('lastDays', { days: one }) }))}
    />
  )
}
