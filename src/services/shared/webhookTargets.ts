import type { Tx } from '../../kernel/db/db.ts'

/** A workspace's settings while it has a url, else null. */
export async function forwarding(client: Tx, workspaceId: number) {
  const row = await client.webhookSettings.findUnique({ where: { workspaceId } })
  return row?.url ? { ...row, url: row.url } : null
}
