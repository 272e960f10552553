import type { WebhookEndpointId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Connection } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Condition on `webhook_endpoints e`: it receives events. */
export const IS_ON = sql`e.is_enabled and e.url is not null`

const listOn = statement(
  'webhooks.listTargets',
  sql`select id, url as "url!" from webhook_endpoints e where e.workspace_id = $workspaceId and ${IS_ON} order by id`,
)

/** Lists a workspace's endpoints that receive events. */
export const list = (on: Connection, workspaceId: WorkspaceId) => listOn.all({ workspaceId }, on)

/** Returns the endpoint if it receives events, otherwise undefined. */
export const find = async (on: Connection, workspaceId: WorkspaceId, id: WebhookEndpointId) => (await list(on, workspaceId)).find((target) => target.id === id)
