import type { Actor } from '../../src/actor.ts'
import { anyWorkspace } from '../../src/db.ts'
import { ROLE_SCOPES, type Role } from '../../src/scopes.ts'

let people = 0

/** A person with a role, signed in, as the services see them. */
export async function personIn(workspaceId: number, role: Role): Promise<Actor & { userId: number }> {
  people += 1
  const { id: userId } = await anyWorkspace.user.create({ data: { email: `member${people}@example.com`, name: `Member ${people}`, passwordHash: '' } })
  await anyWorkspace.membership.create({ data: { workspaceId, userId, role } })
  return { kind: 'session', workspaceId, userId, role, scopes: ROLE_SCOPES[role] }
}
