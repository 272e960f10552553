import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { forwardTo, perServer } from './serverState.ts'

const ofProcess = new Registry()
// The lag of the event loop is sampled by a timer, which would wake an idle process a hundred times a second.
collectDefaultMetrics({ register: ofProcess, prefix: 'callwright_', eventLoopMonitoringPrecision: 100 })

/** Metrics of this server (docs: hosting). Labels have few values and never identify a customer. */
const metrics = perServer(() => {
  const registry = new Registry()
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
    circuitOpen: new Gauge({
      name: 'callwright_provider_circuit_open',
      help: 'Whether requests to a voice provider are paused after repeated failures',
      labelNames: ['provider'] as const,
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

/** Returns the metrics of this server and of its process. */
export const gatherMetrics = () => Registry.merge([ofProcess, metrics().registry])

/** Webhooks from providers and carriers by result: stored, repeated, ignored, answered, or the reason for the refusal. */
export const webhooksReceived = forwardTo(() => metrics().webhooksReceived)

/** Requests to voice providers by outcome: ok or the kind of error. */
export const providerRequests = forwardTo(() => metrics().providerRequests)

/** 1 while requests to a voice provider are paused after repeated failures. */
export const circuitOpen = forwardTo(() => metrics().circuitOpen)

/** Executions of shared subscriptions: one per group and event, and one for subscribers that joined meanwhile. */
export const sharedExecutions = forwardTo(() => metrics().sharedExecutions)

/** Results of shared subscriptions, counted once per subscriber. */
export const sharedAnswers = forwardTo(() => metrics().sharedAnswers)

/** Open shared subscriptions and their subscribers. */
export const sharedGroups = forwardTo(() => metrics().sharedGroups)
export const sharedWatchers = forwardTo(() => metrics().sharedWatchers)
