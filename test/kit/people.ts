import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { ROLE_SCOPES, type Role } from '../../src/kernel/vocabulary/scopes.ts'
import { graphql } from './client.ts'

/** The secret that a one-time link carries. */
export const secretOf = (link: string) => new URL(link).hash.slice(1)

interface Newcomer {
  email: string
  role: Role
  name?: string
}

/** Has somebody who asks as an owner or admin invite a person, who signs up through the link. Answers how they sign in from then on. */
// eslint-disable-next-line typescript/no-explicit-any -- tests read answers as the wire has them
export async function invited(url: string, ask: (query: string, variables: object) => Promise<any>, { email, role, name = email.split('@')[0]! }: Newcomer) {
  const asked = await ask('mutation($email: String!, $role: Role!) { inviteMember(email: $email, role: $role) { link } }', { email, role })
  const password = 'correct horse battery'
  const input = { email, name, password, invitation: secretOf((asked.data ?? asked).inviteMember.link) }
  const { data, errors } = await graphql(url, {}, 'mutation($input: SignUpInput!) { signUp(input: $input) { userId } }', { input })
  if (errors) throw new Error(errors[0]!.message)
  return { email, password, userId: data.signUp.userId as string }
}

let people = 0

/** A person with a role, signed in, as the services see them. */
export async function personIn(workspaceId: number, role: Role): Promise<Actor & { userId: number }> {
  people += 1
  const { id: userId } = await anyWorkspace.user.create({ data: { email: `member${people}@example.com`, name: `Member ${people}`, passwordHash: '' } })
  await anyWorkspace.membership.create({ data: { workspaceId, userId, role } })
  return { kind: 'session', workspaceId, userId, role, scopes: ROLE_SCOPES[role] }
}
