import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { about, clock, inMs } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, notFound } from '../../kernel/vocabulary/errors.ts'
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
import { pageById, type PageArgs } from '../shared/paging.ts'
import { sampleCall } from './webhookSample.ts'
import * as webhookNotices from '../notices/webhookNotices.ts'
import * as webhooks from './webhooks.ts'
import { forwarding } from '../shared/webhookTargets.ts'

/** Before the second and the third attempt, give or take a fifth; there are no more (spec: Events, up to 3 attempts). */
export const RETRY_DELAYS_MS = [5_000, 30_000]
/** An attempt without a result by then has died with its process. Well above the time an attempt may take. */
const LEASE_MS = 15_000

export interface OutgoingEvent {
  workspaceId: number
  type: EventType
  /** The call's or message's id; of one id and type only the first is ever sent. */
  eventId: string
  data: object
}

export interface DeliveryFilter {
  /** pending, delivered or failed */
  status?: string | null
  eventType?: string | null
}

type Key = Pick<WebhookDelivery, 'workspaceId' | 'id'>

/**
 * Puts an event on its way if the workspace wants it: exactly if the caller's transaction commits, and once (spec: Events).
 * Who listens is told of it either way; if the process dies before that they are not told.
 */
export async function enqueue(tx: Tx, event: OutgoingEvent): Promise<void> {
  const at = clock.now()
  const target = await forwarding(tx, event.workspaceId)
  if (target && webhooks.wants(target, event.type) && !(await add(tx, target.url, event, at))) return
  announce(tx, event, at)
}

/** Sends a sample `call.completed`, whichever types are subscribed. BAD_REQUEST when there is nowhere to send it. */
export const sendTest = ({ workspaceId }: Actor) =>
  transaction(async (tx) => {
    const at = clock.now()
    const eventId = `test-${randomText(16)}`
    const event: OutgoingEvent = { workspaceId, type: 'call.completed', eventId, data: sampleCall(eventId) }
    const delivery = await add(tx, await currentUrl(tx, workspaceId), event, at)
    announce(tx, event, at)
    return delivery!
  })

/** Sends the same bytes once more, to the address of today, with attempts of its own. */
export const redeliver = ({ workspaceId }: Actor, id: number) =>
  transaction(async (tx) => {
    const { eventType, eventId, body } = await find(tx, { workspaceId, id })
    const url = await currentUrl(tx, workspaceId)
    const delivery = await tx.webhookDelivery.create({ data: { workspaceId, eventType, eventId, url, body, redeliveryOfId: id } })
    await schedule(tx, delivery)
    return delivery
  })

/** Deliveries, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { status, eventType }: DeliveryFilter = {}) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.webhookDelivery.findMany({
      ...query,
      where: { ...where, workspaceId, status: status ?? undefined, eventType: eventType ?? undefined },
    }),
  )

/** One delivery with its attempts, first to last. */
export const get = ({ workspaceId }: Actor, id: number) => find(db, { workspaceId, id })

/**
 * Makes the attempt that is due, if one is. May be called twice or after a crash: an attempt is counted before
 * anything is sent and claimed by one caller only, so the receiver is never asked more often than the rule says.
 */
export async function attempt(deliveryId: number): Promise<void> {
  const delivery = await anyWorkspace.webhookDelivery.findUnique({ where: { id: deliveryId } })
  if (delivery?.status !== 'pending') return
  const target = await forwarding(db, delivery.workspaceId)
  if (!target) return transaction((tx) => giveUp(tx, delivery, 'webhooks were turned off'))
  const secret = webhooks.signingSecret(target)
  const number = await claim(delivery)
  if (number) await record(delivery, number, await send(delivery, secret))
}

/** Counts the attempt that is due and answers its number; null when none is. Due is by the database's clock, as for jobs. */
const claim = ({ workspaceId, id }: Key) =>
  transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ made: number; due: boolean; at: Date | null }[]>`
      select attempt_count as made, coalesce(next_attempt_at <= now(), true) as due, next_attempt_at as at from webhook_deliveries
      where workspace_id = ${workspaceId} and id = ${id} and status = 'pending' for update`
    if (!row) return null
    // Under way elsewhere, or cut short by a crash: which of the two is certain once the lease is over.
    if (!row.due) return schedule(tx, { workspaceId, id }, row.at!)
    if (row.made > RETRY_DELAYS_MS.length) return giveUp(tx, { workspaceId, id }, 'the last attempt was interrupted')
    const number = row.made + 1
    await tx.webhookDelivery.update({ where: { workspaceId_id: { workspaceId, id } }, data: { attemptCount: number, nextAttemptAt: inMs(LEASE_MS) } })
    await tx.webhookAttempt.create({ data: { workspaceId, deliveryId: id, number, error: 'no result was recorded' } })
    return number
  })

