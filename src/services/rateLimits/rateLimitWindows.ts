import type { Allowance, Rest } from '../../kernel/http/limits.ts'

/** Fixed windows: a minute of the clock, a day of UTC. In milliseconds. */
export const WIDTH_MS = { minute: 60_000, day: 86_400_000 } as const

/** What this process knows of one window of one workspace. */
export interface Window {
  /** The window's number since 1970. */
  index: number
  /** What this process has let through. */
  own: number
  /** What all processes had let through together when the shared counter was heard last; 0 without one. */
  known: number
  /** How much of `known` is of `own`. */
  handed: number
  /** Which shared counter that was; one that is lost and made anew has another number. */
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

/** Whole seconds, at least one, after which the window has certainly ended. */
export const resetSeconds = (now: number, widthMs: number) => Math.ceil((widthMs - (now % widthMs)) / 1000)

/** Begins a window anew unless it is this one. */
export function enter(window: Window, index: number) {
  if (window.index === index) return
  Object.assign(window, newWindow(index))
}

/** All that is known to have been let through, here and elsewhere. */
export const countOf = ({ own, known, handed }: Window) => known + own - handed

/** What counts say of a request that was counted in them if it was allowed, at a moment in milliseconds. */
export function allowanceOf(allowed: boolean, now: number, limits: { rpm: number; rpd: number }, counts: { minute: number; day: number }): Allowance {
  const minute = restOf(limits.rpm, counts.minute, resetSeconds(now, WIDTH_MS.minute))
  const day = restOf(limits.rpd, counts.day, resetSeconds(now, WIDTH_MS.day))
  const isDay = allowed ? day.remaining * minute.limit < minute.remaining * day.limit : day.remaining === 0
  return { allowed, window: isDay ? 'day' : 'minute', minute, day }
}

const restOf = (limit: number, count: number, seconds: number): Rest => ({ limit, remaining: Math.max(0, limit - count), resetSeconds: seconds })
