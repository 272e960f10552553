import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/** Deletes webhook deliveries about calls or messages: the first delivery of each, and its repetitions. */
export async function eraseDeliveries(tx: Tx, workspaceId: WorkspaceId, type: EventType, ids: readonly number[]): Promise<void> {
  const rows = await tx.$queryRaw<{ id: number }[]>(selectDeliveries(workspaceId, type, ids))
  const deliveries = rows.map(({ id }) => id)
  if (deliveries.length === 0) return
  await tx.$executeRaw(sql`delete from webhook_attempts where workspace_id = ${workspaceId} and delivery_id = any(${deliveries}::int[])`)
  await tx.$executeRaw(sql`delete from webhook_deliveries where workspace_id = ${workspaceId} and id = any(${deliveries}::int[])`)
}

const selectDeliveries = (workspaceId: WorkspaceId, type: EventType, ids: readonly number[]): Sql => {
  const events = ids.map(String)
  const keys = events.map((id) => `${type}:${id}`)
  return sql`
    select id from webhook_deliveries where workspace_id = ${workspaceId} and dedupe_key = any(${keys}::text[])
    union
    select id from webhook_deliveries where workspace_id = ${workspaceId} and dedupe_key is null and event_type = ${type} and event_id = any(${events}::text[])`
}

const BLANK_CONTENT = JSON.stringify({ summary: null, structured_data: {}, analysis: {}, metadata: {} })

/** Blanks the call content in webhook deliveries, and the responses of the customer server. */
export async function blankCallDeliveries(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  const rows = await tx.$queryRaw<{ id: number }[]>(selectDeliveries(workspaceId, 'call.completed', callIds))
  const deliveries = rows.map(({ id }) => id)
  if (deliveries.length === 0) return
  await tx.$executeRaw(sql`update webhook_attempts set response = null where workspace_id = ${workspaceId} and delivery_id = any(${deliveries}::int[])`)
  await tx.$executeRaw(sql`
    update webhook_deliveries set body = jsonb_set(body::jsonb, '{data}', body::jsonb->'data' || ${BLANK_CONTENT}::jsonb)::text
    where workspace_id = ${workspaceId} and id = any(${deliveries}::int[])`)
}
