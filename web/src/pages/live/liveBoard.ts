import { hasEnded } from '../../../../src/kernel/vocabulary/callStates.ts'
import type { LiveCallsSubscription } from './Live.gql.ts'

type CallUpdate = LiveCallsSubscription['activeCallsUpdated']

/** A call on the board: its latest update and transcript line. */
export type LiveRow = CallUpdate['call'] & {
  lastLine: CallUpdate['lines'][number] | null
  /** When the last update arrived, by this browser's clock. */
  updatedAt: number
}

/** How long an ended call stays on the board. */
const ENDED_CALL_TTL_MS = 6_000
/** Minimum interval between rebuilds of the list. Changes within a row appear with the next frame. */
const MIN_REBUILD_INTERVAL_MS = 250

export type Board = ReturnType<typeof createBoard>

/**
 * Store of active calls outside React, since hundreds can change at once. Updates are batched per animation frame and
 * render only the affected rows. An ended call stays for a moment.
 */
export function createBoard() {
  const rows = new Map<string, LiveRow>()
  const watchers = new Map<string, Set<() => void>>()
  const listWatchers = new Set<() => void>()
  const changedIds = new Set<string>()
  let list: readonly LiveRow[] = []
  let isListStale = false
  let listBuiltAt = 0
  let frame = 0

  const scheduleFrame = () => (frame ||= requestAnimationFrame(notifyWatchers))

  function notifyWatchers(now: number) {
    frame = 0
    const ids = [...changedIds]
    changedIds.clear()
    for (const id of ids) for (const watcher of watchers.get(id) ?? []) watcher()
    if (!isListStale) return
    if (now - listBuiltAt < MIN_REBUILD_INTERVAL_MS) return scheduleFrame()
    isListStale = false
    listBuiltAt = now
    list = [...rows.values()].sort((a, b) => Number(a.id) - Number(b.id))
    for (const watcher of listWatchers) watcher()
  }

  function remove(id: string) {
    if (!rows.delete(id)) return
    isListStale = true
    scheduleFrame()
  }

  return {
    /** Applies an update. Ignores ended calls that aren't on the board. */
    tell({ call, lines }: CallUpdate) {
      const before = rows.get(call.id)
      const isOver = hasEnded(call.status)
      if (!before && isOver) return
      rows.set(call.id, { ...call, lastLine: lines.at(-1) ?? before?.lastLine ?? null, updatedAt: Date.now() })
      if (before?.status !== call.status) isListStale = true
      if (isOver && before && !hasEnded(before.status)) setTimeout(remove, ENDED_CALL_TTL_MS, call.id)
      changedIds.add(call.id)
      scheduleFrame()
    },
    /** Reconciles the board with all active calls as of `askedAt`: other calls without a later update have ended unnoticed. */
    settle(ids: ReadonlySet<string>, askedAt: number) {
      for (const { id, status, updatedAt } of rows.values()) if (!ids.has(id) && updatedAt < askedAt && !hasEnded(status)) remove(id)
    },
    row: (id: string) => rows.get(id),
    list: () => list,
    watchRow(id: string, watcher: () => void) {
      const others = watchers.get(id) ?? new Set()
      watchers.set(id, others.add(watcher))
      return () => {
        if (others.delete(watcher) && others.size === 0) watchers.delete(id)
      }
    },
    watchList(watcher: () => void) {
      listWatchers.add(watcher)
      return () => void listWatchers.delete(watcher)
    },
    close: () => cancelAnimationFrame(frame),
  }
}
