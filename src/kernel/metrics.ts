import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** What this process counts, for whoever runs it (docs: hosting). Labels have few values and name no customer. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry, prefix: 'callwright_' })

/** Providers' and carriers' webhooks by what became of them: stored, repeated, ignored, answered, or the reason of the refusal. */
export const webhooksReceived = new Counter({
  name: 'callwright_inbound_webhooks_total',
  help: 'Webhooks received from voice providers and carriers, by result',
  labelNames: ['provider', 'result'] as const,
  registers: [registry],
})

/** Requests to voice providers by how they ended: ok or the kind of error. */
export const providerRequests = new Counter({
  name: 'callwright_provider_requests_total',
  help: 'Requests to voice providers, by outcome',
  labelNames: ['provider', 'outcome'] as const,
  registers: [registry],
})

/** 1 while a voice provider is left alone after repeated failures. */
export const circuitOpen = new Gauge({
  name: 'callwright_provider_circuit_open',
  help: 'Whether requests to a voice provider are paused after repeated failures',
  labelNames: ['provider'] as const,
  registers: [registry],
})

/** How often a shared subscription was executed: once for a group of watchers and an event, and for those who joined meanwhile. */
export const sharedExecutions = new Counter({
  name: 'callwright_shared_executions_total',
  help: 'Executions of shared subscriptions, each for all subscribers',
  registers: [registry],
})

/** Answers of shared subscriptions, once for each watcher they were meant for. */
export const sharedAnswers = new Counter({
  name: 'callwright_shared_answers_total',
  help: 'Results of shared subscriptions sent to subscribers',
  registers: [registry],
})

/** Shared subscriptions that are open, and who watches them. */
export const sharedGroups = new Gauge({ name: 'callwright_shared_groups', help: 'Open shared subscriptions', registers: [registry] })
export const sharedWatchers = new Gauge({ name: 'callwright_shared_watchers', help: 'Subscribers of shared subscriptions', registers: [registry] })