/** Keeps what the receiver said and decides what follows: done, failed for good, or another attempt. */
const record = ({ workspaceId, id }: Key, number: number, { blocked, status, error, response, latencyMs }: PostResult) =>
  transaction(async (tx) => {
    await tx.webhookAttempt.updateMany({ where: { workspaceId, deliveryId: id, number }, data: { status, error, response, latencyMs } })
    const kind = Math.floor((status ?? 0) / 100)
    if (kind === 2) return finish(tx, { workspaceId, id }, 'delivered')
    // A failure that is told after its lease, when the next attempt has begun, decides nothing.
    const current = { workspaceId, id, attemptCount: number }
    const delay = RETRY_DELAYS_MS[number - 1]
    if (blocked || kind === 4 || delay === undefined) return finish(tx, current, 'failed')
    const nextAttemptAt = inMs(about(delay))
    const { count } = await tx.webhookDelivery.updateMany({ where: { ...current, status: 'pending' }, data: { nextAttemptAt } })
    if (count) await schedule(tx, { workspaceId, id }, nextAttemptAt)
  })

async function giveUp(tx: Tx, { workspaceId, id }: Key, reason: string) {
  log.warn({ deliveryId: id, workspaceId }, `a webhook delivery failed: ${reason}`)
  await finish(tx, { workspaceId, id }, 'failed')
}

async function finish(tx: Tx, where: Key & { attemptCount?: number }, status: 'delivered' | 'failed') {
  const ended = { status, finishedAt: clock.now(), nextAttemptAt: null }
  const { count } = await tx.webhookDelivery.updateMany({ where: { ...where, status: 'pending' }, data: ended })
  if (count > 0) await webhookNotices.judge(tx, where.workspaceId, status)
}

/**
 * Wakes the delivery up, now or later. Four queues a workspace: so many of its receivers' answers are waited for at
 * a time, and a slow one holds up nobody else. The key keeps it to one waiting job a delivery.
 */
async function schedule(tx: Tx, { workspaceId, id }: Key, at?: Date) {
  await queue.enqueue(tx, 'webhooks.deliver', { deliveryId: id }, { at, queue: `webhooks:${workspaceId}:${id % 4}`, key: `webhook:${id}` })
}

async function find(client: Tx, { workspaceId, id }: Key) {
  const attempts = { orderBy: { number: 'asc' } } as const
  const delivery = await client.webhookDelivery.findUnique({ where: { workspaceId_id: { workspaceId, id } }, include: { attempts } })
  if (!delivery) throw notFound('Webhook delivery')
  return delivery
}

async function currentUrl(tx: Tx, workspaceId: number): Promise<string> {
  const target = await forwarding(tx, workspaceId)
  if (!target) throw badInput('Set a webhook URL first.')
  return target.url
}

/** Freezes the body and adds the delivery with its job; undefined when the event was added before. */
async function add(tx: Tx, url: string, event: OutgoingEvent, at: Date): Promise<WebhookDelivery | undefined> {
  const { workspaceId, type, eventId } = event
  const row = { workspaceId, eventType: type, eventId, dedupeKey: dedupeKey(event), url, body: bodyOf(event, at) }
  const [delivery] = await tx.webhookDelivery.createManyAndReturn({ data: [row], skipDuplicates: true })
  if (delivery) await schedule(tx, delivery)
  return delivery
}

function announce(tx: Tx, { workspaceId, type, eventId }: OutgoingEvent, at: Date) {
  afterCommit(tx, () => publish('webhook.told', { workspaceId, type, eventId, createdAt: at.toISOString() }))
}

/** What an event is known by, so that it is sent once. */
export const dedupeKey = ({ type, eventId }: { type: string; eventId: string }) => `${type}:${eventId}`

/** An event as it is sent, byte for byte (spec: Events, envelope). */
export const bodyOf = ({ workspaceId, type, eventId, data }: OutgoingEvent, at: Date) =>
  withVerbatim(JSON.stringify({ id: eventId, type, created_at: at.toISOString(), workspace_id: String(workspaceId), data }))
