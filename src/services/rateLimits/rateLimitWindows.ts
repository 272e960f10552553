import type { Allowance, WindowStatus } from '../../kernel/http/limits.ts'

/** Fixed windows: a clock minute and a UTC day, in milliseconds. */
export const WIDTH_MS = { minute: 60_000, day: 86_400_000 } as const

/** The state of one window of one workspace in this process. */
export interface Window {
  /** The window's number since 1970. */
  index: number
  /** Requests that this process has allowed. */
  own: number
  /** Requests that all processes had allowed, as last read from the shared counter; 0 without one. */
  known: number
  /** The part of `known` that comes from `own`. */
  handed: number
  /** The ID of the shared counter. A counter that was lost and recreated has another ID. */
  born: number
}

/** Both windows of one workspace. */
export interface Counter {
  minute: Window
  day: Window
}

export const newCounter = (now: number): Counter => ({ minute: newWindow(indexAt(now, WIDTH_MS.minute)), day: newWindow(indexAt(now, WIDTH_MS.day)) })
const newWindow = (index: number): Window => ({ index, own: 0, known: 0, handed: 0, born: 0 })

export const indexAt = (now: number, widthMs: number) => Math.floor(now / widthMs)

/** Returns the whole seconds, at least one, after which the window has certainly ended. */
export const resetSeconds = (now: number, widthMs: number) => Math.ceil((widthMs - (now % widthMs)) / 1000)

/** Resets the window unless it has this index. */
export function startWindow(window: Window, index: number) {
  if (window.index === index) return
  Object.assign(window, newWindow(index))
}

/** Requests known to be allowed by this and other processes. */
export const countOf = ({ own, known, handed }: Window) => known + own - handed

/** Returns the allowance after a request that is included in the counts if it was allowed. `now` is in milliseconds. */
export function allowanceOf(allowed: boolean, now: number, limits: { rpm: number; rpd: number }, counts: { minute: number; day: number }): Allowance {
  const minute = windowStatus(limits.rpm, counts.minute, resetSeconds(now, WIDTH_MS.minute))
  const day = windowStatus(limits.rpd, counts.day, resetSeconds(now, WIDTH_MS.day))
  const isDay = allowed ? day.remaining * minute.limit < minute.remaining * day.limit : day.remaining === 0
  return { allowed, window: isDay ? 'day' : 'minute', minute, day }
}

const windowStatus = (limit: number, count: number, seconds: number): WindowStatus => ({ limit, remaining: Math.max(0, limit - count), resetSeconds: seconds })
