import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { forwardTo, perServer } from './serverState.ts'
import { currentTrace, type TraceContext } from './tracing/spans.ts'

const ofProcess = new Registry()
// The lag of the event loop is sampled by a timer, which would wake an idle process a hundred times a second.
collectDefaultMetrics({ register: ofProcess, prefix: 'callwright_', eventLoopMonitoringPrecision: 100 })
// These are sums of gauges that stay, under names that Prometheus keeps for counters.
for (const name of ['handles', 'requests', 'resources']) ofProcess.removeSingleMetric(`callwright_nodejs_active_${name}_total`)

/** Creates a registry that is written as OpenMetrics. The library's types lack this. */
function createOpenRegistry(): Registry {
  const registry = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never)
  return registry
}

/** Bounds of durations in seconds. Few, because each is a series for each label. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** Metrics of this server (docs: observability). Labels have few values and never identify a customer. */
const metrics = perServer(() => {
  // The library accepts exemplars only in such a registry. What a scrape gets, `gatherMetrics` decides.
  const registry = createOpenRegistry()
  const registers = [registry]
  return {
    registry,
    webhooksReceived: new Counter({
      name: 'callwright_inbound_webhooks_total',
      help: 'Webhooks received from voice providers and carriers, by result',
      labelNames: ['provider', 'result'] as const,
      registers,
    }),
    providerRequests: new Counter({
      name: 'callwright_provider_requests_total',
      help: 'Requests to voice providers, by outcome',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'callwright_provider_request_duration_seconds',
      help: 'Duration of requests to voice providers, with their repetitions',
      labelNames: ['provider'] as const,
      buckets: SECONDS,
      enableExemplars: true,
      registers,
    }),
    requests: new Counter({
      name: 'callwright_http_requests_total',
      help: 'Requests by documented path and status. 499: the client left first',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'callwright_http_request_duration_seconds',
      help: 'Duration of requests by documented path',
      labelNames: ['route'] as const,
      buckets: SECONDS,
      enableExemplars: true,
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'callwright_webhook_attempts_total',
      help: 'Attempts to deliver webhooks, by class of the response',
      labelNames: ['result'] as const,
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'callwright_webhook_attempt_duration_seconds',
      help: 'Duration of attempts to deliver webhooks',
      buckets: SECONDS,
      enableExemplars: true,
      registers,
    }),
    callsFinished: new Counter({
      name: 'callwright_calls_finished_total',
      help: 'Calls that this process finished, by direction and final status',
      labelNames: ['direction', 'status'] as const,
      registers,
    }),
    callCharges: new Counter({ name: 'callwright_call_charges_dollars_total', help: 'Charges for finished calls, in US dollars', registers }),
    circuitOpen: new Gauge({
      name: 'callwright_provider_circuit_open',
      help: 'Whether requests to a voice provider are paused after repeated failures',
      labelNames: ['provider'] as const,
      registers,
    }),
    traceSpans: new Counter({
      name: 'callwright_trace_spans_total',
      help: 'Spans of traces by result: sent, refused by the collector, or dropped because it is down or too slow',
      labelNames: ['result'] as const,
      registers,
    }),
    sharedExecutions: new Counter({
      name: 'callwright_shared_executions_total',
      help: 'Executions of shared subscriptions, each for all subscribers',
      registers,
    }),
    sharedAnswers: new Counter({
      name: 'callwright_shared_answers_total',
      help: 'Results of shared subscriptions sent to subscribers',
      registers,
    }),
    sharedGroups: new Gauge({ name: 'callwright_shared_groups', help: 'Open shared subscriptions', registers }),
    sharedWatchers: new Gauge({ name: 'callwright_shared_watchers', help: 'Subscribers of shared subscriptions', registers }),
  }
})

/** Returns the registry of this server, to which other modules add gauges that are read at each scrape. */
export const serverRegistry = () => metrics().registry

/** Returns the metrics of this server and of its process: as Prometheus reads them, or in OpenMetrics, which can name a trace for a duration. */
export function gatherMetrics({ isOpenMetrics = false } = {}): Registry {
  const gathered = isOpenMetrics ? createOpenRegistry() : new Registry()
  // The library renames the counters that it writes as OpenMetrics, so it gets objects of its own.
  for (const metric of [...ofProcess.getMetricsAsArray(), ...metrics().registry.getMetricsAsArray()]) gathered.registerMetric(Object.create(metric) as Metric)
  return gathered
}

/** The trace that a duration is an example of. */
const exemplarOf = (trace: TraceContext | undefined): Record<string, string> | undefined => (trace?.isSampled ? { trace_id: trace.traceId } : undefined)

/** Webhooks from providers and carriers by result: stored, repeated, ignored, answered, or the reason for the refusal. */
export const webhooksReceived = forwardTo(() => metrics().webhooksReceived)

/** Counts a request to a voice provider that took so many milliseconds. */
export function countProviderRequest(provider: string, outcome: string, ms: number) {
  metrics().providerRequests.inc({ provider, outcome })
  metrics().providerSeconds.observe({ labels: { provider }, value: ms / 1_000, exemplarLabels: exemplarOf(currentTrace()) })
}

/** Methods that clients use. Others share a label, because a client can send any that Node knows. */
const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts a request that took so many milliseconds; null for a stream, which ends when the client leaves. `route` is a documented path, without IDs. */
export function countRequest(method: string | undefined, route: string, status: number, ms: number | null, trace?: TraceContext) {
  const { requests, requestSeconds } = metrics()
  requests.inc({ method: METHODS.has(method) ? method! : 'other', route, status })
  if (ms !== null) requestSeconds.observe({ labels: { route }, value: ms / 1_000, exemplarLabels: exemplarOf(trace) })
}

/** Counts an attempt to deliver a webhook. Without a response, `status` is null. */
export function countWebhookAttempt(status: number | null, ms: number) {
  metrics().webhookAttempts.inc({ result: status === null ? 'no_response' : `${Math.floor(status / 100)}xx` })
  metrics().webhookSeconds.observe({ value: ms / 1_000, exemplarLabels: exemplarOf(currentTrace()) })
}

/** Counts a finished call and what it cost, in micro-units. */
export function countFinishedCall(direction: string, status: string, charged: bigint) {
  metrics().callsFinished.inc({ direction, status })
  metrics().callCharges.inc(Number(charged) / 1_000_000)
}

/** Counts spans that have left this process, or were dropped. */
export const countSpans = (result: 'sent' | 'refused' | 'dropped', count: number) => metrics().traceSpans.inc({ result }, count)

/** 1 while requests to a voice provider are paused after repeated failures. */
export const circuitOpen = forwardTo(() => metrics().circuitOpen)

/** Executions of shared subscriptions: one per group and event, and one for subscribers that joined meanwhile. */
export const sharedExecutions = forwardTo(() => metrics().sharedExecutions)

/** Results of shared subscriptions, counted once per subscriber. */
export const sharedAnswers = forwardTo(() => metrics().sharedAnswers)

/** Open shared subscriptions and their subscribers. */
export const sharedGroups = forwardTo(() => metrics().sharedGroups)
export const sharedWatchers = forwardTo(() => metrics().sharedWatchers)
