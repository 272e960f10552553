import { getNamedType, isLeafType } from 'graphql'
import { pool } from '../../src/kernel/db/db.ts'
import type { AuditEntry } from '../../src/generated/prisma/client.ts'
import { schema } from '../../src/schema/index.ts'
import { columns, query, sql } from '../../src/kernel/db/sql.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { graphql } from './client.ts'
import type { Acme, World } from './world.ts'

const FIELDS = Object.keys(Prisma.AuditEntryScalarFieldEnum)

/** What the log has of a request, oldest first. */
export const entriesOf = (requestId: string) => query<AuditEntry>(sql`select ${columns(FIELDS)} from audit_entries where request_id = ${requestId} order by id`)

/** Everything a workspace's log has, oldest first. */
export const entriesIn = (workspaceId: number) =>
  query<AuditEntry>(sql`select ${columns(FIELDS)} from audit_entries where workspace_id = ${workspaceId} order by id`)

/** The whole log as text. */
export async function wholeLog(): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(`select string_agg(to_jsonb(e)::text, E'\n') as text from audit_entries e`)
  return rows[0]!.text
}

export const mutations = Object.values(schema.getMutationType()!.getFields())

/** The document that asks for a mutation with all its arguments as variables, and for nothing but its id where it has one. */
export function documentOf(name: string): string {
  const field = mutations.find((one) => one.name === name)!
  const type = getNamedType(field.type)
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `mutation${variables && `(${variables})`} { ${name}${given && `(${given})`} ${isLeafType(type) ? '' : '{ __typename }'} }`
}

/** A signed-in owner who asks for mutations, each under a request id of its own. */
export async function owner(world: World, acme: Acme) {
  const signIn = 'mutation($input: SignInInput!) { signIn(input: $input, withRefreshToken: true) { accessToken refreshToken } }'
  const { data } = await graphql(world.url, {}, signIn, { input: { email: acme.email, password: acme.password } })
  const { accessToken, refreshToken } = data.signIn as { accessToken: string; refreshToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    accessToken,
    refreshToken,
    ask: (document: string, variables?: object, requestId = 'none') => graphql(world.url, { ...headers, 'x-request-id': requestId }, document, variables),
    mutate: (name: string, variables: object, requestId: string) => graphql(world.url, { ...headers, 'x-request-id': requestId }, documentOf(name), variables),
  }
}
