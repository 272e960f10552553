import type { NumberId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Connection, db, transaction } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as callAlerts from './callAlerts.ts'

/** `sweep` checks workspaces with calls that ended within this time again, in case a process died before its check. */
const RETRY_DELAY_MS = 600_000
/** The workspaces with calls closed since the last check, with the numbers that called. Bounded, because `sweep` finds the rest. */
const noted = perServer(() => new Map<WorkspaceId, Set<NumberId>>())
const MAX_NOTED = 10_000

/** Marks the workspace for a check soon after the commit. One check covers all calls closed until then, so closing a call stays cheap. */
export const noteClosed = (tx: Connection, { workspaceId, numberId, direction }: Pick<Call, 'workspaceId' | 'numberId' | 'direction'>) =>
  afterCommit(tx, () => {
    const closedSinceCheck = noted()
    const numbers = closedSinceCheck.get(workspaceId) ?? new Set<NumberId>()
    if (closedSinceCheck.size >= MAX_NOTED && !closedSinceCheck.has(workspaceId)) return
    if (numberId !== null && direction === 'outbound') numbers.add(numberId)
    closedSinceCheck.set(workspaceId, numbers)
  })

/** Checks every workspace in which this server closed calls since the last check. */
export async function checkNoted(): Promise<void> {
  const workspaces = [...noted()]
  noted().clear()
  for (const [workspaceId, numbers] of workspaces) await inWorkspace(workspaceId, () => check(workspaceId, [...numbers]))
}

/** Clears alerts about carriers that have accepted a message since. */
const clearCarrierAlerts = statement(
  'alerts.clearCarriers',
  sql`
    update alerts n set cleared_at = $now where type = 'carrier_failing' and cleared_at is null and exists (
      select from messages m where m.workspace_id = n.workspace_id and m.created_at > n.raised_at and m.connection_id::text = n.subject and m.dispatch = 'placed')`,
  { acrossWorkspaces: 'A sweep over all alerts about carriers.' },
)

const listWithCallsSince = statement(
  'workspaces.listWithCallsSince',
  sql`
    select w.id from workspaces w cross join lateral (
      select from calls c where c.workspace_id = w.id and c.ended_at > $since limit 1) recent`,
  { acrossWorkspaces: 'A sweep over all workspaces with recent calls.' },
)

/**
 * Checks every workspace in which calls ended lately, because a process's own marks are lost when it dies. Also clears carrier alerts
 * that messages have resolved. Safe to run in several processes.
 */
export async function sweep(): Promise<void> {
  const workspaces = await listWithCallsSince.all({ since: fromNow(-RETRY_DELAY_MS) })
  for (const { id } of workspaces) await inWorkspace(id, async () => check(id, await callAlerts.listNumberIds(db, id)))
  await clearCarrierAlerts.run({ now: clock.now() })
}

async function check(workspaceId: WorkspaceId, numberIds: NumberId[]): Promise<void> {
  try {
    if (await callAlerts.hasChanges(db, workspaceId, numberIds)) await transaction((tx) => callAlerts.evaluate(tx, workspaceId, numberIds))
  } catch (err) {
    log.error({ err, workspaceId }, 'could not check the latest calls of a workspace for alerts')
  }
}
