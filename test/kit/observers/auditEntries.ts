import { getNamedType, isLeafType } from 'graphql'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { schema } from '../../../src/schema/index.ts'
import { graphql } from '../clients/client.ts'
import type { TestWorkspace, TestServer } from '../server/testServer.ts'

const read = async (where: object) =>
  (await anyWorkspace.auditEntry.findMany({ where, orderBy: { id: 'asc' } })).map((entry) => ({ ...entry, id: Number(entry.id) }))

/** The entries of a request, oldest first. */
export const auditEntriesOfRequest = (requestId: string) => read({ requestId })

/** All entries of a workspace, oldest first. */
export const auditEntriesOfWorkspace = (workspaceId: number) => read({ workspaceId })

/** The entire log as text. */
export async function readAuditLog(): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(`select string_agg(to_jsonb(e)::text, E'\n') as text from audit_entries e`)
  return rows[0]!.text
}

export const mutations = Object.values(schema.getMutationType()!.getFields())

/** The document of a mutation, with all its arguments as variables. It selects only `__typename`. */
export function mutationDocument(name: string): string {
  const field = mutations.find((candidate) => candidate.name === name)!
  const type = getNamedType(field.type)
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const argumentList = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `mutation${variables && `(${variables})`} { ${name}${argumentList && `(${argumentList})`} ${isLeafType(type) ? '' : '{ __typename }'} }`
}

/** Signs the owner in. Each mutation has its own request ID. */
export async function signInOwner(testServer: TestServer, acme: TestWorkspace) {
  const signIn = 'mutation($input: SignInInput!) { signIn(input: $input, withRefreshToken: true) { accessToken refreshToken } }'
  const { data } = await graphql(testServer.url, {}, signIn, { input: { email: acme.email, password: acme.password } })
  const { accessToken, refreshToken } = data.signIn as { accessToken: string; refreshToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    accessToken,
    refreshToken,
    ask: (document: string, variables?: object, requestId = 'none') => graphql(testServer.url, { ...headers, 'x-request-id': requestId }, document, variables),
    mutate: (name: string, variables: object, requestId: string) =>
      graphql(testServer.url, { ...headers, 'x-request-id': requestId }, mutationDocument(name), variables),
  }
}
