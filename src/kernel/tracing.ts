import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from './crypto/keyring.ts'
import { perServer } from './serverState.ts'

/** A request, a call, or another piece of work, by its IDs in hexadecimal digits (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  spanId: string
  parentId?: string
  /** Whether the trace began here, so that it may become a call's. */
  isOwn?: boolean
}

/** The kinds of OpenTelemetry that Callwright uses. */
const KINDS = { internal: 1, server: 2, client: 3 } as const

export interface Span extends TraceContext {
  name: string
  kind: (typeof KINDS)[keyof typeof KINDS]
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number | null | undefined>
  failed: boolean
}

/** Takes finished spans. Null while no endpoint is set: then nothing is traced, and nothing costs anything. */
export const spanSink = perServer<{ take: ((span: Span) => void) | null }>(() => ({ take: null }))
const active = new AsyncLocalStorage<TraceContext>()

const nowMs = () => performance.timeOrigin + performance.now()
const newSpanId = () => randomBytes(8).toString('hex')

/** Returns the trace of a call: the same in every process, and without a query. Its span is the parent of all that happens for the call. */
export function traceOfCall(callId: number): TraceContext {
  const hash = createHmac('sha256', deriveKey('trace ids')).update(String(callId)).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/** Returns the header that continues the current trace at another server; empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const context = spanSink().take && active.getStore()
  return context ? { traceparent: `00-${context.traceId}-${context.spanId}-01` } : {}
}

/** Returns the field of log lines that names the current trace. */
export function traceFields(): { trace_id?: string } {
  const context = active.getStore()
  return context ? { trace_id: context.traceId } : {}
}

/** Begins the span of a request, for the rest of its work. Returns a function that ends it, and null while nothing is traced. */
export function beginServerSpan(traceparent: string | string[] | undefined) {
  const { take } = spanSink()
  if (!take) return null
  const sent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(traceparent))
  const context: TraceContext = sent
    ? { traceId: sent[1]!, spanId: newSpanId(), parentId: sent[2] }
    : { traceId: randomBytes(16).toString('hex'), spanId: newSpanId(), isOwn: true }
  active.enterWith(context)
  const startedAt = nowMs()
  return {
    context,
    end: (name: string, status: number, attributes: Span['attributes']) =>
      take({ ...context, name, kind: KINDS.server, startedAt, endedAt: nowMs(), attributes, failed: status >= 500 }),
  }
}

/** Runs a request to another server as a span of the current trace, if there is one. */
export const traceRequest = <T>(name: string, attributes: Span['attributes'], work: () => Promise<T>): Promise<T> => {
  const parent = active.getStore()
  return parent ? traceUnder(parent, name, attributes, work) : work()
}

/** Does the same as a part of a call's trace. */
export const traceForCall = <T>(callId: number, name: string, attributes: Span['attributes'], work: () => Promise<T>): Promise<T> =>
  spanSink().take ? traceUnder(traceOfCall(callId), name, { 'call.id': callId, ...attributes }, work) : work()

async function traceUnder<T>(parent: TraceContext, name: string, attributes: Span['attributes'], work: () => Promise<T>): Promise<T> {
  const { take } = spanSink()
  if (!take) return work()
  const context = { traceId: parent.traceId, spanId: newSpanId(), parentId: parent.spanId }
  const startedAt = nowMs()
  const end = (failed: boolean) => take({ ...context, name, kind: KINDS.client, startedAt, endedAt: nowMs(), attributes, failed })
  try {
    const result = await active.run(context, work)
    end(false)
    return result
  } catch (error) {
    end(true)
    throw error
  }
}

/** Makes the trace of the current request that of the call that it places, unless the client has sent a trace of its own. */
export function joinCall(callId: number) {
  const context = spanSink().take && active.getStore()
  if (!context?.isOwn) return
  const { traceId, spanId } = traceOfCall(callId)
  Object.assign(context, { traceId, parentId: spanId, isOwn: false })
}

/** Reports the span of a finished call, from its creation to its end. */
export function reportCall(callId: number, startedAt: Date, endedAt: Date, attributes: Span['attributes']) {
  const span = { name: 'call', kind: KINDS.internal, startedAt: startedAt.getTime(), endedAt: endedAt.getTime() }
  spanSink().take?.({ ...traceOfCall(callId), ...span, attributes: { 'call.id': callId, ...attributes }, failed: attributes.status === 'failed' })
}
