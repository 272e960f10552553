import { setImmediate as othersTurn } from 'node:timers/promises'
import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { withVerbatim } from '../kernel/json/jsonSource.ts'
import { sharedAnswers, sharedExecutions, sharedWatchers } from '../kernel/metrics.ts'
import { ending } from './frames.ts'
import { withTellableErrors } from './tellableErrors.ts'

/** Where a watcher's answers go, as `frames.ts` ends a message. */
export type Tell = (answer: Buffer) => void

/** A watcher's place in a group. To graphql-ws it is a stream that yields nothing and ends; answers bypass it. */
export interface Seat extends AsyncIterableIterator<never> {
  /** Answers go there, from the first `next()` on. */
  sendTo(tell: Tell): void
  return(): Promise<IteratorResult<never>>
}
interface Watcher {
  tell: Tell | null
  isTold: boolean
  end(): void
  fail(error: unknown): void
}
/** So many are told before other work of the process has its turn. */
const AT_ONCE = 500

export interface Group {
  /** A place in it, or why there is none: the subscription was refused. */
  join(): Promise<Seat | ExecutionResult>
}

/**
 * One subscription for any number of watchers: each event is executed and written as JSON once. With `isState` each
 * answer tells all there is, so that who joins is told at once, by executing the last event again; those who join
 * meanwhile share that. It ends with its last watcher, or with its source. `args` gives each execution a context of its
 * own, since what is loaded is kept by it.
 */
export function openGroup(args: () => ExecutionArgs, isState: boolean, ended: () => void): Group {
  const watchers = new Set<Watcher>()
  const source = createSourceEventStream(args())
  let events: AsyncIterator<unknown> | null = null
  let last: { event: unknown } | null = null
  let isCatchingUp = false
  let turn = Promise.resolve()

  /** One execution after another, so that answers never go back in time. */
  const inTurn = (work: () => Promise<void>) => (turn = turn.then(work))

  async function tell(event: unknown, isMeant: (watcher: Watcher) => boolean) {
    sharedExecutions.inc()
    const answer = ending(withVerbatim(JSON.stringify(withTellableErrors(await execute({ ...args(), rootValue: event })))))
    const meant = [...watchers].filter((watcher) => watcher.tell && isMeant(watcher))
    sharedAnswers.inc(meant.length)
    for (const [index, watcher] of meant.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await othersTurn()
      if (!watchers.has(watcher)) continue
      watcher.isTold = true
      watcher.tell!(answer)
    }
  }

  async function run() {
    const opened = await source
    if (!isStream(opened)) return
    events = opened[Symbol.asyncIterator]()
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const event = next.value
      await inTurn(() => {
        last = { event }
        return tell(event, () => true)
      })
    }
  }

  function catchUp() {
    if (isCatchingUp || !isState) return
    isCatchingUp = true
    inTurn(async () => {
      isCatchingUp = false
      const isUntold = ({ isTold }: Watcher) => !isTold
      if (last && [...watchers].some(isUntold)) await tell(last.event, isUntold)
    }).catch(fail)
  }

  function leave(watcher: Watcher) {
    if (!watchers.delete(watcher)) return
    sharedWatchers.dec()
    if (watchers.size > 0) return
    ended()
    void events?.return?.()
  }

  const end = () => (ended(), watchers.forEach((watcher) => watcher.end()))
  const fail = (error: unknown) => (ended(), watchers.forEach((watcher) => watcher.fail(error)))
  run().then(end, fail)

  return {
    async join() {
      let settle: Pick<Watcher, 'end' | 'fail'>
      const over = new Promise<IteratorResult<never>>((resolve, reject) => {
        settle = { end: () => resolve({ done: true, value: undefined }), fail: reject }
      })
      over.catch(() => {}) // Who is not seated yet hears of it by the source.
      const watcher: Watcher = {
        tell: null,
        isTold: false,
        end: () => (leave(watcher), settle.end()),
        fail: (error) => (leave(watcher), settle.fail(error)),
      }
      watchers.add(watcher)
      sharedWatchers.inc()
      const opened = await source
      return isStream(opened) ? seatOf(watcher, over, catchUp) : opened
    },
  }
}

function seatOf(watcher: Watcher, over: Promise<IteratorResult<never>>, catchUp: () => void): Seat {
  let send: Tell = () => {}
  return {
    sendTo: (tell) => void (send = tell),
    next() {
      if (!watcher.tell) {
        watcher.tell = send
        catchUp()
      }
      return over
    },
    return: () => (watcher.end(), over),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const isStream = (opened: AsyncIterable<unknown> | ExecutionResult): opened is AsyncIterable<unknown> => Symbol.asyncIterator in opened
