import { Group, Text, Tooltip } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'

/** So many days are drawn; of more the first. */
const MAX = 60
const HEIGHT = 96

/** Calls by day as bars; each tells its number to a pointer, and all of them to a screen reader. */
export function CampaignDays({ days }: { days: readonly { date: string; calls: number }[] }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const shown = days.slice(0, MAX)
  const most = Math.max(...shown.map(({ calls }) => calls), 1)
  const said = ({ date, calls }: { date: string; calls: number }) => t('dayCalls', { day: format.day(date), count: calls })
  return (
    <figure style={{ margin: 0 }}>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {t('callsByDay')}
      </Text>
      <div role="img" aria-label={shown.map(said).join('; ')} style={{ display: 'flex', alignItems: 'flex-end', gap: 3, height: HEIGHT }}>
        {shown.map((day) => (
          <Tooltip key={day.date} label={said(day)}>
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
      <Group justify="space-between" maw={shown.length * 51}>
        <Text size="xs" c="dimmed">
          {format.day(shown[0]?.date)}
        </Text>
        {shown.length > 1 && (
          <Text size="xs" c="dimmed">
            {format.day(shown.at(-1)?.date)}
          </Text>
        )}
      </Group>
    </figure>
  )
}
