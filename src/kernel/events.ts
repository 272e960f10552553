import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { AlertId, ApiKeyId, CallId, CampaignId, ConversationId, LeadImportId, MessageId, ReportId, UserId, WorkspaceId } from './vocabulary/ids.ts'
import { inAnyWorkspace } from './db/workspaceContext.ts'
import { log } from './log.ts'
import { perServer } from './serverState.ts'

/** In-process events. They carry IDs and data that cannot be read again. Events can be lost; rows cannot. */
export interface Events {
  /** A call changed. `lines` are the new transcript lines; `startIndex` is the zero-based index of the first. */
  'call.updated': {
    workspaceId: WorkspaceId
    callId: CallId
    startIndex: number
    lines: { role: 'agent' | 'user'; text: string; startSeconds: number | null }[]
  }
  /** An alert was raised for the members of a workspace. */
  'alert.raised': { workspaceId: WorkspaceId; alertId: AlertId }
  /** A campaign changed: its status, its leads or its calls. */
  'campaign.updated': { workspaceId: WorkspaceId; campaignId: CampaignId }
  /** A message was received or sent, or its delivery status changed. */
  'message.updated': { workspaceId: WorkspaceId; conversationId: ConversationId; messageId: MessageId }
  /** A lead import made progress. */
  'leadImport.updated': { workspaceId: WorkspaceId; importId: LeadImportId }
  /** A report made progress. */
  'report.updated': { workspaceId: WorkspaceId; reportId: ReportId }
  /** A webhook event was created, whether or not an endpoint subscribes to it. */
  'webhook.created': { workspaceId: WorkspaceId; type: string; eventId: string; createdAt: string }
  /** A process without a worker stored a voice provider's webhook. */
  'providerEvents.stored': Record<string, never>
  /** A key, session or membership lost its rights. `remains` is set when it continues with different rights. */
  'access.revoked': { keyId?: ApiKeyId; sessionId?: string; userId?: UserId; workspaceId?: WorkspaceId; remains?: true }
}
export type EventName = keyof Events

const CHANNEL = 'callwright:events'
const bus = perServer(() => ({
  id: randomUUID(),
  local: new EventEmitter().setMaxListeners(0),
  publisher: null as Redis | null,
  subscriber: null as Redis | null,
  streams: new Set<{ return(): Promise<unknown> }>(),
}))

/** Shares events with the other processes through Redis. While Redis is unreachable, events stay in this process. */
export async function connectEvents(redisUrl: string): Promise<void> {
  const { Redis } = await import('./redis.ts')
  const { id, local } = bus()
  const publisher = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 150, enableAutoPipelining: true })
  const subscriber = new Redis(redisUrl)
  Object.assign(bus(), { publisher, subscriber })
  for (const redis of [publisher, subscriber]) redis.on('error', (err) => log.warn({ err: err.message }, 'cannot reach Redis'))
  subscriber.on('message', (_channel, text) => {
    const { from, name, event } = JSON.parse(text) as { from: string; name: string; event: unknown }
    if (from !== id) local.emit(name, event)
  })
  subscriber.subscribe(CHANNEL).catch((err: Error) => log.warn({ err: err.message }, 'cannot receive events from other server processes'))
}

/** Whether events reach the other processes: `off` if no Redis is set. */
export function redisState(): 'ok' | 'unreachable' | 'off' {
  const { publisher } = bus()
  if (!publisher) return 'off'
  return publisher.status === 'ready' ? 'ok' : 'unreachable'
}

export function disconnectEvents() {
  bus().publisher?.disconnect()
  bus().subscriber?.disconnect()
}

/** Publishes an event. Call it after the commit, never inside the transaction. */
export function publish<Name extends EventName>(name: Name, event: Events[Name]) {
  const { id, local, publisher } = bus()
  inAnyWorkspace(() => local.emit(name, event))
  publisher
    ?.publish(CHANNEL, JSON.stringify({ from: id, name, event }))
    .catch((err: Error) => log.warn({ err: err.message }, 'could not send an event to other server processes'))
}

/** Calls the listener on each event. Returns a function that unsubscribes it. */
export function onEvent<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void {
  const { local } = bus()
  local.on(name, listener)
  return () => local.off(name, listener)
}

/** Ends every stream, so that subscribers receive a proper completion. */
export const endStreams = () => Promise.all([...bus().streams].map((stream) => stream.return()))

