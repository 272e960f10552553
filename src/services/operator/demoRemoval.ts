import { anyWorkspace, db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { ROLE_SCOPES } from '../../kernel/vocabulary/scopes.ts'
import * as apiKeys from '../access/apiKeys.ts'
import * as campaignPauses from '../dialer/campaignPauses.ts'
import { DEMO_EMAIL } from './operator.ts'
import * as userAdministration from './userAdministration.ts'

/**
 * Ends all access to the demo workspace: its account is disabled, and its keys are revoked. A workspace that other people have joined stays
 * theirs, without the keys that the demo began with; in one that nobody else is in, every key ends and campaigns are paused. Its data stays. Throws
 * NOT_FOUND where no demo was made. Each step may be repeated, if the process dies between them.
 */
export async function remove() {
  const user = await anyWorkspace.user.findUnique({ where: { email: DEMO_EMAIL }, include: { memberships: true } })
  if (!user) throw notFound('Demo workspace')
  await userAdministration.disable(DEMO_EMAIL)
  let [keys, campaigns] = [0, 0]
  for (const { workspaceId } of user.memberships) {
    const isShared = (await db.membership.count({ where: { workspaceId, userId: { not: user.id } } })) > 0
    const owned = isShared ? { createdById: user.id } : {}
    const found = await db.apiKey.findMany({ where: { workspaceId, kind: 'key', revokedAt: null, ...owned }, select: { id: true } })
    for (const { id } of found) await apiKeys.revokeById(workspaceId, id)
    keys += found.length
    if (isShared) continue
    const running = await db.campaign.findMany({ where: { workspaceId, status: 'running' }, select: { id: true } })
    const owner = { kind: 'session', workspaceId, userId: user.id, role: 'owner', scopes: ROLE_SCOPES.owner } as const
    for (const { id } of running) await campaignPauses.pause(owner, id)
    campaigns += running.length
  }
  return { keys, campaigns }
}
