import type { WebhookEndpointId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as alerts from './alerts.ts'
import * as alertThresholds from './alertThresholds.ts'
import * as webhookTargets from '../shared/webhookTargets.ts'

/** Lists the last `$count` deliveries to an endpoint that ended after an attempt, newest first, by the index `webhook_deliveries_finished_idx`. */
const listLastFinished = statement(
  'webhookDeliveries.listLastFinished',
  sql`
    select id, status from (
      select id, status, url, finished_at from webhook_deliveries
      where workspace_id = $workspaceId and endpoint_id = $endpointId and finished_at is not null and attempt_count > 0
      order by finished_at desc, id desc limit $count) latest where url = $url order by finished_at desc, id desc`,
)

/**
 * Raises an alert if the latest deliveries to the endpoint's current URL all failed, and clears it after one succeeds. Run it in the transaction
 * that ends a delivery, with the result in `ended`.
 */
export async function evaluate(tx: Tx, workspaceId: WorkspaceId, endpointId: WebhookEndpointId, ended?: 'delivered' | 'failed'): Promise<void> {
  const subject = String(endpointId)
  await alerts.lockWorkspace(tx, workspaceId)
  if (ended === 'delivered' && !(await alerts.isRaised(tx, workspaceId, 'webhook_failing', subject))) return
  const { webhookFailures } = await alertThresholds.read(tx, workspaceId)
  const target = await webhookTargets.find(tx, workspaceId, endpointId)
  const latest = webhookFailures === null || !target ? [] : await listLastFinished.all({ workspaceId, endpointId, url: target.url, count: webhookFailures }, tx)
  const failures = latest.findIndex(({ status }) => status === 'delivered')
  if (webhookFailures === null || !target || failures === 0) return void (await alerts.clear(tx, workspaceId, ['webhook_failing'], subject))
  if (failures > 0 || latest.length < webhookFailures) return
  const facts = { failures: latest.length, host: new URL(target.url).host, error: await lastError(tx, workspaceId, latest[0]!.id) }
  await alerts.raise(tx, workspaceId, 'webhook_failing', facts, subject)
}

/** Does so for every endpoint that receives events, because the setting changed. */
export async function evaluateAll(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  for (const { id } of await webhookTargets.list(tx, workspaceId)) await evaluate(tx, workspaceId, id)
}

async function lastError(tx: Tx, workspaceId: WorkspaceId, deliveryId: bigint): Promise<string> {
  const attempt = await tx.webhookAttempt.findFirst({ where: { workspaceId, deliveryId }, orderBy: { number: 'desc' } })
  return attempt?.status ? `HTTP ${attempt.status}` : (attempt?.error ?? '')
}
