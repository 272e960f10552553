import { anyWorkspace, db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { ROLE_SCOPES } from '../../kernel/vocabulary/scopes.ts'
import * as apiKeys from '../access/apiKeys.ts'
import * as userAdministration from '../access/userAdministration.ts'
import * as campaignPauses from '../dialer/campaignPauses.ts'
import { DEMO_EMAIL } from './operator.ts'

/**
 * Ends all access to the demo workspace: disables its account and revokes its keys. If the workspace has other members, revokes only the
 * demo account's keys. Otherwise revokes every key and pauses the running campaigns. Data stays. Throws NOT_FOUND if there is no demo
 * workspace. Every step is safe to repeat if the process dies in between.
 */
export async function remove() {
  const user = await anyWorkspace.user.findUnique({ where: { email: DEMO_EMAIL }, include: { memberships: true } })
  if (!user) throw notFound('Demo workspace')
  await userAdministration.disable(DEMO_EMAIL)
  let [keys, campaigns] = [0, 0]
  for (const { workspaceId } of user.memberships) {
    const isShared = (await db.membership.count({ where: { workspaceId, userId: { not: user.id } } })) > 0
    const scope = isShared ? { createdById: user.id } : {}
    const keyRows = await db.apiKey.findMany({ where: { workspaceId, kind: 'key', revokedAt: null, ...scope }, select: { id: true } })
    for (const { id } of keyRows) await apiKeys.revokeById(workspaceId, id)
    keys += keyRows.length
    if (isShared) continue
    const running = await db.campaign.findMany({ where: { workspaceId, status: 'running' }, select: { id: true } })
    const owner = { kind: 'session', workspaceId, userId: user.id, role: 'owner', scopes: ROLE_SCOPES.owner } as const
    for (const { id } of running) await campaignPauses.pause(owner, id)
    campaigns += running.length
  }
  return { keys, campaigns }
}
