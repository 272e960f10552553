import { createHash } from 'node:crypto'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { WebhookResult, WebhookReply, WebhookRequest, SmsEvent } from '../../carriers/carrier.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { toStorable } from '../../kernel/json/untrustedJson.ts'
import type { CarrierConnection } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as carrierConnections from '../carriers/carrierConnections.ts'
import * as inboundMessages from './inboundMessages.ts'
import * as messageReceipts from './messageReceipts.ts'
import * as inboundWebhooks from '../numbers/inboundWebhooks.ts'
import { fromJson } from '../shared/jsonColumns.ts'

const MAX_KEY_LENGTH = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The result of a webhook request and the reply to send, or the reason it was refused. */
export type ReceiveResult =
  | { result: 'stored' | 'repeated' | 'ignored'; reply: WebhookReply }
  | { refused: 'unknown' | Extract<WebhookResult, { refused: string }>['refused'] }

/**
 * Receives a carrier's webhook request: finds the connection, verifies the request, and stores its events with their jobs in one
 * transaction. Acknowledge the request only after this returns, because it can be the only copy of a message. `ref` is the message
 * reference in the URL. An unknown URL is indistinguishable from a wrong token, so outsiders cannot probe for URLs.
 */
export async function receive(name: CarrierName, token: string, ref: string | null, request: WebhookRequest): Promise<ReceiveResult> {
  const connection = await carrierAccess.findByToken(name, token)
  if (!connection || (ref !== null && !UUID.test(ref))) return { refused: 'unknown' }
  enterWorkspace(connection.workspaceId)
  const { carrier, credentials } = carrierAccess.open(connection)
  const webhook = carrier.parseWebhook(credentials, request, token)
  if ('refused' in webhook) return webhook
  const events = webhook.events.map((event) => (event.type === 'status' ? { ...event, ref: parseReference(event.ref) ?? parseReference(ref) } : event))
  if (events.length === 0) return { result: 'ignored', reply: webhook.reply }
  return { result: (await store(connection, events)) ? 'stored' : 'repeated', reply: webhook.reply }
}

/** Parses our message reference; carriers may change its case. Returns null if it is not a UUID. */
const parseReference = (ref: string | null) => (ref !== null && UUID.test(ref) ? ref.toLowerCase() : null)

const storeEvents = statement(
  'carrierEvents.store',
  sql`
    insert into carrier_events (workspace_id, connection_id, dedupe_key, event)
    select $workspaceId, $connectionId, received.key, received.event from jsonb_to_recordset($events) as received (key text, event jsonb)
    on conflict do nothing returning id`,
)

/** Stores the new events in one statement. Returns whether any event was new. */
const store = (connection: CarrierConnection, events: SmsEvent[]) =>
  transaction(async (tx) => {
    const { workspaceId, id: connectionId, webhookVerifiedAt } = connection
    const rows = events.map((event) => ({ key: toDedupeKey(event), event: toStorable(event) }))
    const inserted = await storeEvents.all({ workspaceId, connectionId, events: JSON.stringify(rows) }, tx)
    for (const { id } of inserted) await enqueue(tx, 'carrierEvents.apply', { eventId: Number(id) })
    if (webhookVerifiedAt === null) {
      await carrierConnections.verifyWebhook(tx, connection)
      await inboundWebhooks.confirmAll(tx, connection)
    }
    return inserted.length > 0
  })

/** Builds a key that repeated events share. Hashes it if it is too long or not printable ASCII, so that it can be indexed. */
function toDedupeKey(event: SmsEvent): string {
  const key =
    event.type === 'inbound'
      ? `inbound:${event.carrierMessageId}`
      : `status:${event.carrierMessageId ?? `ref:${event.ref}`}:${event.status}:${event.errorCode ?? ''}`
  return key.length <= MAX_KEY_LENGTH && !/[^\x20-\x7E]/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

/** Applies one stored event. Idempotent. */
export async function apply(eventId: number): Promise<void> {
  const stored = await anyWorkspace.carrierEvent.findUnique({ where: { id: eventId } })
  if (!stored || stored.processedAt) return
  const { workspaceId, connectionId, receivedAt } = stored
  enterWorkspace(workspaceId)
  const event = fromJson<SmsEvent>(stored.event)
  await transaction(async (tx) => {
    const origin = { workspaceId, connectionId, receivedAt }
    const messageId = event.type === 'inbound' ? await inboundMessages.receive(tx, origin, event) : await messageReceipts.apply(tx, origin, event)
    await tx.carrierEvent.updateMany({ where: { workspaceId, id: eventId }, data: { processedAt: clock.now(), messageId } })
  })
}

const RETENTION_DAYS = 7

const deleteEvents = statement(
  'carrierEvents.deleteProcessed',
  sql`delete from carrier_events where processed_at < $now::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  { acrossWorkspaces: 'A sweep over all old events.' },
)

/** Deletes events processed more than RETENTION_DAYS ago. The messages hold their content. */
export const deleteProcessed = () => deleteEvents.run({ now: clock.now() })
