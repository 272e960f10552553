import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Connection } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const findSettings = statement(
  'webhooks.findForwarding',
  sql`select workspace_id, url as "url!", events as "events!", secret, updated_at from webhook_settings where workspace_id = $workspaceId and url is not null`,
)

/** Returns a workspace's webhook settings if they have a URL, otherwise null. */
export const findForwarding = async (on: Connection, workspaceId: WorkspaceId) => (await findSettings.get({ workspaceId }, on)) ?? null
