import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { Role } from '../../src/kernel/vocabulary/scopes.ts'
import { graphql } from '../kit/clients/client.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import type { TestWorkspace, TestServer } from '../kit/server/testServer.ts'

/** Signs a person in. Returns the headers of their requests. */
export async function headersOf({ url }: TestServer, { email, password }: { email: string; password: string }): Promise<Record<string, string>> {
  const document = 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const { data } = await graphql(url, {}, document, { input: { email, password } })
  return { Authorization: `Bearer ${data.signIn.accessToken}` }
}

/** A person with that role in the workspace, signed in. Their password is the owner's. */
export async function addSignedInMember(testServer: TestServer, acme: TestWorkspace, role: Role): Promise<{ id: number; headers: Record<string, string> }> {
  const { email, name } = signUpInput()
  const { passwordHash } = await anyWorkspace.user.findUniqueOrThrow({ where: { email: acme.email } })
  const { id } = await anyWorkspace.user.create({ data: { email, name, passwordHash, memberships: { create: { workspaceId: acme.id, role } } } })
  return { id, headers: await headersOf(testServer, { email, password: acme.password }) }
}
