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

/** A workspace's deliveries that wait for a response at a time. */
const QUEUES = 4

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
      where workspace_id = $workspaceId and id = $id and status = 'pending' and coalesce(next_attempt_at <= now(), true) and attempt_count < $maxAttempts
      returning id, attempt_count)
    insert into webhook_attempts (workspace_id, delivery_id, number, error) select $workspaceId, id, attempt_count, 'no result was recorded' from claimed
    returning number`,
)

const lockPending = statement(
  'webhooks.lockPending',
  sql`
    select attempt_count, coalesce(next_attempt_at <= now(), true) as is_due, next_attempt_at from webhook_deliveries
    where workspace_id = $workspaceId and id = $id and status = 'pending' for update`,
)

/** Counts the attempt that is due and returns its number, or null if none is due. Uses the database's clock, as jobs do. */
async function claimAttempt({ workspaceId, id }: DeliveryKey): Promise<number | null> {
  const claimed = await claimDue.get({ workspaceId, id, leaseEnd: fromNow(LEASE_MS), maxAttempts: RETRY_DELAYS_MS.length + 1 })
  if (claimed) return claimed.number
  await transaction(async (tx) => {
    const delivery = await lockPending.get({ workspaceId, id }, tx)
    if (!delivery) return
    // The attempt is in progress in another process, or a crash interrupted it. The job checks again when the lease ends.
    if (!delivery.isDue) await schedule(tx, { workspaceId, id }, delivery.nextAttemptAt!)
    else if (delivery.attemptCount > RETRY_DELAYS_MS.length) await giveUp(tx, { workspaceId, id }, 'the last attempt was interrupted')
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
 * Schedules the delivery's job, now or later. Each workspace has its own queues, so that a slow receiver does not delay other workspaces. The key allows one waiting job per delivery.
 */
async function schedule(tx: Tx, { workspaceId, id }: DeliveryKey, at?: Date) {
  await queue.enqueue(tx, 'webhooks.deliver', { deliveryId: id }, { at, queue: `webhooks:${workspaceId}:${id % QUEUES}`, key: `webhook:${id}` })
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

const ADD_DELIVERY_JOB = queue.addJobForRow('webhooks.deliver', {
  field: 'deliveryId',
  key: 'webhook',
  at: sql`null`,
  queue: sql`'webhooks:' || $workspaceId || ':' || id % ${QUEUES}`,
})

const insert = statement(
  'webhooks.insertDelivery',
  sql`
    with inserted as (
      insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body)
      values ($workspaceId, $eventType, $eventId, $dedupeKey, $url, $body) on conflict do nothing returning *)
    select inserted.*, ${ADD_DELIVERY_JOB} is not null as is_scheduled from inserted`,
)

/** Freezes the body and inserts the delivery with its job. Returns undefined if the event was added before. */
async function insertDelivery(tx: Connection, url: string, event: OutgoingEvent, at: Date): Promise<WebhookDelivery | undefined> {
  const { workspaceId, type, eventId } = event
  return insert.get({ workspaceId, eventType: type, eventId, dedupeKey: dedupeKeyOf(event), url, body: toBody(event, at) }, tx)
}

function announce(tx: Connection, { workspaceId, type, eventId }: OutgoingEvent, at: Date) {
  afterCommit(tx, () => publish('webhook.created', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** Builds the key by which an event is sent once. */
export const dedupeKeyOf = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** Serializes an event as it is sent, byte for byte (spec: Events, envelope). */
export const toBody = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
