import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as notices from './notices.ts'
import * as noticeThresholds from './noticeThresholds.ts'
import { forwarding } from '../shared/webhookTargets.ts'

/**
 * Judges the workspace's webhook by its latest deliveries to the address of today: raises a notice when the last so many were all
 * given up, one after the other, and clears it once one got through. Run it in the transaction that ends a delivery, and say how
 * it `ended`.
 */
export async function judge(tx: Tx, workspaceId: number, ended?: 'delivered' | 'failed'): Promise<void> {
  await notices.inTurn(tx, workspaceId)
  if (ended === 'delivered' && !(await notices.stands(tx, workspaceId, 'webhook_failing'))) return
  const { webhookFailures } = await noticeThresholds.of(tx, workspaceId)
  const target = await forwarding(tx, workspaceId)
  const latest = webhookFailures === null || !target ? [] : await lastEnded(tx, workspaceId, target.url, webhookFailures)
  const failures = latest.findIndex(({ status }) => status === 'delivered')
  if (webhookFailures === null || !target || failures === 0) return void (await notices.clear(tx, workspaceId, ['webhook_failing']))
  if (failures > 0 || latest.length < webhookFailures) return
  const facts = { failures: latest.length, host: new URL(target.url).host, error: await lastError(tx, workspaceId, latest[0]!.id) }
  await notices.raise(tx, workspaceId, 'webhook_failing', facts)
}

/** The last so many deliveries that ended after an attempt, newest first, by the index `webhook_deliveries_finished_idx`. */
const lastEnded = (tx: Tx, workspaceId: number, url: string, count: number) =>
  tx.$queryRaw<{ id: number; status: string }[]>(sql`
    select id, status from (
      select id, status, url, finished_at from webhook_deliveries where workspace_id = ${workspaceId} and finished_at is not null and attempt_count > 0
      order by finished_at desc, id desc limit ${count}) latest where url = ${url} order by finished_at desc, id desc`)

async function lastError(tx: Tx, workspaceId: number, deliveryId: number): Promise<string> {
  const attempt = await tx.webhookAttempt.findFirst({ where: { workspaceId, deliveryId }, orderBy: { number: 'desc' } })
  return attempt?.status ? `HTTP ${attempt.status}` : (attempt?.error ?? '')
}
