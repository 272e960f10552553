import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** Metrics of this process (docs: hosting). Labels have few values and never identify a customer. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry, prefix: 'callwright_' })

/** Webhooks from providers and carriers by result: stored, repeated, ignored, answered, or the reason for the refusal. */
export const webhooksReceived = new Counter({
  name: 'callwright_inbound_webhooks_total',
  help: 'Webhooks received from voice providers and carriers, by result',
  labelNames: ['provider', 'result'] as const,
  registers: [registry],
})

/** Requests to voice providers by outcome: ok or the kind of error. */
export const providerRequests = new Counter({
  name: 'callwright_provider_requests_total',
  help: 'Requests to voice providers, by outcome',
  labelNames: ['provider', 'outcome'] as const,
  registers: [registry],
})

/** 1 while requests to a voice provider are paused after repeated failures. */
export const circuitOpen = new Gauge({
  name: 'callwright_provider_circuit_open',
  help: 'Whether requests to a voice provider are paused after repeated failures',
  labelNames: ['provider'] as const,
  registers: [registry],
})

/** Executions of shared subscriptions: one per group and event, and one for subscribers that joined meanwhile. */
export const sharedExecutions = new Counter({
  name: 'callwright_shared_executions_total',
  help: 'Executions of shared subscriptions, each for all subscribers',
  registers: [registry],
})

/** Results of shared subscriptions, counted once per subscriber. */
export const sharedAnswers = new Counter({
  name: 'callwright_shared_answers_total',
  help: 'Results of shared subscriptions sent to subscribers',
  registers: [registry],
})

/** Open shared subscriptions and their subscribers. */
export const sharedGroups = new Gauge({ name: 'callwright_shared_groups', help: 'Open shared subscriptions', registers: [registry] })
export const sharedWatchers = new Gauge({ name: 'callwright_shared_watchers', help: 'Subscribers of shared subscriptions', registers: [registry] })
