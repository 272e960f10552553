import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { Headphones, Square, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { MonitorCallDocument } from './ListenToCall.gql.ts'
import classes from './ListenToCall.module.css'
import { type LiveAudio, playLiveAudio } from './liveAudio.ts'

interface ListenProps {
  callId: string
  provider: string
  /** Why members must not listen, or null. */
  blocker: 'forbidden_by_law' | 'unverified_law' | 'announcement_missing' | null | undefined
}

type State = 'idle' | 'playing' | 'ended' | 'lost'

/** Plays an active call's audio with its level. Says why, where members can't listen. */
export function ListenToCall({ callId, provider, blocker }: ListenProps) {
  const t = useMessages('listen')
  const reason = blocker ?? (provider === 'vapi' ? null : 'not_offered')
  if (!useCan('calls:write')) return null
  if (reason)
    return (
      <Text size="xs" c="dimmed">
        {t(`blocked_${reason}`)}
      </Text>
    )
  return <Player callId={callId} />
}

function Player({ callId }: { callId: string }) {
  const t = useMessages('listen')
  const [monitor, isOpening] = useAction(MonitorCallDocument)
  const audio = useRef<LiveAudio | null>(null)
  const [state, setState] = useState<State>('idle')
  const [isMuted, setMuted] = useState(false)
  const [level, setLevel] = useState(0)
  const stop = () => {
    audio.current?.close()
    audio.current = null
  }
  useEffect(() => stop, [])

  const start = async () => {
    const session = (await monitor({ id: callId }))?.monitorCall
    if (!session?.url) return
    // Keeps only the path: the server's configured URL may differ from the page's origin.
    const url = `${window.location.origin.replace(/^http/, 'ws')}${new URL(session.url).pathname}`
    const onClose = (hasEnded: boolean) => {
      audio.current = null
      setState(hasEnded ? 'ended' : 'lost')
    }
    audio.current = playLiveAudio(url, { onLevel: setLevel, onClose })
    setMuted(false)
    setLevel(0)
    setState('playing')
  }
  const mute = () => {
    audio.current?.setMuted(!isMuted)
    setMuted(!isMuted)
  }

  if (state !== 'playing')
    return (
      <Group gap="xs">
        {state !== 'ended' && (
          <Button size="xs" variant="default" leftSection={<Headphones size={14} aria-hidden />} loading={isOpening} onClick={() => void start()}>
            {t('listen')}
          </Button>
        )}
        <Text size="xs" c="dimmed" role="status">
          {state === 'idle' ? '' : t(state)}
        </Text>
      </Group>
    )
  const Icon = isMuted ? VolumeX : Volume2
  return (
    <Group gap="xs" role="group" aria-label={t('audio')} wrap="nowrap">
      <Button size="xs" variant="default" leftSection={<Square size={14} aria-hidden />} onClick={() => (stop(), setState('idle'))}>
        {t('stop')}
      </Button>
      <ActionIcon variant="default" size={30} aria-label={t('mute')} aria-pressed={isMuted} onClick={mute}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <div
        role="meter"
        aria-label={t('level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
        className={classes.meter}
        data-muted={isMuted || undefined}
      >
        <div style={{ width: `${Math.round(level * 100)}%` }} />
      </div>
    </Group>
  )
}