/** An endless stream of events. `return` ends it from outside, even while a reader waits. */
export interface EventStream<Event> extends AsyncIterableIterator<Event> {
  push(event: Event): void
  /** Removes and returns the events that wait, oldest first. */
  takeWaiting(limit: number): Event[]
  return(): Promise<IteratorResult<Event>>
}

/**
 * Streams matching events from now on. `limit` is the maximum number of events buffered for a slow reader. Beyond it the
 * oldest are dropped, since every event points at a row that can be read again.
 */
export function streamEvents<Name extends EventName>(name: Name, wanted: (event: Events[Name]) => boolean, limit = 10_000): EventStream<Events[Name]> {
  type Event = Events[Name]
  const { streams } = bus()
  const waiting: Event[] = []
  const readers: ((result: IteratorResult<Event>) => void)[] = []
  let ended = false
  const push = (event: Event) => {
    const reader = readers.shift()
    if (reader) return reader({ done: false, value: event })
    waiting.push(event)
    if (waiting.length > limit) waiting.shift()
  }
  const stop = onEvent(name, (event) => {
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
    takeWaiting: (limit) => waiting.splice(0, limit),
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

/** Maps the events of a stream: `null` skips an event, and the stream ends after a result that satisfies `isLast`. */
export function mapStream<Event, Mapped>(
  events: EventStream<Event>,
  map: (event: Event) => Promise<Mapped | null>,
  isLast: (mapped: Mapped) => boolean = () => false,
): AsyncIterableIterator<Mapped> {
  let ended = false
  return iteratorOf(events, async () => {
    while (!ended) {
      const event = await events.next()
      if (event.done) return null
      const mapped = await map(event.value)
      if (mapped === null) continue
      ended = isLast(mapped)
      return { value: mapped }
    }
    return null
  })
}

/** The maximum number of events mapped together. */
const MAX_MAPPED = 100

/** Maps the events of a stream. Those that wait are mapped together, in order. */
export function mapWaiting<Event, Mapped>(
  events: EventStream<Event>,
  map: (events: readonly Event[]) => Promise<readonly Mapped[]>,
): AsyncIterableIterator<Mapped> {
  const mapped: Mapped[] = []
  return iteratorOf(events, async () => {
    if (mapped.length === 0) {
      const first = await events.next()
      if (first.done) return null
      mapped.push(...(await map([first.value, ...events.takeWaiting(MAX_MAPPED - 1)])))
    }
    return { value: mapped.shift()! }
  })
}

/** An iterator over what `read` makes of a stream. It ends with the stream, or when `read` returns null. */
function iteratorOf<Event, Mapped>(events: EventStream<Event>, read: () => Promise<{ value: Mapped } | null>): AsyncIterableIterator<Mapped> {
  let isOver = false
  const finish = async (): Promise<IteratorResult<Mapped>> => ((isOver = true), await events.return(), { done: true, value: undefined })
  return {
    next: async () => {
      const item = isOver ? null : await read()
      return item ? { done: false, value: item.value } : finish()
    },
    return: finish,
    throw: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * Streams events throttled per key: the first event immediately, then at most one every `everyMs` milliseconds, which stands
 * for all that arrived meanwhile. `keyOf` returns undefined to skip an event. The last event is always delivered, even to
 * slow readers.
 */
export function streamThrottledEvents<Name extends EventName>(
  name: Name,
  keyOf: (event: Events[Name]) => number | undefined,
  everyMs: number,
): AsyncIterableIterator<Events[Name]> & { push(event: Events[Name]): void } {
  const known = new Map<number, 'waiting' | 'sent' | Events[Name]>()
  const isNews = (event: Events[Name]) => {
    const key = keyOf(event)
    if (key === undefined) return false
    const state = known.get(key)
    if (state !== 'waiting') known.set(key, state === undefined ? 'waiting' : event)
    return state === undefined
  }
  const events = streamEvents(name, isNews)
  const push = (event: Events[Name]) => {
    if (isNews(event)) events.push(event)
  }
  const flushKey = (key: number) => {
    const pending = known.get(key)
    known.delete(key)
    if (typeof pending === 'object') push(pending)
  }
  const stream = mapStream(events, (event) => {
    const key = keyOf(event)!
    known.set(key, 'sent')
    setTimeout(flushKey, everyMs, key).unref()
    return Promise.resolve(event)
  })
  return Object.assign(stream, { push })
}
