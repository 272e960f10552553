import { tracesUrlOf } from '../kernel/config/traceSettings.ts'
import { log } from '../kernel/log.ts'
import { countSpans } from '../kernel/metrics.ts'
import type { Attributes, Span } from '../kernel/tracing/spans.ts'
import { exchange } from './exchange.ts'

/** Spans that wait. Further ones are dropped, so that a collector that doesn't answer costs neither time nor memory. */
export const MAX_WAITING = 4_096
const MAX_BATCH = 512
const INTERVAL_MS = 2_000
const TIMEOUT_MS = 5_000
/** Statuses after which a collector wants the same spans again (OTLP). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504])

interface Options {
  /** Base URL of a collector; `/v1/traces` is added. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  /** Distinguishes the processes. */
  instance: string
}

/**
 * Sends spans to a collector as OTLP in JSON: every two seconds, and earlier if a batch is full. While the collector is down, spans wait until there
 * are too many. `stop` sends the last ones, if the collector takes them at once.
 */
export function startTraceExport({ endpoint, headers, ...resource }: Options) {
  const url = tracesUrlOf(endpoint)
  let waiting: Span[] = []
  let sending: Promise<void> | null = null
  let isFailing = false

  /** Returns whether the collector is done with the spans, and why it didn't take them. */
  async function post(spans: readonly Span[]): Promise<{ isDone: boolean; problem?: string }> {
    const request = { url, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(toRequest(spans, resource)) }
    try {
      const { status } = await exchange({ ...request, signal: AbortSignal.timeout(TIMEOUT_MS), guard: null, maxBytes: 65_536 })
      return status < 300 ? { isDone: true } : { isDone: !RETRYABLE.has(status), problem: `status ${status}` }
    } catch (error) {
      return { isDone: false, problem: (error as Error).message }
    }
  }

  async function sendAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH)
      const { isDone, problem } = await post(batch)
      report(problem)
      if (!isDone) return
      countSpans(problem ? 'refused' : 'sent', batch.length)
      waiting = waiting.slice(batch.length)
    }
  }
  /** Logs when a failure begins and ends, and not each attempt. */
  function report(problem: string | undefined) {
    if (problem && !isFailing) log.warn({ problem }, 'the collector does not take traces')
    if (!problem && isFailing) log.info('the collector takes traces again')
    isFailing = problem !== undefined
  }
  const flush = () => (sending ??= sendAll().finally(() => (sending = null)))
  const timer = setInterval(() => void flush(), INTERVAL_MS).unref()
  return {
    take(span: Span) {
      if (waiting.length >= MAX_WAITING) return countSpans('dropped', 1)
      waiting.push(span)
      if (waiting.length >= MAX_BATCH && !isFailing) void flush()
    },
    async stop() {
      clearInterval(timer)
      await sending
      await flush()
      countSpans('dropped', waiting.length)
    },
  }
}

const toRequest = (spans: readonly Span[], { serviceName, version, instance }: Omit<Options, 'endpoint' | 'headers'>) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ 'service.name': serviceName, 'service.version': version, 'service.instance.id': instance }) },
      scopeSpans: [{ scope: { name: 'callwright', version }, spans: spans.map(toSpan) }],
    },
  ],
})

/** Flags: bit 0 says that the span is recorded. */
const toSpan = ({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, hasFailed }: Span) => ({
  traceId,
  spanId,
  ...(parentId && { parentSpanId: parentId }),
  flags: 1,
  name,
  kind,
  startTimeUnixNano: toNanoseconds(startedAt),
  endTimeUnixNano: toNanoseconds(endedAt),
  attributes: toAttributes(attributes),
  status: hasFailed ? { code: 2 } : {},
})

/** OTLP writes 64-bit integers as text. */
const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value != null)
    .map(([key, value]) => ({ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) } }))
