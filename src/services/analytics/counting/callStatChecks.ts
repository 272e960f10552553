import type { PoolClient } from 'pg'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { pool } from '../../../kernel/db/db.ts'
import { columnOf, ifGiven, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import { STATS_LOCK, STATS_START_LOCK, tryWithAdvisoryLock } from '../../../kernel/db/locks.ts'
import { daysOf, type Difference, findDifferences, correct } from './callStatDays.ts'
import { isReady, markReady } from './callStatReadiness.ts'
import { COUNTS } from './callStatRows.ts'

/** Result of a check: workspaces and days checked, and rows that differ from the raw data. */
export interface StatsCheck {
  workspaces: number
  days: number
  differences: number
  /** Descriptions of the first differences. */
  examples: string[]
}

const MAX_EXAMPLES = 10

/**
 * Compares the statistics with calls and ledger, day by day. Reads each workspace in one snapshot, so calls that close meanwhile do not
 * matter. Changes nothing; checks all workspaces unless one is given.
 */
export const verify = (workspaceId?: WorkspaceId) =>
  forEachDay(workspaceId, (client, id, days, note) =>
    inTransaction(client, 'begin isolation level repeatable read read only', async () => {
      for (const day of days) note(await findDifferences(client, id, day))
    }),
  )

const lockStats = statement('callStats.lock', sql`select pg_advisory_xact_lock(${STATS_LOCK}, $workspaceId)`)

/**
 * Corrects the statistics from calls and ledger; returns what was wrong. Locks the statistics of the workspace one day at a time: a closing
 * call waits, and is counted before or after. If the process dies, the days so far are correct, and it can run again.
 */
export const rebuild = (workspaceId?: WorkspaceId, signal?: AbortSignal) =>
  forEachDay(workspaceId, async (client, id, days, note) => {
    for (const day of days) {
      if (signal?.aborted) return
      await inTransaction(client, 'begin', async () => {
        // In a separate statement, so that the next one sees everything committed before the lock was acquired.
        await lockStats.run({ workspaceId: id }, client)
        const wrong = await findDifferences(client, id, day)
        if (wrong.length > 0) await correct(client, id, wrong)
        note(wrong)
      })
    }
  })

const findCounted = statement(
  'callStats.findCounted',
  sql`
    (select from calls where finished_at is not null limit 1) union all (select from erased_calls limit 1)
    union all (select from ledger_entries where type = 'sms' limit 1)`,
  { acrossWorkspaces: 'The statistics of a new server are complete if no workspace has calls or messages.' },
)

/**
 * On the first start with statistics, marks them ready if there is nothing to count; otherwise `countEarlier` counts in the background. Later
 * starts run one query.
 */
export async function prepare(): Promise<void> {
  if (await isReady()) return
  if ((await findCounted.run({})) === 0) await markReady()
}

/**
 * Counts older calls, in one process at a time; statistics are UNAVAILABLE until it finishes. Stops after the current day when the signal is
 * aborted. If the process dies, the next one starts over and finds the finished days correct.
 */
export async function countEarlier(signal?: AbortSignal): Promise<void> {
  if (await isReady()) return
  await tryWithAdvisoryLock(STATS_START_LOCK, async () => {
    await rebuild(undefined, signal)
    if (!signal?.aborted) await markReady()
  })
}

type DayVisitor = (client: PoolClient, workspaceId: WorkspaceId, days: Date[], note: (found: Difference[]) => void) => Promise<void>

const listWorkspaces = statement('callStats.listWorkspaces', sql`select id from workspaces ${ifGiven('workspaceId', sql`where id = $workspaceId`)} order by id`)

async function forEachDay(workspaceId: WorkspaceId | undefined, visit: DayVisitor): Promise<StatsCheck> {
  const client = await pool.connect()
  try {
    const workspaces = await listWorkspaces.all({ workspaceId }, client)
    if (workspaceId !== undefined && workspaces.length === 0) throw notFound('Workspace')
    const checked: StatsCheck = { workspaces: workspaces.length, days: 0, differences: 0, examples: [] }
    for (const { id } of workspaces)
      await inWorkspace(id, async () => {
        const days = await daysOf(client, id)
        checked.days += days.length
        await visit(client, id, days, (differences) => {
          checked.differences += differences.length
          checked.examples.push(...differences.slice(0, MAX_EXAMPLES - checked.examples.length).map((difference) => describeDifference(id, difference)))
        })
      })
    return checked
  } finally {
    client.release()
  }
}

async function inTransaction<T>(client: PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** `workspace 3, slot 2026-11-20T10:15:00.000Z, agent 7: calls are 2, should be 3` */
function describeDifference(workspaceId: WorkspaceId, { found, expected }: Difference): string {
  const { grain, startsAt, dimension, key } = (found ?? expected)!
  const wrong = COUNTS.filter((name) => (found?.[name] ?? '0') !== (expected?.[name] ?? '0')).map(
    (name) => `${columnOf(name)} are ${found?.[name] ?? '0'}, should be ${expected?.[name] ?? '0'}`,
  )
  const subject = [dimension, key].filter(Boolean).join(' ')
  return `workspace ${workspaceId}, ${grain} ${startsAt}, ${subject}: ${wrong.join('; ') || 'a row too many'}`
}
