import { useSyncExternalStore } from 'react'
import { useFormat } from '../../format.ts'

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = Math.floor(Date.now() / 1000)

function tick() {
  second = Math.floor(Date.now() / 1000)
  for (const watcher of watchers) watcher()
}

/** One interval for all timers, so that they tick together without rendering their parents. */
function watch(watcher: () => void) {
  watchers.add(watcher)
  timer ??= setInterval(tick, 1000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Elapsed time that ticks until the end. */
export function LiveTimer({ since, until }: { since: string; until: string | null }) {
  const format = useFormat()
  const now = useSyncExternalStore(watch, () => second)
  const end = until ? Date.parse(until) / 1000 : now
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{format.duration(Math.max(0, end - Date.parse(since) / 1000))}</span>
}
