import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { Role } from '../../src/kernel/vocabulary/scopes.ts'
import { graphql } from '../kit/client.ts'
import { person } from '../kit/rows.ts'
import type { Acme, World } from '../kit/world.ts'

/** Signs a person in; answers the headers that they ask with. */
export async function headersOf({ url }: World, { email, password }: { email: string; password: string }): Promise<Record<string, string>> {
  const document = 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const { data } = await graphql(url, {}, document, { input: { email, password } })
  return { Authorization: `Bearer ${data.signIn.accessToken}` }
}

/** A person of that role in the workspace, signed in; their password is its owner's. */
export async function memberOf(world: World, acme: Acme, role: Role): Promise<{ id: number; headers: Record<string, string> }> {
  const { email, name } = person()
  const { passwordHash } = await anyWorkspace.user.findUniqueOrThrow({ where: { email: acme.email } })
  const { id } = await anyWorkspace.user.create({ data: { email, name, passwordHash, memberships: { create: { workspaceId: acme.id, role } } } })
  return { id, headers: await headersOf(world, { email, password: acme.password }) }
}
