import { createHash } from 'node:crypto'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { Heard, HookReply, HookRequest, SmsEvent } from '../../carriers/carrier.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { storable } from '../../kernel/json/foreignJson.ts'
import type { CarrierConnection } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as inboundMessages from './inboundMessages.ts'
import * as messageReceipts from './messageReceipts.ts'
import { readJson } from '../shared/jsonColumns.ts'

const MAX_KEY_LENGTH = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What became of a request, and how it is answered; or why it was refused. */
export type Received = { result: 'stored' | 'repeated' | 'ignored'; reply: HookReply } | { refused: 'unknown' | Extract<Heard, { refused: string }>['refused'] }

/**
 * Takes in a carrier's request to our address: whose the address is, whether the request is genuine, and what it tells. That is stored
 * with the jobs that work on it, in one transaction; only then may it be acknowledged, since it can be the only copy of a text.
 * `ref` is the message that the address names. Nobody outside hears whether an address exists but who knows it.
 */
export async function receive(name: CarrierName, token: string, ref: string | null, request: HookRequest): Promise<Received> {
  const connection = await carrierAccess.byToken(name, token)
  if (!connection || (ref !== null && !UUID.test(ref))) return { refused: 'unknown' }
  const { carrier, credentials } = carrierAccess.open(connection)
  const heard = carrier.hear(credentials, request, token)
  if ('refused' in heard) return heard
  const events = heard.events.map((event) => (event.type === 'status' ? { ...event, ref: referenceOf(event.ref) ?? referenceOf(ref) } : event))
  if (events.length === 0) return { result: 'ignored', reply: heard.reply }
  return { result: (await store(connection, events)) ? 'stored' : 'repeated', reply: heard.reply }
}

/** A reference of ours, whatever a carrier made of its case; null for what cannot be one. */
const referenceOf = (ref: string | null) => (ref !== null && UUID.test(ref) ? ref.toLowerCase() : null)

/** Keeps what is new of it, in one statement; answers whether anything is. */
const store = ({ workspaceId, id: connectionId, hookSeenAt }: CarrierConnection, events: SmsEvent[]) =>
  transaction(async (tx) => {
    const rows = events.map((event) => ({ key: keyOf(event), event: storable(event) }))
    const stored = await tx.$queryRaw<{ id: bigint }[]>`
      insert into carrier_events (workspace_id, connection_id, dedupe_key, event)
      select ${workspaceId}, ${connectionId}, told.key, told.event
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (key text, event jsonb)
      on conflict do nothing returning id`
    for (const { id } of stored) await enqueue(tx, 'carrierEvents.apply', { eventId: Number(id) })
    if (hookSeenAt === null) {
      await tx.$executeRaw`update carrier_connections set hook_seen_at = now() where workspace_id = ${workspaceId} and id = ${connectionId}`
      // Whoever was to set the address at the carrier has done so.
      await tx.$executeRaw`update phone_numbers set sms_missing = array_remove(sms_missing, 'inbound_webhook')
        where workspace_id = ${workspaceId} and connection_id = ${connectionId} and 'inbound_webhook' = any(sms_missing)`
    }
    return stored.length > 0
  })

/** What repetitions share, in a form that can be indexed whatever a carrier calls its messages. */
function keyOf(event: SmsEvent): string {
  const key =
    event.type === 'inbound'
      ? `inbound:${event.carrierMessageId}`
      : `status:${event.carrierMessageId ?? `ref:${event.ref}`}:${event.status}:${event.errorCode ?? ''}`
  return key.length <= MAX_KEY_LENGTH && !/[^\x20-\x7E]/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

/** Works on one thing that a carrier told; running it twice changes nothing. */
export async function apply(eventId: number): Promise<void> {
  const stored = await anyWorkspace.carrierEvent.findUnique({ where: { id: eventId } })
  if (!stored || stored.processedAt) return
  const { workspaceId, connectionId, receivedAt } = stored
  const event = readJson<SmsEvent>(stored.event)
  await transaction(async (tx) => {
    const told = { workspaceId, connectionId, receivedAt }
    const messageId = event.type === 'inbound' ? await inboundMessages.take(tx, told, event) : await messageReceipts.take(tx, told, event)
    await tx.carrierEvent.updateMany({ where: { workspaceId, id: eventId }, data: { processedAt: clock.now(), messageId } })
  })
}

const RETENTION_DAYS = 7

/** Drops what was worked on long ago; what it told is in the messages. */
export const forgetOld = () =>
  anyWorkspace.$executeRaw`delete from carrier_events where processed_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`
