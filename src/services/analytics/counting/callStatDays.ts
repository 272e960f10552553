import type { PoolClient } from 'pg'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { countryOf } from '../../../kernel/lib/phones.ts'
import { columnOf, rawSql, type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
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

/** Workspaces and days differ too much in size for one plan. */
const UNPREPARED = { isUnprepared: true }

const listDays = statement(
  'callStats.listDays',
  sql`
    select distinct date_trunc('day', moment, 'UTC') as "day!" from (
      select coalesce(ended_at, finished_at) as moment from calls where workspace_id = $workspaceId and finished_at is not null
      union all select coalesce(ended_at, finished_at) from erased_calls where workspace_id = $workspaceId and finished_at is not null
      union all select created_at from ledger_entries where workspace_id = $workspaceId and type = 'sms'
      union all select starts_at from call_stats where workspace_id = $workspaceId) as m order by 1`,
  UNPREPARED,
)

/** Lists the days in UTC for which a workspace has raw data or statistics. */
export const daysOf = async (client: PoolClient, workspaceId: WorkspaceId): Promise<Date[]> =>
  (await listDays.all({ workspaceId }, client)).map(({ day }) => day)

const TEXT_FIELDS = [...KEYS.filter((field) => field !== 'startsAt'), ...COUNTS]
const AS_TEXT = rawSql(TEXT_FIELDS.map((field) => `${columnOf(field)}::text as "${field}!"`).join(', '))

/** Selects rows of the statistics as `toStatRow` expects them. */
const selectAsText = (rows: SqlText) => sql`select starts_at as "starts_at!", ${AS_TEXT} from ${rows}`

const toStatRow = (row: Omit<StatRow, 'startsAt'> & { startsAt: Date }): StatRow => ({ ...row, startsAt: row.startsAt.toISOString() })

const listOfDay = statement(
  'callStats.listOfDay',
  selectAsText(sql`call_stats where workspace_id = $workspaceId and dimension = any($dimensions) and grain = any($grains)
    and starts_at >= $day and starts_at < $nextDay`),
  UNPREPARED,
)

/** Finds the differences of one day in UTC. Reads everything in the client's transaction. */
export async function findDifferences(client: PoolClient, workspaceId: WorkspaceId, day: Date): Promise<Difference[]> {
  const expected = new Map<string, StatRow>()
  for await (const rows of expectedRows(client, workspaceId, day)) for (const row of rows) add(expected, row)
  const found = await listOfDay.all({ workspaceId, dimensions: [...DIMENSIONS], grains: [...GRAINS], day, nextDay: nextDay(day) }, client)
  const wrong: Difference[] = []
  for (const row of found.map(toStatRow)) {
    const expectedRow = expected.get(keyOf(row)) ?? null
    expected.delete(keyOf(row))
    if (!expectedRow || COUNTS.some((column) => row[column] !== expectedRow[column])) wrong.push({ found: row, expected: expectedRow })
  }
  return [...wrong, ...[...expected.values()].map((row) => ({ found: null, expected: row }))]
}

const removeRows = statement(
  'callStats.remove',
  sql`
    delete from call_stats where workspace_id = $workspaceId
      and (dimension, grain, starts_at, key) in (select dimension, grain, starts_at, key from jsonb_populate_recordset(null::call_stats, $rows))`,
  UNPREPARED,
)

const addRows = statement(
  'callStats.add',
  sql`
    insert into call_stats (workspace_id, ${COLUMNS})
    select $workspaceId::int, ${COLUMNS} from jsonb_populate_recordset(null::call_stats, $rows)`,
  UNPREPARED,
)

/** Replaces the wrong rows in the client's transaction. */
export async function correct(client: PoolClient, workspaceId: WorkspaceId, wrong: readonly Difference[]): Promise<void> {
  await removeRows.run({ workspaceId, rows: toRecordset(wrong.flatMap(({ found }) => found ?? [])) }, client)
  await addRows.run({ workspaceId, rows: toRecordset(wrong.flatMap(({ expected }) => expected ?? [])) }, client)
}

const toRecordset = (rows: readonly StatRow[]) =>
  JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]))))

const nextDay = (day: Date) => new Date(day.getTime() + DAY_MS)
const keyOf = (row: StatRow) => KEYS.map((name) => row[name]).join('\n')

function add(rows: Map<string, StatRow>, row: StatRow) {
  const known = rows.get(keyOf(row))
  if (!known) return rows.set(keyOf(row), row)
  for (const column of COUNTS) known[column] = String(BigInt(known[column]) + BigInt(row[column]))
}

const ON_DAY = sql`c.workspace_id = $workspaceId and c.finished_at is not null and (c.ended_at >= $day and c.ended_at < $nextDay
  or c.ended_at is null and c.finished_at >= $day and c.finished_at < $nextDay)`

const CALLS = sql`
  select ${FINISHED_CALL} from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id where ${ON_DAY}
  union all select ${ERASED_CALL} from erased_calls c where ${ON_DAY}`

const countCalls = statement('callStats.countCalls', selectAsText(sql`(${statsOfCalls(CALLS)}) as r`), UNPREPARED)

/** A page of the messages charged on a day. The receiver's number is null if the message was erased. Then its country is stored. */
const listChargedMessages = statement(
  'callStats.listChargedMessages',
  sql`
    select e.id, e.created_at as at, (-e.amount)::text as amount, coalesce(m.number_id, x.number_id) as number_id, m.to_number, x.country
    from ledger_entries e left join messages m on m.workspace_id = e.workspace_id and m.id = e.ref::int
      left join erased_messages x on x.workspace_id = e.workspace_id and x.id = e.ref::int
    where e.workspace_id = $workspaceId and e.type = 'sms' and e.created_at < $nextDay and (e.created_at, e.id) > ($afterAt, $afterId)
    order by e.created_at, e.id limit ${MESSAGE_PAGE_SIZE}`,
  UNPREPARED,
)

/** Charged messages, in lists. An empty text stands for no number and no country, as in the statistics. */
const MESSAGES = sql`
  select * from unnest($moments::timestamptz[], $numberIds::text[], $countries::text[], $amounts::bigint[]) as t (moment, number_id, country, amount)`

const countMessages = statement('callStats.countMessages', selectAsText(sql`(${statsOfMessages(MESSAGES)}) as r`), UNPREPARED)

/** Computes the statistics of a day from raw rows. Yields parts, to be added up. */
async function* expectedRows(client: PoolClient, workspaceId: WorkspaceId, day: Date): AsyncGenerator<StatRow[]> {
  const span = { workspaceId, day, nextDay: nextDay(day) }
  yield (await countCalls.all(span, client)).map(toStatRow)
  for (let after = { at: day, id: 0 }; ;) {
    const messages = await listChargedMessages.all({ workspaceId, nextDay: span.nextDay, afterAt: after.at, afterId: after.id }, client)
    if (messages.length === 0) return
    const columns = {
      moments: messages.map(({ at }) => at),
      numberIds: messages.map(({ numberId }) => numberId?.toString() ?? ''),
      countries: messages.map(({ toNumber, country }) => (toNumber === null ? country : countryOf(toNumber)) ?? ''),
      amounts: messages.map(({ amount }) => amount),
    }
    yield (await countMessages.all(columns, client)).map(toStatRow)
    after = messages.at(-1)!
  }
}
