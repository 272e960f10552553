import type { Tx } from '../../kernel/db/db.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/** Deletes what was sent to the customer's server about calls or messages: the first delivery of each, and those that repeated it. */
export async function erase(tx: Tx, workspaceId: number, type: EventType, ids: readonly number[]): Promise<void> {
  const found = await tx.$queryRaw<{ id: number }[]>(about(workspaceId, type, ids))
  const deliveries = found.map(({ id }) => id)
  if (deliveries.length === 0) return
  await tx.$executeRaw(sql`delete from webhook_attempts where workspace_id = ${workspaceId} and delivery_id = any(${deliveries}::int[])`)
  await tx.$executeRaw(sql`delete from webhook_deliveries where workspace_id = ${workspaceId} and id = any(${deliveries}::int[])`)
}

const about = (workspaceId: number, type: EventType, ids: readonly number[]): Sql => {
  const events = ids.map(String)
  const keys = events.map((id) => `${type}:${id}`)
  return sql`
    select id from webhook_deliveries where workspace_id = ${workspaceId} and dedupe_key = any(${keys}::text[])
    union
    select id from webhook_deliveries where workspace_id = ${workspaceId} and dedupe_key is null and event_type = ${type} and event_id = any(${events}::text[])`
}

const SAID = JSON.stringify({ summary: null, structured_data: {}, analysis: {}, metadata: {} })

/** Blanks what calls' deliveries tell of what was said, and what the customer's server answered to it. */
export async function blankCalls(tx: Tx, workspaceId: number, callIds: readonly number[]): Promise<void> {
  const found = await tx.$queryRaw<{ id: number }[]>(about(workspaceId, 'call.completed', callIds))
  const deliveries = found.map(({ id }) => id)
  if (deliveries.length === 0) return
  await tx.$executeRaw(sql`update webhook_attempts set response = null where workspace_id = ${workspaceId} and delivery_id = any(${deliveries}::int[])`)
  await tx.$executeRaw(sql`
    update webhook_deliveries set body = jsonb_set(body::jsonb, '{data}', body::jsonb->'data' || ${SAID}::jsonb)::text
    where workspace_id = ${workspaceId} and id = any(${deliveries}::int[])`)
}
