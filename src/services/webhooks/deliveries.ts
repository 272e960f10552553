import type { WebhookDeliveryId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { withJitter, clock, fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { randomText } from '../../kernel/crypto/ids.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import * as queue from '../../kernel/db/queue.ts'
import { log } from '../../kernel/log.ts'
import type { PostResult } from '../../outbound/post.ts'
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
export async function enqueue(tx: Tx, event: OutgoingEvent): Promise<void> {
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
    const delivery = await tx.webhookDelivery.create({ data: { workspaceId, eventType, eventId, url, body, redeliveryOfId: id } })
    await schedule(tx, delivery)
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
  const delivery = await anyWorkspace.webhookDelivery.findUnique({ where: { id: deliveryId } })
  if (delivery?.status !== 'pending') return
  enterWorkspace(delivery.workspaceId)
  const target = await findForwarding(db, delivery.workspaceId)
  if (!target) return transaction((tx) => giveUp(tx, delivery, 'webhooks were turned off'))
  const secret = webhooks.readSigningSecret(target)
  const number = await claimAttempt(delivery)
  if (number) await recordResult(delivery, number, await send(delivery, secret))
}

const lockPending = statement(
  'webhooks.lockPending',
  sql`
    select attempt_count, coalesce(next_attempt_at <= now(), true) as is_due, next_attempt_at from webhook_deliveries
    where workspace_id = $workspaceId and id = $id and status = 'pending' for update`,
)

/** Counts the attempt that is due and returns its number, or null if none is due. Uses the database's clock, as jobs do. */
const claimAttempt = ({ workspaceId, id }: DeliveryKey) =>
  transaction(async (tx) => {
    const delivery = await lockPending.get({ workspaceId, id }, tx)
    if (!delivery) return null
    // The attempt is in progress in another process, or a crash interrupted it. The job checks again when the lease ends.
    if (!delivery.isDue) return schedule(tx, { workspaceId, id }, delivery.nextAttemptAt!)
    if (delivery.attemptCount > RETRY_DELAYS_MS.length) return giveUp(tx, { workspaceId, id }, 'the last attempt was interrupted')
    const number = delivery.attemptCount + 1
    await tx.webhookDelivery.update({ where: { workspaceId_id: { workspaceId, id } }, data: { attemptCount: number, nextAttemptAt: fromNow(LEASE_MS) } })
    await tx.webhookAttempt.create({ data: { workspaceId, deliveryId: id, number, error: 'no result was recorded' } })
    return number
  })

/** Stores the receiver's response, then finishes the delivery or schedules the next attempt. */
const recordResult = ({ workspaceId, id }: DeliveryKey, number: number, { blocked, status, error, response, latencyMs }: PostResult) =>
  transaction(async (tx) => {
    await tx.webhookAttempt.updateMany({ where: { workspaceId, deliveryId: id, number }, data: { status, error, response, latencyMs } })
    const statusClass = Math.floor((status ?? 0) / 100)
    if (statusClass === 2) return finish(tx, { workspaceId, id }, 'delivered')
    // A failure reported after its lease, when the next attempt has begun, changes nothing.
    const current = { workspaceId, id, attemptCount: number }
    const delay = RETRY_DELAYS_MS[number - 1]
    if (blocked || statusClass === 4 || delay === undefined) return finish(tx, current, 'failed')
    const nextAttemptAt = fromNow(withJitter(delay))
    const { count } = await tx.webhookDelivery.updateMany({ where: { ...current, status: 'pending' }, data: { nextAttemptAt } })
    if (count) await schedule(tx, { workspaceId, id }, nextAttemptAt)
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

/**
 * Schedules the delivery's job, now or later. Each workspace has four queues, so at most four deliveries wait for a response at a
 * time and a slow receiver does not delay other workspaces. The key allows one waiting job per delivery.
 */
async function schedule(tx: Tx, { workspaceId, id }: DeliveryKey, at?: Date) {
  await queue.enqueue(tx, 'webhooks.deliver', { deliveryId: id }, { at, queue: `webhooks:${workspaceId}:${id % 4}`, key: `webhook:${id}` })
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

/** Freezes the body and inserts the delivery with its job. Returns undefined if the event was added before. */
async function insertDelivery(tx: Tx, url: string, event: OutgoingEvent, at: Date): Promise<WebhookDelivery | undefined> {
  const { workspaceId, type, eventId } = event
  const row = { workspaceId, eventType: type, eventId, dedupeKey: dedupeKeyOf(event), url, body: toBody(event, at) }
  const [delivery] = await tx.webhookDelivery.createManyAndReturn({ data: [row], skipDuplicates: true })
  if (delivery) await schedule(tx, delivery)
  return delivery
}

function announce(tx: Tx, { workspaceId, type, eventId }: OutgoingEvent, at: Date) {
  afterCommit(tx, () => publish('webhook.created', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** Builds the key by which an event is sent once. */
export const dedupeKeyOf = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** Serializes an event as it is sent, byte for byte (spec: Events, envelope). */
export const toBody = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
