import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as alerts from './alerts.ts'
import * as alertThresholds from './alertThresholds.ts'
import { findForwarding } from '../shared/webhookTargets.ts'

/** Lists the last `$count` deliveries that ended after an attempt, newest first, by the index `webhook_deliveries_finished_idx`. */
const listLastFinished = statement(
  'webhookDeliveries.listLastFinished',
  sql`
    select id, status from (
      select id, status, url, finished_at from webhook_deliveries where workspace_id = $workspaceId and finished_at is not null and attempt_count > 0
      order by finished_at desc, id desc limit $count) latest where url = $url order by finished_at desc, id desc`,
)

/**
 * Raises an alert if the latest deliveries to the current URL all failed, and clears it after one succeeds. Run it in the transaction
 * that ends a delivery, with the result in `ended`.
 */
export async function evaluate(tx: Tx, workspaceId: WorkspaceId, ended?: 'delivered' | 'failed'): Promise<void> {
  await alerts.lockWorkspace(tx, workspaceId)
  if (ended === 'delivered' && !(await alerts.isRaised(tx, workspaceId, 'webhook_failing'))) return
  const { webhookFailures } = await alertThresholds.read(tx, workspaceId)
  const target = await findForwarding(tx, workspaceId)
  const latest = webhookFailures === null || !target ? [] : await listLastFinished.all({ workspaceId, url: target.url, count: webhookFailures }, tx)
  const failures = latest.findIndex(({ status }) => status === 'delivered')
  if (webhookFailures === null || !target || failures === 0) return void (await alerts.clear(tx, workspaceId, ['webhook_failing']))
  if (failures > 0 || latest.length < webhookFailures) return
  const facts = { failures: latest.length, host: new URL(target.url).host, error: await lastError(tx, workspaceId, latest[0]!.id) }
  await alerts.raise(tx, workspaceId, 'webhook_failing', facts)
}

async function lastError(tx: Tx, workspaceId: WorkspaceId, deliveryId: bigint): Promise<string> {
  const attempt = await tx.webhookAttempt.findFirst({ where: { workspaceId, deliveryId }, orderBy: { number: 'desc' } })
  return attempt?.status ? `HTTP ${attempt.status}` : (attempt?.error ?? '')
}
