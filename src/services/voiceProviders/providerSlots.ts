import { setTimeout as sleep } from 'node:timers/promises'
import type { CallId } from '../../kernel/vocabulary/ids.ts'
import { type Connection, pool } from '../../kernel/db/db.ts'
import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { providerFailed } from '../../kernel/vocabulary/errors.ts'
import { settings } from '../../kernel/config/settings.ts'
import { array, ifGiven, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/**
 * A voice provider's account limits concurrent calls and new calls per second. Beyond that it rejects calls or queues them invisibly.
 * All processes share these limits through the database: each concurrency slot is a row, leased to a call until the call ends, and
 * the rate limiter's next free moment is a row. Nothing is counted without a limit.
 */

/** How long a call may wait for the rate limiter. */
const TIMEOUT_MS = 5_000

const addSlots = statement(
  'providerSlots.add',
  sql`insert into provider_slots (provider, number) select $engine, generate_series(1, $maxCalls::int) on conflict do nothing`,
)

const addGate = statement('providerGates.add', sql`insert into provider_gates (provider, next_at) values ($engine, now()) on conflict do nothing`)

/** Creates the slots and rate limiters. Called at the start of every process. Slots above a lowered limit are not used. */
export async function createSlots(): Promise<void> {
  for (const engine of VOICE_ENGINES) {
    const { maxCalls, callsPerSecond } = settings.accounts[engine]
    if (maxCalls !== null) await addSlots.run({ engine, maxCalls }, pool)
    if (callsPerSecond !== null) await addGate.run({ engine }, pool)
  }
}

/** Takes the next free moment of the rate limiter, if it is less than `$timeout` seconds away. `$interval` is the time between calls, in seconds. */
const reserveToken = statement(
  'providerGates.reserve',
  sql`
    insert into provider_gates as g (provider, next_at) values ($engine, now() + $interval::float8 * interval '1 second')
    on conflict (provider) do update set next_at = greatest(g.next_at, now()) + $interval * interval '1 second'
      where g.next_at < now() + $timeout::float8 * interval '1 second'
    returning extract(epoch from next_at - now())::float8 - $interval as wait`,
)

/** Waits until the provider accepts another new call. Throws PROVIDER_ERROR if too many calls wait; then nothing happened. */
export async function acquireToken(engine: string): Promise<void> {
  const { callsPerSecond } = accountOf(engine)
  if (callsPerSecond === null) return
  const reserved = await reserveToken.get({ engine, interval: 1 / callsPerSecond, timeout: TIMEOUT_MS / 1000 }, pool)
  if (!reserved) throw providerFailed('voice_provider_rate', { voice_engine: engine, limit: callsPerSecond })
  if (reserved.wait > 0) await sleep(reserved.wait * 1000)
}

/** The parameters of the CTEs below. Without a limit, `maxCalls` is null. */
export const slotParams = (engine: string) => ({ engine, maxCalls: accountOf(engine).maxCalls })

/** A CTE for the statement that places a call: it has a row if a slot is free. */
export const FREE_SLOT = ifGiven(
  'maxCalls',
  sql`free_slot as (
    select number from provider_slots where provider = $engine and call_id is null and number <= $maxCalls
    order by number limit 1 for update skip locked)`,
  sql`free_slot as (select 0 as number)`,
)

/** A CTE, with its comma, that gives the slot of `FREE_SLOT` to the call in the CTE `created`. */
export const OCCUPY_SLOT = ifGiven(
  'maxCalls',
  sql`occupied_slot as (
    update provider_slots s set call_id = created.id from created, free_slot
    where s.provider = $engine and s.number = free_slot.number and s.call_id is null),`,
)

/** CTEs for a statement that places `count` calls: a row for each free slot, numbered by `nth`, or `count` rows if there is no limit. */
export const FREE_SLOTS = ifGiven(
  'maxCalls',
  sql`locked as (
      select number from provider_slots where provider = $engine and call_id is null and number <= $maxCalls
      order by number limit $count::int for update skip locked),
    free_slots as (select number, row_number() over (order by number)::int as nth from locked)`,
  sql`free_slots as (select n as number, n as nth from generate_series(1, $count::int) n)`,
)

/** A CTE, with its comma, that gives the slots of `FREE_SLOTS` to the calls in the CTE `created`, which are those of the CTE `wanted` by `ref`. */
export const OCCUPY_SLOTS = ifGiven(
  'maxCalls',
  sql`occupied_slots as (
    update provider_slots s set call_id = created.id from created join wanted using (ref) join free_slots using (nth)
    where s.provider = $engine and s.number = free_slots.number),`,
)

/** An expression that counts the free slots; null if there is no limit. */
export const FREE_SLOT_COUNT = sql`case when $maxCalls?::int is not null then
  (select count(*)::int from provider_slots where provider = $engine and call_id is null and number <= $maxCalls) end`

/** How far ahead the dialer reserves tokens, so that one batch has many calls, each sent at its own moment. */
const HORIZON_MS = 500

/** Reserves up to `$wanted` tokens whose moments are within the horizon. `delay` is the time until the first free one, in seconds. */
const reserveTokens = statement(
  'providerGates.reserveMany',
  sql`
    with gate as (
      select provider, greatest(next_at, now()) as first, extract(epoch from greatest(next_at, now()) - now())::float8 as delay
      from provider_gates where provider = $engine for update),
    free as (
      select *, greatest(0, least($wanted::int, floor(($horizon::float8 - delay) / $interval::float8)::int + 1)) as count from gate),
    taken as (
      update provider_gates g set next_at = free.first + free.count * $interval * interval '1 second'
      from free where g.provider = free.provider and free.count > 0)
    select delay as "delay!", count as "count!" from free`,
)

/** Reserved moments for calls: the first after `delayMs`, and then one every `intervalMs`. Without a rate limit, both are 0. */
export interface Reservation {
  count: number
  delayMs: number
  intervalMs: number
}

/** The most tokens that one reservation has; null if there is no rate limit. */
export function maxTokens(engine: string): number | null {
  const { callsPerSecond } = accountOf(engine)
  return callsPerSecond === null ? null : Math.floor((callsPerSecond * HORIZON_MS) / 1000) + 1
}

/**
 * Reserves tokens for up to `wanted` calls in the caller's transaction. If none is free within the horizon, `count` is 0 and `delayMs` the time until it is
 * worth trying again.
 */
export async function reserve(tx: Connection, engine: string, wanted: number): Promise<Reservation> {
  const { callsPerSecond } = accountOf(engine)
  if (callsPerSecond === null) return { count: wanted, delayMs: 0, intervalMs: 0 }
  const row = await reserveTokens.get({ engine, wanted, horizon: HORIZON_MS / 1000, interval: 1 / callsPerSecond }, tx)
  const { count, delay } = row ?? { count: 0, delay: HORIZON_MS / 1000 }
  return { count, delayMs: count > 0 ? delay * 1000 : Math.max(1, delay * 1000 - HORIZON_MS / 2), intervalMs: 1000 / callsPerSecond }
}

/** The error if no slot is free; nothing happened. */
export const atCapacityError = (engine: string) => providerFailed('voice_provider_full', { voice_engine: engine, limit: accountOf(engine).maxCalls })

const occupyLastSlot = statement(
  'providerSlots.occupyLast',
  sql`
    update provider_slots set call_id = $callId where (provider, number) = (
      select provider, number from provider_slots where provider = $engine and call_id is null and number <= $maxCalls
      order by number desc limit 1 for update skip locked)`,
)

/** Leases a slot to an inbound call, if one is free. The provider has already accepted the call. */
export async function acquireForInbound(engine: string, callId: CallId): Promise<void> {
  const { maxCalls } = accountOf(engine)
  if (maxCalls !== null) await occupyLastSlot.run({ engine, callId, maxCalls }, pool)
}

const releaseSlots = statement('providerSlots.release', sql`update provider_slots set call_id = null where call_id = any(${array('callIds', 'int')})`)

/** Releases the slots of calls that have one. */
export async function release(tx: Connection, calls: readonly { id: CallId }[]): Promise<void> {
  if (calls.length > 0 && isLimited()) await releaseSlots.run({ callIds: calls.map(({ id }) => id) }, tx)
}

const releaseSlotsOfEnded = statement(
  'providerSlots.releaseEnded',
  sql`update provider_slots set call_id = null where call_id in (select id from calls where finished_at is not null)`,
  { acrossWorkspaces: 'A sweep over all slots of ended calls.' },
)

/** Releases slots of ended calls that an upgrade or a manual repair may have left. */
export const releaseEnded = () => releaseSlotsOfEnded.run({})

const isLimited = () => VOICE_ENGINES.some((engine) => settings.accounts[engine].maxCalls !== null)
const accountOf = (engine: string) => settings.accounts[engine as keyof typeof settings.accounts]
