import { setTimeout as sleep } from 'node:timers/promises'
import { anyWorkspace, pool, type Tx } from '../../kernel/db/db.ts'
import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { settings } from '../../kernel/config/settings.ts'
import { empty, sql, type Sql } from '../../kernel/db/sql.ts'

/**
 * A voice provider's account takes so many calls at once, and so many new ones a second; past that it refuses them or
 * lets them wait where nobody sees it. All processes share what it takes: its lines are rows, each leased to a call
 * until that has ended, and the next moment at which it may be asked is a row too. Without a limit nothing is counted.
 */

/** How long a call may wait for its turn, in milliseconds. */
const TIMEOUT_MS = 5_000

/** Makes the lines there are to be; called at the start of every process. Lines above a lowered limit are simply not taken. */
export async function prepare(): Promise<void> {
  for (const engine of VOICE_ENGINES) {
    const { maxCalls } = settings.accounts[engine]
    if (maxCalls === null) continue
    await pool.query('insert into provider_slots (provider, number) select $1, generate_series(1, $2::int) on conflict do nothing', [engine, maxCalls])
  }
}

/** Waits until the provider may be asked for another call. PROVIDER_ERROR when too many wait already; then nothing happened. */
export async function awaitTurn(engine: string): Promise<void> {
  const { callsPerSecond } = accountOf(engine)
  if (callsPerSecond === null) return
  const { rows } = await pool.query<{ wait: number }>(
    `insert into provider_gates as g (provider, next_at) values ($1, now() + $2::float8 * interval '1 second')
     on conflict (provider) do update set next_at = greatest(g.next_at, now()) + $2::float8 * interval '1 second'
       where g.next_at < now() + $3::float8 * interval '1 second'
     returning extract(epoch from next_at - now())::float8 - $2::float8 as wait`,
    [engine, 1 / callsPerSecond, TIMEOUT_MS / 1000],
  )
  if (!rows[0]) throw new DomainError('PROVIDER_ERROR', `The voice provider ${engine} accepts ${callsPerSecond} new calls per second. Try again in a moment.`)
  if (rows[0].wait > 0) await sleep(rows[0].wait * 1000)
}

/**
 * Parts of the statement that places a call: `line` has a row when the provider takes one more, and `leased` gives it
 * to the call in a CTE `placed`.
 */
export function leasing(engine: string): { line: Sql; leased: Sql } {
  const { maxCalls } = accountOf(engine)
  if (maxCalls === null) return { line: sql`line as (select 0 as number)`, leased: empty }
  return {
    line: sql`line as (
      select number from provider_slots where provider = ${engine} and call_id is null and number <= ${maxCalls}::int
      order by number limit 1 for update skip locked)`,
    leased: sql`leased as (
      update provider_slots s set call_id = placed.id from placed, line
      where s.provider = ${engine} and s.number = line.number and s.call_id is null),`,
  }
}

/**
 * The same for many calls at once: `lines` has a row with a running number `nth` for each of them that the provider takes,
 * or as many as are wanted where it has no limit; `leased` gives them to the calls of a CTE `placed` by their place `nth`.
 */
export function leasingMany(engine: string, wanted: number): { lines: Sql; leased: Sql } {
  const { maxCalls } = accountOf(engine)
  if (maxCalls === null) return { lines: sql`lines as (select n as number, n as nth from generate_series(1, ${wanted}::int) n)`, leased: empty }
  return {
    lines: sql`free as (
        select number from provider_slots where provider = ${engine} and call_id is null and number <= ${maxCalls}::int
        order by number limit ${wanted}::int for update skip locked),
      lines as (select number, row_number() over (order by number)::int as nth from free)`,
    leased: sql`leased as (
      update provider_slots s set call_id = placed.id from placed join wanted using (ref) join lines using (nth)
      where s.provider = ${engine} and s.number = lines.number),`,
  }
}

/** How many calls the provider takes beside those under way; null where it has no limit. */
export const freeLines = (engine: string): Sql => {
  const { maxCalls } = accountOf(engine)
  if (maxCalls === null) return sql`null::int`
  return sql`(select count(*)::int from provider_slots where provider = ${engine} and call_id is null and number <= ${maxCalls}::int)`
}

/** Takes the provider's turn for one call if it is free right now; answers how many calls may be asked of it, null for any number. */
export async function takeTurn(tx: Pick<Tx, '$queryRaw'>, engine: string): Promise<number | null> {
  const { callsPerSecond } = accountOf(engine)
  if (callsPerSecond === null) return null
  const taken = await tx.$queryRaw`
    insert into provider_gates as g (provider, next_at) values (${engine}, now() + ${1 / callsPerSecond}::float8 * interval '1 second')
    on conflict (provider) do update set next_at = now() + ${1 / callsPerSecond}::float8 * interval '1 second' where g.next_at <= now()
    returning 1`
  return (taken as unknown[]).length
}

/** What is said when every line is taken; nothing happened. */
export const allBusy = (engine: string) =>
  new DomainError('PROVIDER_ERROR', `The voice provider ${engine} is at its limit of ${accountOf(engine).maxCalls} concurrent calls. Try again in a moment.`)

/** Counts a call that came in by itself: the provider has given it a line already, so one is leased if there is any. */
export async function occupy(engine: string, callId: number): Promise<void> {
  const { maxCalls } = accountOf(engine)
  if (maxCalls === null) return
  await pool.query(
    `update provider_slots set call_id = $2 where (provider, number) = (
       select provider, number from provider_slots where provider = $1 and call_id is null and number <= $3
       order by number desc limit 1 for update skip locked)`,
    [engine, callId, maxCalls],
  )
}

/** Gives the call's line back; a call without one has nothing to give. */
export async function release(tx: Pick<Tx, '$executeRaw'>, callId: number): Promise<void> {
  if (!isLimited()) return
  await tx.$executeRaw`update provider_slots set call_id = null where call_id = ${callId}`
}

/** Gives back lines of calls that are over, should an upgrade or a repair by hand have left any. */
export const reclaim = () =>
  anyWorkspace.$executeRaw`update provider_slots set call_id = null where call_id in (select id from calls where finished_at is not null)`

const isLimited = () => VOICE_ENGINES.some((engine) => settings.accounts[engine].maxCalls !== null)
const accountOf = (engine: string) => settings.accounts[engine as keyof typeof settings.accounts]
