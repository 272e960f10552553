import { inMs } from '../../kernel/lib/clock.ts'
import { afterCommit, db, transaction, type Tx } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import * as callNotices from './callNotices.ts'

/** Calls that ended so long ago are looked at again, for what a dead process did not come to, in milliseconds. */
const RETRY_DELAY_MS = 600_000
/** What was closed since the last look, by workspace with the numbers called from. Bounded, since what is left out is found by `sweep`. */
const closed = new Map<number, Set<number>>()
const MAX_NOTED = 10_000

/** Has the calls of the workspace judged soon after the commit: once for all that are closed until then, so that closing stays cheap. */
export const noteClosed = (tx: Tx, { workspaceId, numberId, direction }: Pick<Call, 'workspaceId' | 'numberId' | 'direction'>) =>
  afterCommit(tx, () => {
    const numbers = closed.get(workspaceId) ?? new Set()
    if (closed.size >= MAX_NOTED && !closed.has(workspaceId)) return
    if (numberId !== null && direction === 'outbound') numbers.add(numberId)
    closed.set(workspaceId, numbers)
  })

/** Judges the calls of every workspace in which this process has closed some since the last look. */
export async function look(): Promise<void> {
  const noted = [...closed]
  closed.clear()
  for (const [workspaceId, numbers] of noted) await judge(workspaceId, [...numbers])
}

/**
 * The same for every workspace in which calls have ended lately, whoever closed them: what a process noted is lost with it. Clears as
 * well what others than calls have mended. Safe to run in several processes.
 */
export async function sweep(): Promise<void> {
  const found = await query<{ id: number }>(sql`
    select w.id from workspaces w cross join lateral (
      select from calls c where c.workspace_id = w.id and c.ended_at > ${inMs(-RETRY_DELAY_MS)} limit 1) recent`)
  for (const { id } of found) await judge(id, await callNotices.numbersOf(db, id))
  await clearMended()
}

async function judge(workspaceId: number, numberIds: number[]): Promise<void> {
  try {
    if (await callNotices.isNews(db, workspaceId, numberIds)) await transaction((tx) => callNotices.judge(tx, workspaceId, numberIds))
  } catch (err) {
    log.error({ err, workspaceId }, 'could not check the latest calls of a workspace for alerts')
  }
}

/** A carrier that has taken a text since lets the account in again. */
const clearMended = () =>
  query(sql`
    update notices n set cleared_at = now() where kind = 'carrier_failing' and cleared_at is null and exists (
      select from messages m where m.workspace_id = n.workspace_id and m.created_at > n.raised_at and m.connection_id::text = n.subject and m.dispatch = 'placed')`)
