import type { WebhookDeliveryId } from '../../kernel/vocabulary/ids.ts'
import { clock, fromNow, withJitter } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import type { PostResult } from '../../outbound/post.ts'
import * as webhookAlerts from '../alerts/webhookAlerts.ts'
import * as attemptRecords from './attemptRecords.ts'
import { type DeliveryKey, MAX_ATTEMPTS, RETRY_DELAYS_MS } from './attemptRecords.ts'
import * as deliveryQueue from './deliveryQueue.ts'
import { send } from './deliverySending.ts'
import { readSigningSecret } from './endpointSecrets.ts'
import { IS_ON } from '../shared/webhookTargets.ts'

const MAX_LISTED = 500

/**
 * Makes the attempt that is due, if any. Safe to call twice or after a crash: one caller claims and counts an attempt before anything
 * is sent, so the receiver never gets more requests than the retry rule allows.
 */
export async function attempt(key: DeliveryKey): Promise<void> {
  const claimed = await attemptRecords.claim(key)
  if (!claimed) return giveUpIfOver(key)
  await recordResult(key, claimed.number, await send(claimed, readSigningSecret({ ...claimed, id: claimed.endpointId })))
}

const findWorkspace = statement('webhooks.findWorkspaceOfDelivery', sql`select workspace_id from webhook_deliveries where id = $id`, {
  acrossWorkspaces: 'A job names its delivery, and the delivery its workspace.',
})

/** Makes the attempt that a job of an earlier version asks for. */
export async function attemptById(id: WebhookDeliveryId): Promise<void> {
  const found = await findWorkspace.get({ id })
  if (!found) return
  enterWorkspace(found.workspaceId)
  await attempt({ ...found, id })
}

const lockOver = statement(
  'webhooks.lockOver',
  sql`
    select e.id is not null as "isOn!"
    from webhook_deliveries d left join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id and ${IS_ON}
    where d.workspace_id = $workspaceId and d.id = $id and d.status = 'pending'
      and (e.id is null or (next_attempt_at <= $now and attempt_count >= $maxAttempts)) for update of d`,
)

/** Fails a delivery that gets no further attempt: its endpoint was turned off or deleted, or the last attempt died with its process. */
const giveUpIfOver = (key: DeliveryKey) =>
  transaction(async (tx) => {
    const over = await lockOver.get({ ...key, now: clock.now(), maxAttempts: MAX_ATTEMPTS }, tx)
    if (over) await giveUp(tx, key, over.isOn ? 'the last attempt was interrupted' : 'the endpoint was turned off')
  })

/** Stores the receiver's response, then finishes the delivery or schedules the next attempt. */
async function recordResult({ workspaceId, id }: DeliveryKey, number: number, { blocked, ...result }: PostResult): Promise<void> {
  const statusClass = Math.floor((result.status ?? 0) / 100)
  if (statusClass !== 2) return recordFailure({ workspaceId, id }, number, result, blocked || statusClass === 4)
  const isFinished = await attemptRecords.recordDelivered({ workspaceId, id, number, result })
  if (!isFinished) await transaction((tx) => finish(tx, { workspaceId, id }, 'delivered'))
}

const recordAttempt = statement(
  'webhooks.recordAttempt',
  sql`
    update webhook_attempts set status = $status?, error = $error?, response = $response?, latency_ms = $latencyMs?
    where workspace_id = $workspaceId and delivery_id = $id and number = $number`,
)

const recordFailure = ({ workspaceId, id }: DeliveryKey, number: number, result: Omit<PostResult, 'blocked'>, isFinal: boolean) =>
  transaction(async (tx) => {
    await recordAttempt.run({ workspaceId, id, number, ...result }, tx)
    // A failure reported after its lease, when the next attempt has begun, changes nothing.
    const current = { workspaceId, id, attemptCount: number }
    const delay = RETRY_DELAYS_MS[number - 1]
    if (isFinal || delay === undefined) return finish(tx, current, 'failed')
    await tx.webhookDelivery.updateMany({ where: { ...current, status: 'pending' }, data: { nextAttemptAt: fromNow(withJitter(delay)) } })
  })

async function giveUp(tx: Tx, { workspaceId, id }: DeliveryKey, reason: string) {
  log.warn({ deliveryId: id, workspaceId }, `a webhook delivery failed: ${reason}`)
  await finish(tx, { workspaceId, id }, 'failed')
}

async function finish(tx: Tx, where: DeliveryKey & { attemptCount?: number }, status: 'delivered' | 'failed') {
  const fields = { status, finishedAt: clock.now(), nextAttemptAt: null }
  const [ended] = await tx.webhookDelivery.updateManyAndReturn({ where: { ...where, status: 'pending' }, data: fields, select: { endpointId: true } })
  if (ended?.endpointId) await webhookAlerts.evaluate(tx, where.workspaceId, ended.endpointId, status)
}

const findOldestPending = statement('webhooks.findOldestPending', sql`select min(created_at) as at from webhook_deliveries where status = 'pending'`, {
  acrossWorkspaces: 'The deliveries of all workspaces have the same partitions.',
})

/** When the oldest delivery was created that is still to be attempted; null if there is none. */
export const oldestPending = async (): Promise<Date | null> => (await findOldestPending.get({}))!.at

const listDue = statement(
  'webhooks.listDue',
  sql`
    select workspace_id, id, endpoint_id from webhook_deliveries
    where status = 'pending' and next_attempt_at <= $now and coalesce(endpoint_id, -workspace_id) <> all($full::int[]) order by next_attempt_at, id limit $limit::int`,
  { acrossWorkspaces: 'A worker delivers the webhooks of all workspaces.' },
)

/**
 * Has the attempts made that are due: retries, first attempts that a process without a worker left, and those of a process that died. Takes
 * only as many of an endpoint as this process has room for, so that one with a long backlog does not delay others.
 */
export async function attemptDue(): Promise<void> {
  const full = deliveryQueue.listFull()
  const due = await listDue.all({ now: clock.now(), full, limit: MAX_LISTED })
  for (const { id, ...delivery } of due) deliveryQueue.add({ ...delivery, id: Number(id) })
  // Deliveries to other endpoints may be due behind those to one that is full now.
  if (due.length === MAX_LISTED && deliveryQueue.listFull().length > full.length) await attemptDue()
}
