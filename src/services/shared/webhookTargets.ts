import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'

/** Returns a workspace's webhook settings if they have a URL, otherwise null. */
export async function findForwarding(client: Tx, workspaceId: WorkspaceId) {
  const row = await client.webhookSettings.findUnique({ where: { workspaceId } })
  return row?.url ? { ...row, url: row.url } : null
}
