import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const selectDeliveries = statement(
  'webhookDeliveries.listForErasure',
  sql`
    select id from webhook_deliveries where workspace_id = $workspaceId and dedupe_key = any($keys)
    union
    select id from webhook_deliveries where workspace_id = $workspaceId and dedupe_key is null and event_type = $type and event_id = any($events)`,
)

/** Lists the deliveries about calls or messages: the first delivery of each, and its repetitions. */
async function listDeliveries(tx: Tx, workspaceId: WorkspaceId, type: EventType, ids: readonly number[]): Promise<string[]> {
  const events = ids.map(String)
  const rows = await selectDeliveries.all({ workspaceId, type, events, keys: events.map((id) => `${type}:${id}`) }, tx)
  return rows.map(({ id }) => String(id))
}

const deleteAttempts = statement(
  'webhookDeliveries.deleteAttempts',
  sql`delete from webhook_attempts where workspace_id = $workspaceId and delivery_id = any($deliveries)`,
)
const deleteDeliveries = statement('webhookDeliveries.delete', sql`delete from webhook_deliveries where workspace_id = $workspaceId and id = any($deliveries)`)

/** Deletes webhook deliveries about calls or messages. */
export async function erase(tx: Tx, workspaceId: WorkspaceId, type: EventType, ids: readonly number[]): Promise<void> {
  const deliveries = await listDeliveries(tx, workspaceId, type, ids)
  if (deliveries.length === 0) return
  await deleteAttempts.run({ workspaceId, deliveries }, tx)
  await deleteDeliveries.run({ workspaceId, deliveries }, tx)
}

const BLANK_CONTENT = JSON.stringify({ summary: null, structured_data: {}, analysis: {}, metadata: {} })

const blankAttempts = statement(
  'webhookDeliveries.blankAttempts',
  sql`update webhook_attempts set response = null where workspace_id = $workspaceId and delivery_id = any($deliveries)`,
)
const blankDeliveries = statement(
  'webhookDeliveries.blank',
  sql`
    update webhook_deliveries set body = jsonb_set(body::jsonb, '{data}', body::jsonb->'data' || $blank::jsonb)::text
    where workspace_id = $workspaceId and id = any($deliveries)`,
)

/** Blanks the call content in webhook deliveries, and the responses of the customer server. */
export async function blankCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  const deliveries = await listDeliveries(tx, workspaceId, 'call.completed', callIds)
  if (deliveries.length === 0) return
  await blankAttempts.run({ workspaceId, deliveries }, tx)
  await blankDeliveries.run({ workspaceId, deliveries, blank: BLANK_CONTENT }, tx)
}
