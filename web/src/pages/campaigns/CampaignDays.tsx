import { Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Columns } from '../../parts/charts/Columns.tsx'

/** Maximum days to draw. Later days are omitted. */
const MAX_DAYS = 60

/** Calls by day. */
export function CampaignDays({ days }: { days: readonly { date: string; calls: number }[] }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const points = days.slice(0, MAX_DAYS).map(({ date, calls }) => ({ name: format.day(date), values: [calls] }))
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('callsByDay')}
      </Text>
      <Columns label={t('callsByDay')} total={t('calls')} series={[{ key: 'calls', name: t('calls') }]} points={points} />
    </div>
  )
}
