import { SegmentedControl } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useViewer } from '../viewer.tsx'

const DAYS = [7, 30, 90] as const
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** Returns the last `days` days in the workspace's time zone, as the input of statistics queries. */
export function usePeriod(chosen: string | undefined) {
  const { timezone } = useViewer().workspace
  const days = DAYS.find((option) => String(option) === chosen) ?? DEFAULT_DAYS
  return { days, input: lastDays(days, timezone), isUsual: days === DEFAULT_DAYS }
}

/** Returns a period of days that ends with today. */
export function lastDays(days: number, timezone: string) {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format())
  const day = (offset: number) => new Date(today + offset * DAY_MS).toISOString().slice(0, 10)
  return { from: day(1 - days), to: day(1) }
}

/** Selects the number of days to show. */
export function PeriodSelect({ days, onChange }: { days: number; onChange: (days: string | undefined) => void }) {
  const t = useMessages('common')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('period')}
      value={String(days)}
      onChange={(value) => onChange(value === String(DEFAULT_DAYS) ? undefined : value)}
      data={DAYS.map((option) => ({ value: String(option), label: t('lastDays', { days: option }) }))}
    />
  )
}
