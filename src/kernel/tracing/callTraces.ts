import { type Attributes, createRoot, currentTrace, KINDS, newSpanId, runInTrace, trace, traceAs, type TraceContext, tracer } from './spans.ts'

/**
 * A call's place in its trace, as its row has it: the IDs of the trace, of the call's span, and of the span that placed the call if there is one.
 * So every process knows it that has the row.
 */
const format = (traceId: string, parentId = '') => `${traceId}-${newSpanId()}-${parentId}`

function parse(callTrace: string): Required<Omit<TraceContext, 'operation'>> {
  const [traceId, spanId, parentId] = callTrace.split('-') as [string, string, string]
  return { traceId, spanId, parentId, isSampled: true }
}

/** Places a new call in the trace of the current request, or in one of its own. Returns null if the call is not traced. */
export function createCallTrace(): string | null {
  const current = tracer()
  if (!current) return null
  const context = currentTrace()
  if (context) return context.isSampled ? format(context.traceId, context.spanId) : null
  const { traceId, isSampled } = createRoot(current)
  return isSampled ? format(traceId) : null
}

/** Begins a trace for a lead's call. Returns null if the call is not traced. */
export function createLeadTrace(): string | null {
  const current = tracer()
  const context = current && createRoot(current)
  return context?.isSampled ? format(context.traceId, context.spanId) : null
}

export const traceIdOf = (callTrace: string | null): string | null => callTrace?.split('-', 1)[0] ?? null

type NewSpan = Parameters<typeof trace>[0]
type Work<T> = Parameters<typeof trace<T>>[1]

/** Does work for a call as a span of the call's trace, and of no other. */
export function traceForCall<T>(callTrace: string | null, span: NewSpan, work: Work<T>): Promise<T> {
  const context = tracer() && callTrace !== null ? parse(callTrace) : undefined
  return context || currentTrace() ? runInTrace(context, () => trace(span, work)) : work({ attributes: span.attributes, hasFailed: false })
}

/** Does the work from the claim of a lead on, which is the first span of its call's trace. */
export function traceLead<T>(callTrace: string | null, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer() || callTrace === null) return work()
  const { traceId, parentId } = parse(callTrace)
  return traceAs({ traceId, spanId: parentId, isSampled: true }, { name: 'dial lead', kind: KINDS.internal, attributes }, work)
}

/** Makes the current request a part of a call's trace, such as a voice provider's webhook. */
export function joinCallTrace(callTrace: string | null): void {
  const context = currentTrace()
  if (!context || callTrace === null) return
  const { traceId, spanId } = parse(callTrace)
  Object.assign(context, { traceId, parentId: spanId, isSampled: true })
}

/** Reports the span of a finished call. */
export function reportCall(callTrace: string | null, [startedAt, endedAt]: [Date, Date], attributes: Attributes): void {
  const current = tracer()
  if (!current || callTrace === null) return
  const { isSampled: _, ...ids } = parse(callTrace)
  const times = { startedAt: startedAt.getTime(), endedAt: Math.max(startedAt.getTime(), endedAt.getTime()) }
  current.take({ ...ids, ...times, name: 'call', kind: KINDS.internal, attributes, hasFailed: attributes['callwright.call.status'] === 'failed' })
}
