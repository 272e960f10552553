import { log } from '../kernel/log.ts'
import type { Span } from '../kernel/tracing.ts'
import { exchange } from './exchange.ts'

/** Spans that wait. Further ones are dropped, so that a collector that doesn't answer costs neither time nor memory. */
const MAX_WAITING = 4_096
const INTERVAL_MS = 2_000
const TIMEOUT_MS = 5_000

interface Options {
  /** Base URL of a collector; `/v1/traces` is added. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  /** Distinguishes the processes. */
  instance: string
}

/** Sends spans to a collector as OTLP in JSON, every two seconds. `stop` sends the last ones. */
export function startTraceExport({ endpoint, headers, ...resource }: Options) {
  let waiting: Span[] = []
  let dropped = 0
  let sending = Promise.resolve()
  const url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`)

  async function send() {
    const spans = waiting
    waiting = []
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped, because the collector is too slow')
    dropped = 0
    if (spans.length === 0) return
    const request = { url, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(toRequest(spans, resource)) }
    await exchange({ ...request, signal: AbortSignal.timeout(TIMEOUT_MS), guard: null, maxBytes: 65_536 }).then(
      ({ status }) => status > 299 && log.warn({ status, spans: spans.length }, 'the collector refused traces'),
      (err: Error) => log.warn({ err: err.message, spans: spans.length }, 'could not send traces to the collector'),
    )
  }
  const flush = () => (sending = sending.then(send))
  const timer = setInterval(() => void flush(), INTERVAL_MS).unref()
  return {
    take: (span: Span) => (waiting.length < MAX_WAITING ? void waiting.push(span) : void dropped++),
    stop: () => (clearInterval(timer), flush()),
  }
}

const toRequest = (spans: Span[], { serviceName, version, instance }: Omit<Options, 'endpoint' | 'headers'>) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ 'service.name': serviceName, 'service.version': version, 'service.instance.id': instance }) },
      scopeSpans: [{ scope: { name: 'callwright' }, spans: spans.map(toSpan) }],
    },
  ],
})

const toSpan = ({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, failed }: Span) => ({
  traceId,
  spanId,
  ...(parentId && { parentSpanId: parentId }),
  name,
  kind,
  startTimeUnixNano: toNanoseconds(startedAt),
  endTimeUnixNano: toNanoseconds(endedAt),
  attributes: toAttributes(attributes),
  status: failed ? { code: 2 } : {},
})

/** OTLP writes 64-bit integers as text. */
const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const toAttributes = (attributes: Span['attributes']) =>
  Object.entries(attributes)
    .filter(([, value]) => value != null)
    .map(([key, value]) => ({ key, value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: String(value) } }))
