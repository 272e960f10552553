import type { PoolClient } from 'pg'
import type { NumberId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { countryOf } from '../../../kernel/lib/phones.ts'
import { raw, type Sql, sql } from '../../../kernel/db/sql.ts'
import { COLUMNS, COUNTS, DIMENSIONS, ERASED_CALL, FINISHED_CALL, GRAINS, KEYS, statsOfCalls, statsOfMessages } from './callStatRows.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'

/** A row of the statistics without its workspace, with numbers as text. */
export type StatRow = Record<(typeof KEYS)[number] | (typeof COUNTS)[number], string>

/** A row of the statistics that differs from the raw data. `null` means no row. */
export interface Difference {
  found: StatRow | null
  expected: StatRow | null
}

const MESSAGE_PAGE_SIZE = 5_000

const run = async <Row extends object>(client: PoolClient, { text, values }: Sql) => (await client.query<Row>(text, values as unknown[])).rows

/** Lists the days in UTC for which a workspace has raw data or statistics. */
export async function daysOf(client: PoolClient, workspaceId: WorkspaceId): Promise<Date[]> {
  const rows = await run<{ day: Date }>(
    client,
    sql`select distinct date_trunc('day', moment, 'UTC') as day from (
      select coalesce(ended_at, finished_at) as moment from calls where workspace_id = ${workspaceId} and finished_at is not null
      union all select coalesce(ended_at, finished_at) from erased_calls where workspace_id = ${workspaceId} and finished_at is not null
      union all select created_at from ledger_entries where workspace_id = ${workspaceId} and type = 'sms'
      union all select starts_at from call_stats where workspace_id = ${workspaceId}) as m order by day`,
  )
  return rows.map(({ day }) => day)
}

/** Finds the differences of one day in UTC. Reads everything in the client's transaction. */
export async function findDifferences(client: PoolClient, workspaceId: WorkspaceId, day: Date): Promise<Difference[]> {
  const expected = new Map<string, StatRow>()
  for await (const rows of expectedRows(client, workspaceId, day)) for (const row of rows) add(expected, row)
  const found = await read(
    client,
    sql`call_stats where workspace_id = ${workspaceId} and dimension = any(${DIMENSIONS}::text[]) and grain = any(${GRAINS}::text[])
      and starts_at >= ${day} and starts_at < ${nextDay(day)}`,
  )
  const wrong: Difference[] = []
  for (const row of found) {
    const expectedRow = expected.get(keyOf(row)) ?? null
    expected.delete(keyOf(row))
    if (!expectedRow || COUNTS.some((column) => row[column] !== expectedRow[column])) wrong.push({ found: row, expected: expectedRow })
  }
  return [...wrong, ...[...expected.values()].map((row) => ({ found: null, expected: row }))]
}

/** Replaces the wrong rows in the client's transaction. */
export async function correct(client: PoolClient, workspaceId: WorkspaceId, wrong: readonly Difference[]): Promise<void> {
  const found = wrong.flatMap((difference) => difference.found ?? [])
  const expected = wrong.flatMap((difference) => difference.expected ?? [])
  await run(
    client,
    sql`delete from call_stats where workspace_id = ${workspaceId}
      and (dimension, grain, starts_at, key) in (select dimension, grain, starts_at, key from jsonb_populate_recordset(null::call_stats, ${JSON.stringify(found)}))`,
  )
  await run(
    client,
    sql`insert into call_stats (workspace_id, ${COLUMNS})
      select ${workspaceId}::int, ${COLUMNS} from jsonb_populate_recordset(null::call_stats, ${JSON.stringify(expected)})`,
  )
}

const AS_TEXT = raw([...KEYS, ...COUNTS].map((name) => (name === 'starts_at' ? name : `${name}::text`)).join(', '))
const read = async (client: PoolClient, rows: Sql): Promise<StatRow[]> =>
  (await run<Omit<StatRow, 'starts_at'> & { starts_at: Date }>(client, sql`select ${AS_TEXT} from ${rows}`)).map(({ starts_at, ...row }) => ({
    ...row,
    starts_at: starts_at.toISOString(),
  }))

const nextDay = (day: Date) => new Date(day.getTime() + DAY_MS)
const keyOf = (row: StatRow) => KEYS.map((name) => row[name]).join('\n')

function add(rows: Map<string, StatRow>, row: StatRow) {
  const known = rows.get(keyOf(row))
  if (!known) return rows.set(keyOf(row), row)
  for (const column of COUNTS) known[column] = String(BigInt(known[column]) + BigInt(row[column]))
}

/** Computes the statistics of a day from raw rows. Yields parts, to be added up. */
async function* expectedRows(client: PoolClient, workspaceId: WorkspaceId, day: Date): AsyncGenerator<StatRow[]> {
  const onDay = sql`c.workspace_id = ${workspaceId} and c.finished_at is not null and (c.ended_at >= ${day} and c.ended_at < ${nextDay(day)}
    or c.ended_at is null and c.finished_at >= ${day} and c.finished_at < ${nextDay(day)})`
  yield await read(
    client,
    sql`(${statsOfCalls(sql`
      select ${FINISHED_CALL} from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id where ${onDay}
      union all select ${ERASED_CALL} from erased_calls c where ${onDay}`)}) as r`,
  )
  for (
    let messages = await readChargedMessages(client, workspaceId, day);
    messages.length > 0;
    messages = await readChargedMessages(client, workspaceId, day, messages.at(-1))
  ) {
    const columns = sql`${messages.map(({ at }) => at)}::timestamptz[], ${messages.map(({ numberId }) => numberId)}::int[],
      ${messages.map(({ toNumber, country }) => (toNumber === null ? country : countryOf(toNumber)))}::text[], ${messages.map(({ amount }) => amount)}::bigint[]`
    yield await read(client, sql`(${statsOfMessages(sql`select * from unnest(${columns}) as t (moment, number_id, country, amount)`)}) as r`)
  }
}

interface ChargedMessage {
  id: number
  at: Date
  numberId: NumberId | null
  /** `null` if the message was erased. Then `country` is stored. */
  toNumber: string | null
  country: string | null
  amount: string
}

/** Reads a page of the messages charged on a day, after the given one. */
const readChargedMessages = (client: PoolClient, workspaceId: WorkspaceId, day: Date, after?: ChargedMessage) =>
  run<ChargedMessage>(
    client,
    sql`select e.id, e.created_at as at, -e.amount as amount, coalesce(m.number_id, x.number_id) as "numberId", m.to_number as "toNumber", x.country
      from ledger_entries e left join messages m on m.workspace_id = e.workspace_id and m.id = e.ref::int
        left join erased_messages x on x.workspace_id = e.workspace_id and x.id = e.ref::int
      where e.workspace_id = ${workspaceId} and e.type = 'sms' and e.created_at < ${nextDay(day)}
        and (e.created_at, e.id) > (${after?.at ?? day}::timestamptz, ${after?.id ?? 0}::int)
      order by e.created_at, e.id limit ${MESSAGE_PAGE_SIZE}`,
  )
