import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { log } from './log.ts'

/** What is announced to whoever watches. Events carry ids and what cannot be read again; they may be lost, rows may not. */
export interface Events {
  /** A call changed; `lines` are the transcript lines that are new, the first of them being number `startIndex` (from 0). */
  'call.updated': { workspaceId: number; callId: number; startIndex: number; lines: { role: 'agent' | 'user'; text: string; startSeconds: number | null }[] }
  /** Something the people of a workspace should know. */
  'notice.raised': { workspaceId: number; noticeId: number }
  /** Something of a campaign changed: its state, its leads or its calls. */
  'campaign.updated': { workspaceId: number; campaignId: number }
  /** A message came in, went out, or was told of. */
  'message.updated': { workspaceId: number; conversationId: number; messageId: number }
  /** An import of leads went on. */
  'leadImport.updated': { workspaceId: number; importId: number }
  /** A report went on. */
  'report.updated': { workspaceId: number; reportId: number }
  /** Something customers are told of: whether a webhook wants it or not. */
  'webhook.told': { workspaceId: number; type: string; eventId: string; createdAt: string }
  /** A key, session or membership lost its rights; `remains` where it goes on with other ones. */
  'access.revoked': { keyId?: number; sessionId?: string; userId?: number; workspaceId?: number; remains?: true }
}
export type EventName = keyof Events

const CHANNEL = 'callwright:events'
const local = new EventEmitter().setMaxListeners(0)
const here = randomUUID()
let publisher: Redis | null = null
let subscriber: Redis | null = null

/** Carries events to the other processes as well, whenever Redis can be reached; while it cannot they stay in this one. */
export function connectEvents(redisUrl: string) {
  publisher = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 150 })
  subscriber = new Redis(redisUrl)
  for (const redis of [publisher, subscriber]) redis.on('error', (err) => log.warn({ err: err.message }, 'cannot reach Redis'))
  subscriber.on('message', (_channel, text) => {
    const { from, name, event } = JSON.parse(text) as { from: string; name: string; event: unknown }
    if (from !== here) local.emit(name, event)
  })
  subscriber.subscribe(CHANNEL).catch((err: Error) => log.warn({ err: err.message }, 'cannot receive events from other server processes'))
}

export function disconnectEvents() {
  publisher?.disconnect()
  subscriber?.disconnect()
}

/** Announces an event. Call it after the commit, never inside the transaction. */
export function publish<Name extends EventName>(name: Name, event: Events[Name]) {
  local.emit(name, event)
  publisher
    ?.publish(CHANNEL, JSON.stringify({ from: here, name, event }))
    .catch((err: Error) => log.warn({ err: err.message }, 'could not send an event to other server processes'))
}

/** Calls the listener on each event until the answered function is called. */
export function on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void {
  local.on(name, listener)
  return () => local.off(name, listener)
}

const streams = new Set<{ return(): Promise<unknown> }>()

/** Ends every stream, so that those who read them can be told goodbye. */
export const endStreams = () => Promise.all([...streams].map((open) => open.return()))

/** An endless stream of events that can be ended from outside, also while it waits. */
export interface EventStream<Event> extends AsyncIterableIterator<Event> {
  push(event: Event): void
  return(): Promise<IteratorResult<Event>>
}

/**
 * The wanted events from now on. `limit` bounds what a slow reader may have waiting; past it the oldest are dropped,
 * since every event points at a row that can be read again.
 */
export function stream<Name extends EventName>(name: Name, wanted: (event: Events[Name]) => boolean, limit = 10_000): EventStream<Events[Name]> {
  type Event = Events[Name]
  const waiting: Event[] = []
  const readers: ((result: IteratorResult<Event>) => void)[] = []
  let ended = false
  const push = (event: Event) => {
    const reader = readers.shift()
    if (reader) return reader({ done: false, value: event })
    waiting.push(event)
    if (waiting.length > limit) waiting.shift()
  }
  const stop = on(name, (event) => {
    if (wanted(event)) push(event)
  })
  const end = (): Promise<IteratorResult<Event>> => {
    ended = true
    stop()
    streams.delete(opened)
    for (const reader of readers.splice(0)) reader({ done: true, value: undefined })
    return Promise.resolve({ done: true, value: undefined })
  }
  const opened: EventStream<Event> = {
    push,
    next: () =>
      waiting.length > 0
        ? Promise.resolve({ done: false, value: waiting.shift()! })
        : ended
          ? Promise.resolve({ done: true, value: undefined })
          : new Promise((resolve) => readers.push(resolve)),
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
  streams.add(opened)
  return opened
}

/** A stream of what is made of another's events: null passes over one, and `isLast` ends the stream after it. Ended from outside like the other. */
export function made<Event, Told>(
  events: EventStream<Event>,
  make: (event: Event) => Promise<Told | null>,
  isLast: (told: Told) => boolean = () => false,
): AsyncIterableIterator<Told> {
  const over = async (): Promise<IteratorResult<Told>> => (await events.return(), { done: true, value: undefined })
  let ended = false
  return {
    async next() {
      while (!ended) {
        const event = await events.next()
        if (event.done) return over()
        const told = await make(event.value)
        if (told === null) continue
        ended = isLast(told)
        return { done: false, value: told }
      }
      return over()
    },
    return: over,
    throw: over,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * Of what happens to something, named by `keyOf` (undefined where it is not wanted): the first at once, then one event in
 * so many milliseconds that stands for all that came meanwhile. The last is always told, to slow readers as well.
 */
export function calmed<Name extends EventName>(
  name: Name,
  keyOf: (event: Events[Name]) => number | undefined,
  everyMs: number,
): AsyncIterableIterator<Events[Name]> & { push(event: Events[Name]): void } {
  const known = new Map<number, 'waiting' | 'told' | Events[Name]>()
  const isNews = (event: Events[Name]) => {
    const key = keyOf(event)
    if (key === undefined) return false
    const state = known.get(key)
    if (state !== 'waiting') known.set(key, state === undefined ? 'waiting' : event)
    return state === undefined
  }
  const events = stream(name, isNews)
  const push = (event: Events[Name]) => {
    if (isNews(event)) events.push(event)
  }
  const rest = (key: number) => {
    const meanwhile = known.get(key)
    known.delete(key)
    if (typeof meanwhile === 'object') push(meanwhile)
  }
  const telling = made(events, (event) => {
    const key = keyOf(event)!
    known.set(key, 'told')
    setTimeout(rest, everyMs, key).unref()
    return Promise.resolve(event)
  })
  return Object.assign(telling, { push })
}
