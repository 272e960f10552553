import type { WebhookDeliveryId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { withJitter, clock, fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Connection, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { randomText } from '../../kernel/crypto/ids.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import { log } from '../../kernel/log.ts'
import type { PostResult } from '../../outbound/post.ts'
import * as deliveryQueue from './deliveryQueue.ts'
import { send } from './deliverySending.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { createSampleCall } from './webhookSample.ts'
import * as webhookAlerts from '../alerts/webhookAlerts.ts'
import * as webhooks from './webhooks.ts'
import { findForwarding } from '../shared/webhookTargets.ts'

/** Delays before the second and the third attempt, ± 20%. There are no further attempts (spec: Events, up to 3 attempts). */
export const RETRY_DELAYS_MS = [5_000, 30_000]
/** An attempt without a result after this time died with its process. Well above the duration of an attempt. */
const LEASE_MS = 15_000

/** How long the process that created a delivery has to begin its first attempt. Afterwards any process may. */
const FIRST_LEASE_MS = 5_000
const MAX_LISTED = 500

export interface OutgoingEvent {
  workspaceId: WorkspaceId
  type: EventType
  /** The call's or message's ID. Only the first event of an ID and type is sent. */
  eventId: string
  data: object
}

export interface DeliveryFilter {
  /** pending, delivered or failed */
  status?: string | null
  eventType?: string | null
}

type DeliveryKey = Pick<WebhookDelivery, 'workspaceId' | 'id'>

/**
 * Enqueues an event if the workspace subscribes to it, once, in the caller's transaction (spec: Events). Also publishes it to
 * listeners after the commit; if the process dies in between, listeners miss it.
 */
export async function enqueue(tx: Connection, event: OutgoingEvent): Promise<void> {
  const at = clock.now()
  const target = await findForwarding(tx, event.workspaceId)
  if (target && webhooks.isSubscribed(target, event.type) && !(await insertDelivery(tx, target.url, event, at))) return
  announce(tx, event, at)
}

/** Sends a sample `call.completed`, whether or not it is subscribed. Throws BAD_REQUEST if no URL is set. */
export const sendTest = ({ workspaceId }: Actor) =>
  transaction(async (tx) => {
    const at = clock.now()
    const eventId = `test-${randomText(16)}`
    const event: OutgoingEvent = { workspaceId, type: 'call.completed', eventId, data: createSampleCall(eventId) }
    const delivery = await insertDelivery(tx, await requireUrl(tx, workspaceId), event, at)
    announce(tx, event, at)
    return delivery!
  })

/** Sends the same bytes again to the current URL, as a new delivery with its own attempts. */
export const redeliver = ({ workspaceId }: Actor, id: WebhookDeliveryId) =>
  transaction(async (tx) => {
    const { eventType, eventId, body } = await find(tx, { workspaceId, id })
    const url = await requireUrl(tx, workspaceId)
    const nextAttemptAt = firstAttemptAt(workspaceId)
    const delivery = await tx.webhookDelivery.create({ data: { workspaceId, eventType, eventId, url, body, redeliveryOfId: id, nextAttemptAt } })
    attemptAfterCommit(tx, delivery)
    return delivery
  })

/** Lists deliveries, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { status, eventType }: DeliveryFilter = {}) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.webhookDelivery.findMany({
      ...query,
      where: { ...where, workspaceId, status: status ?? undefined, eventType: eventType ?? undefined },
    }),
  )

/** Returns a delivery with its attempts in order. */
export const get = ({ workspaceId }: Actor, id: WebhookDeliveryId) => find(db, { workspaceId, id })

/**
 * Makes the attempt that is due, if any. Safe to call twice or after a crash: one caller claims and counts an attempt before anything
 * is sent, so the receiver never gets more requests than the retry rule allows.
 */
export async function attempt(deliveryId: WebhookDeliveryId): Promise<void> {
  const delivery = await readPending.get({ deliveryId })
  if (!delivery) return
  enterWorkspace(delivery.workspaceId)
  if (!delivery.isOn) return transaction((tx) => giveUp(tx, delivery, 'webhooks were turned off'))
  const secret = webhooks.readSigningSecret(delivery)
  const number = await claimAttempt(delivery)
  if (number) await recordResult(delivery, number, await send(delivery, secret))
}

const readPending = statement(
  'webhooks.readPending',
  sql`
    select d.id, d.workspace_id, d.event_type, d.url, d.body, coalesce(s.url is not null, false) as "isOn!", s.secret
    from webhook_deliveries d left join webhook_settings s on s.workspace_id = d.workspace_id where d.id = $deliveryId and d.status = 'pending'`,
  { acrossWorkspaces: 'A job names its delivery, and the delivery its workspace.' },
)

const claimDue = statement(
  'webhooks.claimAttempt',
  sql`
    with claimed as (
      update webhook_deliveries set attempt_count = attempt_count + 1, next_attempt_at = $leaseEnd
      where workspace_id = $workspaceId and id = $id and status = 'pending' and (attempt_count = 0 or next_attempt_at <= $now) and attempt_count < $maxAttempts
      returning id, attempt_count)
    insert into webhook_attempts (workspace_id, delivery_id, number, error) select $workspaceId, id, attempt_count, 'no result was recorded' from claimed
    returning number`,
)

const lockInterrupted = statement(
  'webhooks.lockInterrupted',
  sql`
    select from webhook_deliveries
    where workspace_id = $workspaceId and id = $id and status = 'pending' and next_attempt_at <= $now and attempt_count >= $maxAttempts for update`,
)

/** Counts the attempt that is due and returns its number, or null if none is due, for example because another process makes it. */
async function claimAttempt({ workspaceId, id }: DeliveryKey): Promise<number | null> {
  const params = { workspaceId, id, now: clock.now(), maxAttempts: RETRY_DELAYS_MS.length + 1 }
  const claimed = await claimDue.get({ ...params, leaseEnd: fromNow(LEASE_MS) })
  if (claimed) return claimed.number
  await transaction(async (tx) => {
    if ((await lockInterrupted.run(params, tx)) > 0) await giveUp(tx, { workspaceId, id }, 'the last attempt was interrupted')
  })
  return null
}

const RECORD_RESULT = sql`
  update webhook_attempts set status = $status?, error = $error?, response = $response?, latency_ms = $latencyMs?
  where workspace_id = $workspaceId and delivery_id = $id and number = $number`

const recordDelivered = statement(
  'webhooks.recordDelivered',
  sql`
    with recorded as (${RECORD_RESULT}),
    finished as (
      update webhook_deliveries set status = 'delivered', finished_at = $now, next_attempt_at = null
      where workspace_id = $workspaceId and id = $id and status = 'pending' returning 1)
    select exists (select from alerts where workspace_id = $workspaceId and type = 'webhook_failing' and cleared_at is null) as "isFailing!" from finished`,
)

/** Stores the receiver's response, then finishes the delivery or schedules the next attempt. */
async function recordResult({ workspaceId, id }: DeliveryKey, number: number, { blocked, ...result }: PostResult): Promise<void> {
  const statusClass = Math.floor((result.status ?? 0) / 100)
  if (statusClass !== 2) return recordFailure({ workspaceId, id }, number, result, blocked || statusClass === 4)
  const finished = await recordDelivered.get({ workspaceId, id, number, now: clock.now(), ...result })
  if (finished?.isFailing) await transaction((tx) => webhookAlerts.evaluate(tx, workspaceId, 'delivered'))
}

const recordAttempt = statement('webhooks.recordAttempt', RECORD_RESULT)

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
  const { count } = await tx.webhookDelivery.updateMany({ where: { ...where, status: 'pending' }, data: fields })
  if (count > 0) await webhookAlerts.evaluate(tx, where.workspaceId, status)
}

/** When any process may make the first attempt. This one makes it at once if it can. */
const firstAttemptAt = (workspaceId: WorkspaceId) => (deliveryQueue.isAccepting(workspaceId) ? fromNow(FIRST_LEASE_MS) : clock.now())

const attemptAfterCommit = (tx: Connection, { workspaceId, id }: DeliveryKey) => afterCommit(tx, () => deliveryQueue.add({ workspaceId, id }))

const listDue = statement(
  'webhooks.listDue',
  sql`
    select workspace_id, id from webhook_deliveries
    where status = 'pending' and next_attempt_at <= $now and workspace_id <> all($full::int[]) order by next_attempt_at, id limit $limit::int`,
  { acrossWorkspaces: 'A worker delivers the webhooks of all workspaces.' },
)

/**
 * Has the attempts made that are due: retries, first attempts that a process without a worker left, and those of a process that died. Takes
 * only as many of a workspace as this process has room for, so that one with a long backlog does not delay others.
 */
export async function attemptDue(): Promise<void> {
  const full = deliveryQueue.listFull()
  const due = await listDue.all({ now: clock.now(), full, limit: MAX_LISTED })
  due.forEach(deliveryQueue.add)
  // Deliveries of other workspaces may be due behind those of one that is full now.
  if (due.length === MAX_LISTED && deliveryQueue.listFull().length > full.length) await attemptDue()
}

async function find(client: Tx, { workspaceId, id }: DeliveryKey) {
  const attempts = { orderBy: { number: 'asc' } } as const
  const delivery = await client.webhookDelivery.findUnique({ where: { workspaceId_id: { workspaceId, id } }, include: { attempts } })
  if (!delivery) throw notFound('Webhook delivery')
  return delivery
}

async function requireUrl(tx: Tx, workspaceId: WorkspaceId): Promise<string> {
  const target = await findForwarding(tx, workspaceId)
  if (!target) throw badRequest('Set a webhook URL first.')
  return target.url
}

const insert = statement(
  'webhooks.insertDelivery',
  sql`
    insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body, next_attempt_at)
    values ($workspaceId, $eventType, $eventId, $dedupeKey, $url, $body, $nextAttemptAt) on conflict do nothing returning *`,
)

/** Freezes the body and inserts the delivery, which is attempted after the commit. Returns undefined if the event was added before. */
async function insertDelivery(tx: Connection, url: string, event: OutgoingEvent, at: Date): Promise<WebhookDelivery | undefined> {
  const { workspaceId, type, eventId } = event
  const row = { workspaceId, eventType: type, eventId, dedupeKey: dedupeKeyOf(event), url, body: toBody(event, at), nextAttemptAt: firstAttemptAt(workspaceId) }
  const delivery = await insert.get(row, tx)
  if (delivery) attemptAfterCommit(tx, delivery)
  return delivery
}

function announce(tx: Connection, { workspaceId, type, eventId }: OutgoingEvent, at: Date) {
  afterCommit(tx, () => publish('webhook.created', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** Builds the key by which an event is sent once. */
export const dedupeKeyOf = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** Serializes an event as it is sent, byte for byte (spec: Events, envelope). */
export const toBody = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
