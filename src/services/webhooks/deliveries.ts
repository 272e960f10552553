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
import { MAX_LONG_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { createSampleCall } from './webhookSample.ts'
import * as webhooks from './webhooks.ts'
import { findForwarding } from '../shared/webhookTargets.ts'

/** How long the process that created a delivery has to begin its first attempt. Afterwards any process may. */
const FIRST_LEASE_MS = 5_000

/** What an event is about. */
interface Subject {
  /** The call's or message's ID. Only the first event of an ID and type is sent. */
  eventId: string
  data: object
}

export interface OutgoingEvent extends Subject {
  workspaceId: WorkspaceId
  type: EventType
}

export interface DeliveryFilter {
  /** pending, delivered or failed */
  status?: string | null
  eventType?: string | null
}

type Delivery = Pick<WebhookDelivery, 'workspaceId' | 'id'>

/**
 * Enqueues events of one type if the workspace subscribes to it, each once, in the caller's transaction (spec: Events). Also publishes them to
 * listeners after the commit; if the process dies in between, listeners miss them.
 */
export async function enqueueAll(
  tx: Connection,
  { workspaceId, type, events }: { workspaceId: WorkspaceId; type: EventType; events: readonly Subject[] },
): Promise<void> {
  if (events.length === 0) return
  const at = clock.now()
  const outgoing = events.map((event) => ({ ...event, workspaceId, type }))
  const target = await findForwarding(tx, workspaceId)
  if (!target || !webhooks.isSubscribed(target, type)) return announce(tx, outgoing, at)
  const inserted = new Set((await insertDeliveries(tx, target.url, outgoing, at)).map(({ eventId }) => eventId))
  announce(
    tx,
    outgoing.filter(({ eventId }) => inserted.has(eventId)),
    at,
  )
}

/** Enqueues one event (`enqueueAll`). */
export const enqueue = (tx: Connection, { workspaceId, type, ...event }: OutgoingEvent) => enqueueAll(tx, { workspaceId, type, events: [event] })

/** Sends a sample `call.completed`, whether or not it is subscribed. Throws BAD_REQUEST if no URL is set. */
export const sendTest = ({ workspaceId }: Actor) =>
  transaction(async (tx) => {
    const at = clock.now()
    const eventId = `test-${randomText(16)}`
    const event: OutgoingEvent = { workspaceId, type: 'call.completed', eventId, data: createSampleCall(eventId) }
    const [delivery] = await insertDeliveries(tx, await requireUrl(tx, workspaceId), [event], at)
    announce(tx, [event], at)
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
  pageById(
    page,
    SHORT_PAGE,
    ({ where, ...query }) =>
      db.webhookDelivery.findMany({
        ...query,
        where: { ...where, workspaceId, status: status ?? undefined, eventType: eventType ?? undefined },
      }),
    MAX_LONG_ID,
  )

/** Returns a delivery with its attempts in order. */
export const get = ({ workspaceId }: Actor, id: WebhookDeliveryId) => find(db, { workspaceId, id })

/** When any process may make the first attempt. This one makes it at once if it can. */
const firstAttemptAt = (workspaceId: WorkspaceId) => (deliveryQueue.isAccepting(workspaceId) ? fromNow(FIRST_LEASE_MS) : clock.now())

const attemptAfterCommit = (tx: Connection, { workspaceId, id }: Delivery) => afterCommit(tx, () => deliveryQueue.add({ workspaceId, id: Number(id) }))

async function find(client: Tx, { workspaceId, id }: deliveryQueue.DueDelivery) {
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
  'webhooks.insertDeliveries',
  sql`
    insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body, next_attempt_at)
    select $workspaceId, $eventType, event_id, dedupe_key, $url, body, $nextAttemptAt
    from unnest($eventIds::text[], $dedupeKeys::text[], $bodies::text[]) as e (event_id, dedupe_key, body)
    where not exists (
      select from webhook_deliveries d where d.workspace_id = $workspaceId and d.dedupe_key = e.dedupe_key and d.created_at < date_trunc('month', now(), 'UTC'))
    on conflict do nothing returning *`,
)

/**
 * Freezes the bodies and inserts deliveries of one type, which are attempted after the commit. Returns those that are new. A key is unique in
 * each month's partition; earlier months are looked through. The caller has locked the call or message, so no other transaction adds its event.
 */
async function insertDeliveries(tx: Connection, url: string, events: readonly OutgoingEvent[], at: Date): Promise<WebhookDelivery[]> {
  const { workspaceId, type } = events[0]!
  const [eventIds, dedupeKeys, bodies] = [events.map(({ eventId }) => eventId), events.map(dedupeKeyOf), events.map((event) => toBody(event, at))]
  const deliveries = await insert.all({ workspaceId, eventType: type, url, nextAttemptAt: firstAttemptAt(workspaceId), eventIds, dedupeKeys, bodies }, tx)
  for (const delivery of deliveries) attemptAfterCommit(tx, delivery)
  return deliveries
}

function announce(tx: Connection, events: readonly OutgoingEvent[], at: Date) {
  for (const { workspaceId, type, eventId } of events)
    afterCommit(tx, () => publish('webhook.created', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** Builds the key by which an event is sent once. */
export const dedupeKeyOf = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** Serializes an event as it is sent, byte for byte (spec: Events, envelope). */
export const toBody = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
