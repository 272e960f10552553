import { Group, Text, Tooltip } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'

/** Maximum days to draw. Later days are omitted. */
const MAX_DAYS = 60
const HEIGHT = 96

/** Bar chart of calls by day, with tooltips and a text alternative. */
export function CampaignDays({ days }: { days: readonly { date: string; calls: number }[] }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const visibleDays = days.slice(0, MAX_DAYS)
  const most = Math.max(...visibleDays.map(({ calls }) => calls), 1)
  const describeDay = ({ date, calls }: { date: string; calls: number }) => t('dayCalls', { day: format.day(date), count: calls })
  return (
    <figure style={{ margin: 0 }}>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {t('callsByDay')}
      </Text>
      <div role="img" aria-label={visibleDays.map(describeDay).join('; ')} style={{ display: 'flex', alignItems: 'flex-end', gap: 3, height: HEIGHT }}>
        {visibleDays.map((day) => (
          <Tooltip key={day.date} label={describeDay(day)}>
            <div
              style={{
                flex: '1 1 0',
                maxWidth: 48,
                minWidth: 2,
                height: Math.max(2, (day.calls / most) * HEIGHT),
                borderRadius: '3px 3px 0 0',
                background: 'var(--mantine-primary-color-filled)',
              }}
            />
          </Tooltip>
        ))}
      </div>
      <Group justify="space-between" maw={visibleDays.length * 51}>
        <Text size="xs" c="dimmed">
          {format.day(visibleDays[0]?.date)}
        </Text>
        {visibleDays.length > 1 && (
          <Text size="xs" c="dimmed">
            {format.day(visibleDays.at(-1)?.date)}
          </Text>
        )}
      </Group>
    </figure>
  )
}
