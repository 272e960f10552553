import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import { sharedAnswers, sharedExecutions, sharedWatchers } from '../../kernel/metrics.ts'
import { inWorkspaceOf } from '../graphql/callersWorkspace.ts'
import { withPublicErrors } from '../graphql/publicErrors.ts'
import type { Snapshots } from './subscriptionSnapshots.ts'

/** Sends a result, as JSON, to a subscriber. */
export type SendAnswer = (answer: Buffer) => void

/** A subscriber of a group. For graphql-ws it is a stream that yields the snapshot, if there is one, and ends; other results bypass it. */
export interface SubscriberHandle extends AsyncIterableIterator<ExecutionResult> {
  /** Sets the receiver of results, which starts with the first `next()`. */
  sendTo(send: SendAnswer): void
  return(): Promise<IteratorResult<ExecutionResult>>
}
interface Watcher {
  send: SendAnswer | null
  hasAnswer: boolean
  end(): void
  fail(error: unknown): void
}
interface GroupOptions {
  /** Whether each result is complete. */
  isState: boolean
  /** What each subscriber gets before the changes. */
  snapshots: Snapshots | undefined
  ended(): void
}
/** Changes held for a subscriber. Beyond it the oldest are dropped, as `streamEvents` does. */
const MAX_HELD = 10_000
/** Number of subscribers served before yielding to other work. */
const BATCH_SIZE = 500

export interface Group {
  /** Adds a subscriber; returns the errors if the subscription was refused. */
  join(): Promise<SubscriberHandle | ExecutionResult>
}

/**
 * Opens one subscription for any number of subscribers: each event is executed and serialized once. With `isState` each result is
 * complete, so a new subscriber immediately gets one by executing the last event again; subscribers that join meanwhile share it. The
 * group ends with its last subscriber or its source. Changes wait for a subscriber whose snapshot is being sent. `args` returns a new
 * context for each execution, since contexts cache what they load.
 */
export function openGroup(args: () => ExecutionArgs, { isState, snapshots, ended }: GroupOptions): Group {
  const watchers = new Set<Watcher>()
  const source = createSourceEventStream(args())
  let events: AsyncIterator<unknown> | null = null
  let last: { event: unknown } | null = null
  let isCatchingUp = false
  let turn = Promise.resolve()

  /** Serializes executions, so that results stay in order. */
  const inTurn = (work: () => Promise<void>) => (turn = turn.then(work))

  async function sendResult(event: unknown, isReceiver: (watcher: Watcher) => boolean) {
    sharedExecutions.inc()
    const own = args()
    // A subscriber that joins may be the one that causes it.
    const result = await inWorkspaceOf(own, () => execute({ ...own, rootValue: event }))
    const answer = Buffer.from(withVerbatim(JSON.stringify(withPublicErrors(result))))
    const receivers = [...watchers].filter((watcher) => watcher.send && isReceiver(watcher))
    sharedAnswers.inc(receivers.length)
    for (const [index, watcher] of receivers.entries()) {
      if (index % BATCH_SIZE === BATCH_SIZE - 1) await yieldToEventLoop()
      if (!watchers.has(watcher)) continue
      watcher.hasAnswer = true
      watcher.send!(answer)
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
        return sendResult(event, () => true)
      })
    }
  }

  function catchUp() {
    if (isCatchingUp || !isState) return
    isCatchingUp = true
    inTurn(async () => {
      isCatchingUp = false
      const isWaiting = ({ hasAnswer }: Watcher) => !hasAnswer
      if (last && [...watchers].some(isWaiting)) await sendResult(last.event, isWaiting)
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
      const over = new Promise<IteratorResult<ExecutionResult>>((resolve, reject) => {
        settle = { end: () => resolve({ done: true, value: undefined }), fail: reject }
      })
      over.catch(() => {}) // A subscriber without a handle yet gets the error from the source.
      const watcher: Watcher = {
        send: null,
        hasAnswer: false,
        end: () => (leave(watcher), settle.end()),
        fail: (error) => (leave(watcher), settle.fail(error)),
      }
      watchers.add(watcher)
      sharedWatchers.inc()
      const opened = await source
      return isStream(opened) ? handleOf(watcher, over, catchUp, snapshots) : opened
    },
  }
}

type Next = Promise<IteratorResult<ExecutionResult>>

/** graphql-ws asks for the next result of a snapshot when the socket has taken the last. Changes are held meanwhile. */
function handleOf(watcher: Watcher, over: Next, catchUp: () => void, snapshots: Snapshots | undefined): SubscriberHandle {
  let send: SendAnswer = () => {}
  let snapshot: Promise<readonly ExecutionResult[]> | null = null
  let hasLeft = false
  let position = 0
  const held: Buffer[] = []

  function start() {
    watcher.send = snapshots ? hold : send
    if (snapshots) snapshot = snapshots().catch((error: unknown) => (watcher.fail(error), []))
    else catchUp()
  }
  function hold(answer: Buffer) {
    held.push(answer)
    if (held.length > MAX_HELD) held.shift()
  }
  function release() {
    snapshot = null
    watcher.send = send
    for (const answer of held.splice(0)) send(answer)
  }

  return {
    sendTo: (receiver) => void (send = receiver),
    async next() {
      if (!watcher.send) start()
      const value = (await snapshot)?.[position++]
      if (hasLeft) return over
      if (value) return { done: false, value }
      if (snapshot) release()
      return over
    },
    return: () => ((hasLeft = true), watcher.end(), over),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const isStream = (opened: AsyncIterable<unknown> | ExecutionResult): opened is AsyncIterable<unknown> => Symbol.asyncIterator in opened
