import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { nowMs } from '../lib/clock.ts'
import { perServer } from '../serverState.ts'

/** A piece of work in a trace, by its IDs in hexadecimal digits (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  spanId: string
  parentId?: string
  /** Whether its spans are recorded. */
  isSampled: boolean
  /** The mutation that a request runs. */
  operation?: string
}

/** Names and values that say what was done. They never contain what people wrote, said or are called. */
export type Attributes = Record<string, string | number | null | undefined>

/** The kinds of OpenTelemetry that Callwright uses. */
export const KINDS = { internal: 1, server: 2, client: 3 } as const

export interface Span extends Pick<TraceContext, 'traceId' | 'spanId' | 'parentId'> {
  name: string
  kind: (typeof KINDS)[keyof typeof KINDS]
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt: number
  attributes: Attributes
  hasFailed: boolean
}

export interface Tracer {
  /** Takes a finished span. */
  take(span: Span): void
  /** The share of new traces that is recorded, from 0 to 1. */
  share: number
  /** Whether a caller's trace is recorded if the caller records it. Otherwise `share` decides. */
  followsCallers: boolean
}

/** Null while no collector is set: then nothing is traced. */
export const tracer = perServer<Tracer | null>(() => null)
const active = new AsyncLocalStorage<TraceContext | undefined>()

export const newSpanId = () => randomBytes(8).toString('hex')

/** Begins a trace of its own. The choice is random, so that no client can choose an ID that is recorded. */
export const createRoot = ({ share }: Tracer): TraceContext => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: newSpanId(),
  isSampled: Math.random() < share,
})

/** The span of the current work; undefined while it belongs to no trace. */
export const currentTrace = (): TraceContext | undefined => active.getStore()

/** Runs work as a part of a span, or of none. */
export const runInTrace = <T>(context: TraceContext | undefined, work: () => T): T => active.run(context, work)

/** Runs work that a request happens to start, and that isn't a part of it. */
export const outsideTraces = <T>(work: () => T): T => (active.getStore() ? active.run(undefined, work) : work())

/** Of lines outside of a trace. One object for all, so that they cost nothing. */
export const NO_FIELDS: { trace_id?: string } = Object.freeze({})

/** Returns the field of log lines that names the current trace. */
export function traceFields(): { trace_id?: string } {
  const context = active.getStore()
  return context ? { trace_id: context.traceId } : NO_FIELDS
}

/** Returns the header that continues the current trace at another server; empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const context = active.getStore()
  return context?.isSampled ? { traceparent: `00-${context.traceId}-${context.spanId}-01` } : {}
}

/** Version 00 of W3C Trace Context. Other headers, also repeated ones, begin a new trace. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])$/

/** Begins the span of a request, for the rest of its work. Returns its trace and a function that ends it, and null while nothing is traced. */
export function beginServerSpan(traceparent: string | string[] | undefined) {
  const current = tracer()
  if (!current) return null
  const context: TraceContext = createRoot(current)
  const sent = typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)
  if (sent) {
    Object.assign(context, { traceId: sent[1], parentId: sent[2] })
    if (current.followsCallers) context.isSampled = (parseInt(sent[3]!, 16) & 1) === 1
  }
  active.enterWith(context)
  const startedAt = nowMs()
  return {
    context,
    end: (name: string, ms: number, status: number, attributes: Attributes) => {
      const { isSampled, operation, ...ids } = context
      if (!isSampled) return
      const span = { ...ids, name, kind: KINDS.server, startedAt, endedAt: startedAt + ms, hasFailed: status >= 500 }
      current.take({ ...span, attributes: { ...attributes, 'http.response.status_code': status, 'callwright.operation': operation } })
    },
  }
}

/** Names the mutation of the current request in its span. */
export function noteOperation(name: string): void {
  const context = active.getStore()
  if (context) context.operation = name
}

/** What the work of a span adds to it. */
type Notes = Pick<Span, 'attributes' | 'hasFailed'>
type NewSpan = Pick<Span, 'name' | 'kind' | 'attributes'>

/** Does work as a span of the current trace. Without one, only does the work. */
export function trace<T>(span: NewSpan, work: (notes: Notes) => Promise<T>): Promise<T> {
  const parent = active.getStore()
  const notes = { attributes: span.attributes, hasFailed: false }
  return parent?.isSampled ? traceAs({ traceId: parent.traceId, spanId: newSpanId(), parentId: parent.spanId, isSampled: true }, span, work) : work(notes)
}

/** Does work as the span that `context` names, which failed if the work did. */
export async function traceAs<T>(context: TraceContext, span: NewSpan, work: (notes: Notes) => Promise<T>): Promise<T> {
  const { traceId, spanId, parentId } = context
  const recorded: Span = { ...span, traceId, spanId, parentId, startedAt: nowMs(), endedAt: 0, hasFailed: false }
  const beganAt = performance.now()
  try {
    return await active.run(context, work, recorded)
  } catch (error) {
    recorded.hasFailed = true
    throw error
  } finally {
    recorded.endedAt = recorded.startedAt + performance.now() - beganAt
    tracer()?.take(recorded)
  }
}
