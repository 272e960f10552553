import { useEffect, useRef, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { CallRecordingLinkDocument } from './Calls.gql.ts'

export interface Player {
  /** Goes onto the audio element. */
  audio: React.RefObject<HTMLAudioElement | null>
  /** Where the audio is, once it was asked for. */
  src: string | undefined
  isPlaying: boolean
  hasBegun: boolean
  seconds: number
  length: number
  speed: number
  error: CombinedError | Error | null
  toggle(): void
  seek(seconds: number, thenPlay?: boolean): void
  setSpeed(speed: number): void
}

/**
 * Plays a call's recording. Its address is asked for when somebody wants to hear it, since it is a secret that ends; when it has
 * ended in the midst, another is asked for and the recording goes on where it was.
 */
export function usePlayer(callId: string, duration: number): Player {
  const client = useClient()
  const audio = useRef<HTMLAudioElement>(null)
  const [link, keep] = useState<{ src: string; until: number } | null>(null)
  const [state, set] = useState({ isPlaying: false, hasBegun: false, seconds: 0, length: duration })
  const [error, fail] = useState<CombinedError | Error | null>(null)
  const [speed, setSpeed] = useState(1)
  const wanted = useRef<number | null>(null)

  const load = async (from: number) => {
    wanted.current = from
    const { data, error: refused } = await client.query(CallRecordingLinkDocument, { id: callId }, { requestPolicy: 'network-only' }).toPromise()
    fail(refused ?? null)
    // The same host as the page, by whatever name it is known here.
    if (data) keep({ src: new URL(data.recordingLink.url).pathname, until: Date.parse(data.recordingLink.expiresAt) })
  }

  useEffect(() => {
    const element = audio.current
    if (!element) return
    const told = () =>
      set((before) => ({ ...before, isPlaying: !element.paused, seconds: element.currentTime, hasBegun: before.hasBegun || element.currentTime > 0 }))
    const measured = () => {
      if (Number.isFinite(element.duration)) set((before) => ({ ...before, length: element.duration }))
      if (wanted.current === null) return
      element.currentTime = wanted.current
      wanted.current = null
      void element.play().catch(() => {})
    }
    const broken = () => {
      set((before) => ({ ...before, isPlaying: false }))
      fail(new Error(element.error?.message || 'The recording could not be played'))
    }
    const listeners = { play: told, pause: told, timeupdate: told, seeked: told, ended: told, loadedmetadata: measured, error: broken }
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
    set((before) => ({ ...before, seconds, hasBegun: true }))
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
