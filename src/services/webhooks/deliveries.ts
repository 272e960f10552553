import type { WebhookDeliveryId, WebhookEndpointId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
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
import { IS_ON } from '../shared/webhookTargets.ts'

/** How long the process that created a delivery has to begin its first attempt. Afterwards any process may. */
const FIRST_LEASE_MS = 5_000

/** What an event is about. */
interface Subject {
  /** The call's or message's ID. Only the first event of an ID and type is sent. */
  eventId: string
  data: object
  /** The trace of the call. */
  trace?: string | null
}

export interface OutgoingEvent extends Subject {
  workspaceId: WorkspaceId
  type: EventType
}

export interface DeliveryFilter {
  endpointId?: WebhookEndpointId
  /** pending, delivered or failed */
  status?: string | null
  eventType?: string | null
}

type QueuedDelivery = Pick<WebhookDelivery, 'workspaceId' | 'id' | 'endpointId'>

/**
 * Enqueues events of one type for each endpoint that subscribes to it, each once, in the caller's transaction (spec: Events). Also publishes them
 * to listeners after the commit; if the process dies in between, listeners miss them.
 */
export async function enqueueAll(
  tx: Connection,
  { workspaceId, type, events }: { workspaceId: WorkspaceId; type: EventType; events: readonly Subject[] },
): Promise<void> {
  if (events.length === 0) return
  const at = clock.now()
  const outgoing = events.map((event) => ({ ...event, workspaceId, type }))
  const rows = await insertDeliveries(tx, outgoing, at)
  const inserted = new Set(rows.map(({ eventId }) => eventId))
  announce(tx, rows[0]!.hasTargets ? outgoing.filter(({ eventId }) => inserted.has(eventId)) : outgoing, at)
}

/** Enqueues one event (`enqueueAll`). */
export const enqueue = (tx: Connection, { workspaceId, type, ...event }: OutgoingEvent) => enqueueAll(tx, { workspaceId, type, events: [event] })

/**
 * Sends a sample `call.completed` to an endpoint, by default the first one, whether or not it is subscribed. Throws NOT_FOUND, or BAD_REQUEST if the
 * endpoint has no URL or is turned off.
 */
export const sendTest = ({ workspaceId }: Actor, endpointId: WebhookEndpointId | null = null) =>
  transaction(async (tx) => {
    const at = clock.now()
    const eventId = `test-${randomText(16)}`
    const event: OutgoingEvent = { workspaceId, type: 'call.completed', eventId, data: createSampleCall(eventId) }
    const dedupeKey = dedupeKeyOf(event)
    const delivery = await create(tx, workspaceId, endpointId, { eventType: event.type, eventId, dedupeKey, body: toBody(event, at) })
    announce(tx, [event], at)
    return delivery
  })

/** Sends the same bytes again to the current URL of the delivery's endpoint, as a new delivery with its own attempts. Throws the errors of `sendTest`. */
export const redeliver = ({ workspaceId }: Actor, id: WebhookDeliveryId) =>
  transaction(async (tx) => {
    const { endpointId, eventType, eventId, body, trace } = await find(tx, { workspaceId, id })
    return create(tx, workspaceId, endpointId, { eventType, eventId, body, trace, redeliveryOfId: BigInt(id) })
  })

type NewDelivery = Pick<WebhookDelivery, 'eventType' | 'eventId' | 'body'> & Partial<Pick<WebhookDelivery, 'dedupeKey' | 'redeliveryOfId' | 'trace'>>

async function create(tx: Tx, workspaceId: WorkspaceId, id: WebhookEndpointId | null, event: NewDelivery) {
  const endpoint = await tx.webhookEndpoint.findFirst({ where: { workspaceId, ...(id === null ? { isFirst: true } : { id }) } })
  if (!endpoint && id !== null) throw notFound('Webhook endpoint')
  if (!endpoint?.url) throw badRequest('webhook_without_url')
  if (!endpoint.isEnabled) throw badRequest('endpoint_disabled')
  const data = { ...event, workspaceId, endpointId: endpoint.id, url: endpoint.url, nextAttemptAt: firstAttemptAt(workspaceId) }
  const delivery = await tx.webhookDelivery.create({ data })
  attemptAfterCommit(tx, delivery)
  return delivery
}

/** Lists deliveries, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { endpointId, status, eventType }: DeliveryFilter = {}) =>
  pageById(
    page,
    SHORT_PAGE,
    ({ where, ...query }) =>
      db.webhookDelivery.findMany({
        ...query,
        where: { ...where, workspaceId, endpointId, status: status ?? undefined, eventType: eventType ?? undefined },
      }),
    MAX_LONG_ID,
  )

/** Returns a delivery with its attempts in order. */
export const get = ({ workspaceId }: Actor, id: WebhookDeliveryId) => find(db, { workspaceId, id })

/** When any process may make the first attempt. This one makes it at once if it can. */
const firstAttemptAt = (workspaceId: WorkspaceId) => (deliveryQueue.isAccepting(workspaceId) ? fromNow(FIRST_LEASE_MS) : clock.now())

const attemptAfterCommit = (tx: Connection, { workspaceId, id, endpointId }: QueuedDelivery) =>
  afterCommit(tx, () => deliveryQueue.add({ workspaceId, id: Number(id), endpointId }))

async function find(client: Tx, { workspaceId, id }: Pick<deliveryQueue.DueDelivery, 'workspaceId' | 'id'>) {
  const attempts = { orderBy: { number: 'asc' } } as const
  const delivery = await client.webhookDelivery.findUnique({ where: { workspaceId_id: { workspaceId, id } }, include: { attempts } })
  if (!delivery) throw notFound('Webhook delivery')
  return delivery
}

const insert = statement(
  'webhooks.insertDeliveries',
  sql`
    with targets as (
      select e.id, e.url from webhook_endpoints e
      where e.workspace_id = $workspaceId and ${IS_ON} and (e.events = '{}' or $eventType::text = any(e.events))),
    inserted as (
      insert into webhook_deliveries (workspace_id, endpoint_id, event_type, event_id, dedupe_key, url, body, next_attempt_at, trace)
      select $workspaceId, t.id, $eventType, event_id, dedupe_key, t.url, body, $nextAttemptAt, nullif(trace, '')
      from unnest($eventIds::text[], $dedupeKeys::text[], $bodies::text[], $traces::text[]) as e (event_id, dedupe_key, body, trace) cross join targets t
      where not exists (
        select from webhook_deliveries d where d.workspace_id = $workspaceId and d.dedupe_key = e.dedupe_key and d.endpoint_id = t.id
          and d.created_at < date_trunc('month', now(), 'UTC'))
      on conflict do nothing returning id, endpoint_id, event_id)
    select i.id, i.endpoint_id, i.event_id, exists (select from targets) as "hasTargets!"
    from (select) as at_least_one_row left join inserted i on true`,
)

/**
 * Freezes the bodies and inserts deliveries of one type for every endpoint that subscribes to it, which are attempted after the commit. Returns
 * those that are new, or one row without any. A key is unique in each month's partition; earlier months are looked through. The caller has locked the
 * call or message, so no other transaction adds its event.
 */
async function insertDeliveries(tx: Connection, events: readonly OutgoingEvent[], at: Date) {
  const { workspaceId, type } = events[0]!
  const [eventIds, dedupeKeys, bodies] = [events.map(({ eventId }) => eventId), events.map(dedupeKeyOf), events.map((event) => toBody(event, at))]
  const traces = events.map(({ trace }) => trace ?? '')
  const rows = await insert.all({ workspaceId, eventType: type, nextAttemptAt: firstAttemptAt(workspaceId), eventIds, dedupeKeys, bodies, traces }, tx)
  for (const { id, endpointId } of rows) if (id) attemptAfterCommit(tx, { workspaceId, id, endpointId })
  return rows
}

function announce(tx: Connection, events: readonly OutgoingEvent[], at: Date) {
  for (const { workspaceId, type, eventId } of events)
    afterCommit(tx, () => publish('webhook.created', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** Builds the key by which an event is sent once to each endpoint. */
export const dedupeKeyOf = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** Serializes an event as it is sent, byte for byte (spec: Events, envelope). */
export const toBody = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
