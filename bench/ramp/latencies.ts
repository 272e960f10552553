import type { Delivery } from './evidence.ts'
import type { GatewayReport } from './gatewayNotes.ts'
import { spread, type Spread } from './spread.ts'
import type { WatcherReport } from './watchers.ts'

/** How long things took, in milliseconds. */
export interface Latencies {
  spokenToGateway: Spread
  spokenToWatcher: Spread
  gatewayToWatcher: Spread
  endToDelivery: Spread
  reportToDelivery: Spread
  /** Lines of the sampled calls, and those that no watcher saw. */
  lines: number
  unseenLines: number
}

/** Joins what the gateway, the watchers and the customers' server noted. */
export function joinLatencies(gateway: GatewayReport, watchers: WatcherReport, deliveries: Delivery[]): Latencies {
  // JSON turns a line whose webhook was lost into null.
  const lines = Object.entries(gateway.lines).flatMap(([id, spoken]) =>
    spoken.flatMap((line, nth) => (line ? [{ ...line, seenAt: watchers.lines[id]?.[nth] ?? null }] : [])),
  )
  const seen = lines.flatMap(({ seenAt, ...line }) => (seenAt === null ? [] : [{ ...line, seenAt }]))
  const first = deliveries
    .filter(({ type }) => type === 'call.completed')
    .map(({ providerCallId, at }) => ({ at: at[0]!, end: gateway.ends[providerCallId ?? ''] }))
  return {
    spokenToGateway: spread(lines.map(({ spokenAt, arrivedAt }) => arrivedAt - spokenAt)),
    spokenToWatcher: spread(seen.map(({ spokenAt, seenAt }) => seenAt - spokenAt)),
    gatewayToWatcher: spread(seen.map(({ arrivedAt, seenAt }) => seenAt - arrivedAt)),
    endToDelivery: spread(first.flatMap(({ at, end }) => (end?.endedAt == null ? [] : [at - end.endedAt]))),
    reportToDelivery: spread(first.flatMap(({ at, end }) => (end?.reportedAt == null ? [] : [at - end.reportedAt]))),
    lines: lines.length,
    unseenLines: lines.length - seen.length,
  }
}
