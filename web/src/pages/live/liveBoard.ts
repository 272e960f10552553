import { hasEnded } from '../../../../src/kernel/vocabulary/callStates.ts'
import type { LiveCallsSubscription } from './Live.gql.ts'

type Told = LiveCallsSubscription['activeCallsUpdated']

/** A call as the board shows it: as it was told last, and the last line that was spoken. */
export type LiveRow = Told['call'] & {
  lastLine: Told['lines'][number] | null
  /** When it was told last, by this browser's clock. */
  toldAt: number
}

/** How long a call that has ended is still shown. */
const FAREWELL_MS = 6_000
/** The list is made anew so often at most; what happens within a row is shown with the next frame. */
const LIST_MS = 250

export type Board = ReturnType<typeof openBoard>

/**
 * The calls under way, kept outside of React so that hundreds of them may change at any time: what is told between two frames
 * is shown at once, and only by the rows it is about. A call that ends stays for a moment.
 */
export function openBoard() {
  const rows = new Map<string, LiveRow>()
  const watchers = new Map<string, Set<() => void>>()
  const listWatchers = new Set<() => void>()
  const changed = new Set<string>()
  let list: readonly LiveRow[] = []
  let isListOld = false
  let listedAt = 0
  let frame = 0

  const draw = () => (frame ||= requestAnimationFrame(show))

  function show(now: number) {
    frame = 0
    const about = [...changed]
    changed.clear()
    for (const id of about) for (const watcher of watchers.get(id) ?? []) watcher()
    if (!isListOld) return
    if (now - listedAt < LIST_MS) return draw()
    isListOld = false
    listedAt = now
    list = [...rows.values()].sort((a, b) => Number(a.id) - Number(b.id))
    for (const watcher of listWatchers) watcher()
  }

  function remove(id: string) {
    if (!rows.delete(id)) return
    isListOld = true
    draw()
  }

  return {
    /** A call was told of. One that has ended and is not shown is of no interest here. */
    tell({ call, lines }: Told) {
      const before = rows.get(call.id)
      const isOver = hasEnded(call.status)
      if (!before && isOver) return
      rows.set(call.id, { ...call, lastLine: lines.at(-1) ?? before?.lastLine ?? null, toldAt: Date.now() })
      if (before?.status !== call.status) isListOld = true
      if (isOver && before && !hasEnded(before.status)) setTimeout(remove, FAREWELL_MS, call.id)
      changed.add(call.id)
      draw()
    },
    /** These are all that are under way, as of then: others that were not told of since have ended unheard. */
    settle(ids: ReadonlySet<string>, askedAt: number) {
      for (const { id, status, toldAt } of rows.values()) if (!ids.has(id) && toldAt < askedAt && !hasEnded(status)) remove(id)
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
