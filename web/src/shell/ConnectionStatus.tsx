import { Alert, Badge, Button, Group } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { connectNow, useConnection } from '../api/connection.ts'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.ts'

/** Badge of the live connection. On a phone, where there is no room for it, the alert says when the connection is lost. */
export function ConnectionBadge() {
  const t = useMessages('shell')
  const { state } = useConnection()
  if (state === 'idle') return null
  const label = state === 'live' ? t('connectionLive') : state === 'behind' ? t('connectionOffline') : t('connectionConnecting')
  return (
    <Badge
      variant="dot"
      color={state === 'live' ? 'good' : state === 'behind' ? 'bad' : 'warn'}

      data-connection={state}
      miw="max-content"
      visibleFrom="sm"
    >
      {label}
    </Badge>
  )
}

/** Alert above the page while the connection is lost, with the time since. */
export function ConnectionAlert() {
  const t = useMessages('shell')
  const format = useFormat()
  const { state, since } = useConnection()
  if (state !== 'behind') return null
  return (
    <Alert role="alert" color="warn" icon={<Unplug aria-hidden />} mb="md" py="xs">
      <Group justify="space-between" gap="xs">
        {t('connectionBehind', { time: format.time(since) })}
        <Button size="compact-sm" variant="default" onClick={connectNow}>
          {t('connectNow')}
        </Button>
      </Group>
    </Alert>
  )
}
