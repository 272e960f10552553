import { Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useServerInfo } from '../../parts/viewer.tsx'

/** Says in test mode that waiting times are shorter than the settings say. */
export function SimulatedPace() {
  const t = useMessages('campaigns')
  const format = useFormat()
  const { simulated, simulatorSpeed } = useServerInfo()
  if (!simulated || !simulatorSpeed || simulatorSpeed === 1) return null
  return (
    <Text size="xs" c="dimmed">
      {t('simulatedPace', { speed: format.number(simulatorSpeed) })}
    </Text>
  )
}
