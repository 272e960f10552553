import { useEffect, useRef, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { CallRecordingLinkDocument } from './Call.gql.ts'

export interface Player {
  /** Ref of the audio element. */
  audio: React.RefObject<HTMLAudioElement | null>
  /** URL of the audio, once requested. */
  src: string | undefined
  isPlaying: boolean
  hasStarted: boolean
  seconds: number
  length: number
  speed: number
  error: CombinedError | Error | null
  toggle(): void
  seek(seconds: number, thenPlay?: boolean): void
  setSpeed(speed: number): void
}

/**
 * Plays a call's recording. The URL is secret and expires, so it is requested on play. If it expires during playback, a
 * new one is requested and playback continues at the same position.
 */
export function usePlayer(callId: string, duration: number): Player {
  const client = useClient()
  const audio = useRef<HTMLAudioElement>(null)
  const [link, setLink] = useState<{ src: string; until: number } | null>(null)
  const [state, setState] = useState({ isPlaying: false, hasStarted: false, seconds: 0, length: duration })
  const [error, setError] = useState<CombinedError | Error | null>(null)
  const [speed, setSpeed] = useState(1)
  const pendingSeek = useRef<number | null>(null)

  const load = async (from: number) => {
    pendingSeek.current = from
    const { data, error: failure } = await client.query(CallRecordingLinkDocument, { id: callId }, { requestPolicy: 'network-only' }).toPromise()
    setError(failure ?? null)
    // Keeps only the path: the server's configured URL may differ from the page's origin.
    if (data) setLink({ src: new URL(data.recordingLink.url).pathname, until: Date.parse(data.recordingLink.expiresAt) })
  }

  useEffect(() => {
    const element = audio.current
    if (!element) return
    const syncState = () =>
      setState((before) => ({ ...before, isPlaying: !element.paused, seconds: element.currentTime, hasStarted: before.hasStarted || element.currentTime > 0 }))
    const startPlayback = () => {
      if (Number.isFinite(element.duration)) setState((before) => ({ ...before, length: element.duration }))
      if (pendingSeek.current === null) return
      element.currentTime = pendingSeek.current
      pendingSeek.current = null
      void element.play().catch(() => {})
    }
    const handleError = () => {
      setState((before) => ({ ...before, isPlaying: false }))
      setError(new Error(element.error?.message || 'The recording could not be played'))
    }
    const listeners = {
      play: syncState,
      pause: syncState,
      timeupdate: syncState,
      seeked: syncState,
      ended: syncState,
      loadedmetadata: startPlayback,
      error: handleError,
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
    }
  }, [link])

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed
  }, [speed, state.isPlaying])

  const isUsable = () => link !== null && link.until > Date.now() && error === null
  const seek = (seconds: number, thenPlay = false) => {
    setState((before) => ({ ...before, seconds, hasStarted: true }))
    if (!audio.current || !isUsable()) return void load(seconds)
    audio.current.currentTime = seconds
    if (thenPlay) void audio.current.play().catch(() => {})
  }
  const toggle = () => {
    if (!audio.current || !isUsable()) return void load(state.seconds)
    if (audio.current.paused) void audio.current.play().catch(() => {})
    else audio.current.pause()
  }
  return { audio, src: link?.src, ...state, speed, error, toggle, seek, setSpeed }
}
