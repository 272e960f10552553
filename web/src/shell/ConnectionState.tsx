import { Badge, Tooltip } from '@mantine/core'
import { useConnection } from '../connection.ts'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.ts'

/** Whether what is shown is live; says so aloud when it no longer is. */
export function ConnectionState() {
  const t = useMessages('shell')
  const format = useFormat()
  const { state, since } = useConnection()
  if (state === 'idle') return null
  const label =
    state === 'live' ? t('connectionLive') : state === 'connecting' ? t('connectionConnecting') : t('connectionBehind', { time: format.time(since) })
  return (
    <Tooltip label={label} multiline maw={280}>
      <Badge
        variant="dot"
        color={state === 'live' ? 'teal' : state === 'behind' ? 'red' : 'yellow'}
        tt="none"
        role="status"
        data-connection={state}
        maw={state === 'behind' ? { base: 90, md: 420 } : undefined}
      >
        {label}
      </Badge>
    </Tooltip>
  )
}
