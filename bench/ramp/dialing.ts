import type pg from 'pg'
import { RING_SECONDS } from '../../src/simulator/calls/timeline.ts'
import type { Campaign } from './campaigns.ts'
import { spread, type Spread } from './spread.ts'

/** How the campaigns dialed. */
export interface Dialing {
  /** How long a place of a campaign stayed empty while leads were waiting, in milliseconds. */
  lag: Spread
  /** From the commit of a call to its placement at the voice provider, in milliseconds. */
  sending: Spread
  /** When each call was placed, in order, in milliseconds since the epoch. */
  dialedAt: number[]
  /** Length of an answered call in real seconds, on average. */
  callSeconds: number
  /** Calls that never reached the voice provider, by the reason of their end. */
  notDialed: Record<string, number>
}

interface Row {
  campaignId: number
  created: number
  answered: number | null
  ended: number
  reason: string | null
}

const CALLS = `
  select campaign_id as "campaignId", (extract(epoch from created_at) * 1000)::float8 as created, (extract(epoch from started_at) * 1000)::float8 as answered,
    (extract(epoch from ended_at) * 1000)::float8 as ended, case when provider_call_id is null then ended_reason end as reason
  from calls where ended_at is not null and direction = 'outbound'`

/** Reads how the campaigns dialed until they were paused. All calls of the run are answered. */
export async function readDialing(client: pg.ClientBase, campaigns: Campaign[], speed: number, pausedAt: number): Promise<Dialing> {
  const { rows } = await client.query<Row>(CALLS)
  const calls = rows.map(({ campaignId, created, answered, ended, reason }) => {
    const dialed = answered === null ? null : answered - (RING_SECONDS * 1000) / speed
    return { campaignId, created, dialed, reason, begun: dialed ?? created, over: answered === null ? ended : answered + (ended - answered) / speed }
  })
  const dialed = calls.filter((call) => call.dialed !== null)
  const notDialed: Record<string, number> = {}
  for (const { reason } of calls) if (reason) notDialed[reason] = (notDialed[reason] ?? 0) + 1
  return {
    lag: spread(
      campaigns.flatMap(({ id, concurrency }) =>
        lagsOf(
          calls.filter(({ campaignId }) => campaignId === id),
          concurrency,
          pausedAt,
        ),
      ),
    ),
    sending: spread(dialed.map((call) => call.dialed! - call.created)),
    dialedAt: dialed.map((call) => call.dialed!).toSorted((a, b) => a - b),
    callSeconds: dialed.reduce((sum, { begun, over }) => sum + over - begun, 0) / 1000 / dialed.length,
    notDialed,
  }
}

/** The n-th call to end frees a place that the n-th call after the first ones takes, as many as the campaign has places. */
function lagsOf(calls: { begun: number; over: number }[], places: number, pausedAt: number): number[] {
  const begun = calls.map((call) => call.begun).toSorted((a, b) => a - b)
  const over = calls.map((call) => call.over).toSorted((a, b) => a - b)
  return over.flatMap((at, nth) => {
    const next = begun[places + nth]
    return next === undefined || at > pausedAt ? [] : [Math.max(0, next - at)]
  })
}
