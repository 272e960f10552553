import type { PoolClient } from 'pg'
import { pool } from '../../../kernel/db/db.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import { STATS_LOCK, STATS_START_LOCK, tryUnderLock } from '../../../kernel/db/locks.ts'
import { daysOf, type Difference, differences, mend } from './callStatDays.ts'
import { isReady, markReady } from './callStatReadiness.ts'
import { COUNTS } from './callStatRows.ts'

/** What a look at the statistics found: of how many workspaces and days, and how many rows are not what the raw rows come to. */
export interface Checked {
  workspaces: number
  days: number
  differences: number
  /** The first of them, each in words. */
  examples: string[]
}

const MAX_EXAMPLES = 10

/**
 * Compares the statistics with the calls and the ledger, day by day, each workspace as it is at one moment, so that calls
 * that are closed meanwhile make no difference. Changes nothing; of all workspaces unless one is named.
 */
export const verify = (workspaceId?: number) =>
  overDays(workspaceId, (client, id, days, note) =>
    inTransaction(client, 'begin isolation level repeatable read read only', async () => {
      for (const day of days) note(await differences(client, id, day))
    }),
  )

/**
 * Makes the statistics what the calls and the ledger come to; answers what was wrong. A day at a time, alone with the workspace's
 * statistics: whoever closes a call meanwhile waits, and is counted then, or was counted before. If the process dies, the days
 * so far are right, and it can be run again.
 */
export const rebuild = (workspaceId?: number, signal?: AbortSignal) =>
  overDays(workspaceId, async (client, id, days, note) => {
    for (const day of days) {
      if (signal?.aborted) return
      await inTransaction(client, 'begin', async () => {
        // A statement of its own: the next one sees whatever was committed before the lock was had.
        await client.query('select pg_advisory_xact_lock($1, $2)', [STATS_LOCK, id])
        const wrong = await differences(client, id, day)
        if (wrong.length > 0) await mend(client, id, wrong)
        note(wrong)
      })
    }
  })

/**
 * At the first start with statistics: without anything to count, they are ready at once. Else `countEarlier` counts it while the
 * server serves. Every later start asks one question.
 */
export async function prepare(): Promise<void> {
  if (await isReady()) return
  const { rowCount } = await pool.query(`
    (select from calls where finished_at is not null limit 1) union all (select from erased_calls limit 1)
    union all (select from ledger_entries where kind = 'sms' limit 1)`)
  if (!rowCount) await markReady()
}

/**
 * Counts what was there before there were statistics, in one process at a time; until then whoever asks for them is told so. Stops
 * at the end of a day when the signal is aborted. If the process dies, the next one begins again, and finds the days so far right.
 */
export async function countEarlier(signal?: AbortSignal): Promise<void> {
  if (await isReady()) return
  await tryUnderLock(pool, STATS_START_LOCK, async () => {
    await rebuild(undefined, signal)
    if (!signal?.aborted) await markReady()
  })
}

type Look = (client: PoolClient, workspaceId: number, days: Date[], note: (found: Difference[]) => void) => Promise<void>

async function overDays(workspaceId: number | undefined, look: Look): Promise<Checked> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: number }>('select id from workspaces where $1::int is null or id = $1 order by id', [workspaceId ?? null])
    if (workspaceId !== undefined && rows.length === 0) throw notFound('Workspace')
    const checked: Checked = { workspaces: rows.length, days: 0, differences: 0, examples: [] }
    for (const { id } of rows) {
      const days = await daysOf(client, id)
      checked.days += days.length
      await look(client, id, days, (found) => {
        checked.differences += found.length
        checked.examples.push(...found.slice(0, MAX_EXAMPLES - checked.examples.length).map((one) => inWords(id, one)))
      })
    }
    return checked
  } finally {
    client.release()
  }
}

async function inTransaction<T>(client: PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** `workspace 3, slot 2026-11-20T10:15:00.000Z, agent 7: calls are 2, should be 3` */
function inWords(workspaceId: number, { found, expected }: Difference): string {
  const { grain, starts_at, dimension, key } = (found ?? expected)!
  const wrong = COUNTS.filter((name) => (found?.[name] ?? '0') !== (expected?.[name] ?? '0')).map(
    (name) => `${name} are ${found?.[name] ?? '0'}, should be ${expected?.[name] ?? '0'}`,
  )
  const of = [dimension, key].filter(Boolean).join(' ')
  return `workspace ${workspaceId}, ${grain} ${starts_at}, ${of}: ${wrong.join('; ') || 'a row too many'}`
}
