import type { WebhookDeliveryId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Connection, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { randomText } from '../../kernel/crypto/ids.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import * as deliveryQueue from './deliveryQueue.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { createSampleCall } from './webhookSample.ts'
import * as webhooks from './webhooks.ts'
import { findForwarding } from '../shared/webhookTargets.ts'

/** How long the process that created a delivery has to begin its first attempt. Afterwards any process may. */
const FIRST_LEASE_MS = 5_000

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

/** When any process may make the first attempt. This one makes it at once if it can. */
const firstAttemptAt = (workspaceId: WorkspaceId) => (deliveryQueue.isAccepting(workspaceId) ? fromNow(FIRST_LEASE_MS) : clock.now())

const attemptAfterCommit = (tx: Connection, { workspaceId, id }: DeliveryKey) => afterCommit(tx, () => deliveryQueue.add({ workspaceId, id }))

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
