import type { Counter, Gauge } from 'prom-client'
import { sharedExecutions, sharedGroups, sharedWatchers } from '../../../src/kernel/metrics.ts'

const valueOf = async (metric: Pick<Counter | Gauge, 'get'>) => (await metric.get()).values[0]?.value ?? 0

/** This process's metrics of shared subscriptions. */
export const sharedCounts = {
  executions: () => valueOf(sharedExecutions),
  groups: () => valueOf(sharedGroups),
  watchers: () => valueOf(sharedWatchers),
}
