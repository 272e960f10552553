import { type GraphQLField, type GraphQLObjectType, isLeafType, getNamedType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopesOf } from '../../src/schema/base/builder.ts'
import { schema } from '../../src/schema/index.ts'
import { hasScope, ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as onboarding from '../../src/services/onboarding/onboarding.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let viewer: string
beforeAll(async () => {
  const { userId, accessToken } = await onboarding.signUp(signUpInput())
  await anyWorkspace.membership.updateMany({ where: { userId }, data: { role: 'viewer' } })
  viewer = accessToken
})

type Field = GraphQLField<unknown, unknown>
const ROOTS = [
  ['query', schema.getQueryType()!],
  ['mutation', schema.getMutationType()!],
  ['subscription', schema.getSubscriptionType()!],
] as const
const FIELDS = ROOTS.flatMap(([kind, type]) =>
  Object.values((type as GraphQLObjectType).getFields()).map((field) => [`${kind} ${field.name}`, kind, field as Field] as const),
)
const selection = ({ type }: Field) => (isLeafType(getNamedType(type)) ? '' : ' { __typename }')

/** The same field with three kinds of invalid input: missing, of the wrong type as variables, and as literals. */
function invalidInputs(kind: string, field: Field): { query: string; variables: object }[] {
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = field.args.length ? `${kind} (${declared}) { ${field.name}(${passed})${selection(field)} }` : `${kind} { ${field.name}${selection(field)} }`
  const garbage = Object.fromEntries(field.args.map(({ name }) => [name, { nothing: ['of', 'the', 'kind'] }]))
  const literals = field.args.length
    ? `${kind} { ${field.name}(${field.args.map(({ name }) => `${name}: {nothing: [NONE]}`).join(', ')})${selection(field)} }`
    : query
  return [
    { query, variables: {} },
    { query, variables: garbage },
    { query: literals, variables: {} },
  ]
}

async function codes(request: object, token?: string) {
  const res = await fetch(`${testServer().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(request),
  })
  const { errors } = (await res.json()) as { errors?: { extensions?: { code?: string; http?: { status?: number } } }[] }
  return { status: res.status, codes: errors?.map(({ extensions }) => [extensions?.code, extensions?.http?.status]) }
}

describe.each(FIELDS)('%s', (_name, kind, field) => {
  const declared = scopesOf(field.extensions)!

  test.skipIf(declared.public)('is refused without a credential before its input is read', async () => {
    for (const request of invalidInputs(kind, field)) expect(await codes(request)).toEqual({ status: 401, codes: [['UNAUTHENTICATED', 401]] })
  })

  test.skipIf(!declared.scope || hasScope(ROLE_SCOPES.viewer, declared.scope))('is refused for a viewer before its input is read', async () => {
    for (const request of invalidInputs(kind, field)) expect(await codes(request, viewer)).toEqual({ status: 403, codes: [['FORBIDDEN', 403]] })
  })
})

test('each forbidden field of several is named, and none of them runs', async () => {
  const query = 'mutation { a: renameWorkspace(name: "x") { name } b: createAgent(input: {}) { id } }'
  expect((await codes({ query }, viewer)).codes).toEqual([
    ['FORBIDDEN', 403],
    ['FORBIDDEN', 403],
  ])
})

test('a field excluded by @skip or @include is not checked', async () => {
  const query =
    'query ($no: Boolean!, $default: Boolean = false) { viewer { id } auditEntries @include(if: $no) { nodes { id } } b: auditEntries @include(if: $default) { nodes { id } } }'
  expect((await codes({ query, variables: { no: false } }, viewer)).codes).toBeUndefined()
  expect((await codes({ query, variables: { no: true } }, viewer)).codes).toEqual([['FORBIDDEN', 403]])
})

test('a request without a credential has only one public operation, under any alias', async () => {
  const signIn = 'signIn(input: { email: "a@example.com", password: "wrong" }) { userId }'
  for (const query of [`mutation { a: ${signIn} b: ${signIn} }`, `mutation { a: ${signIn} ...f } fragment f on Mutation { signOut }`])
    expect(await codes({ query })).toEqual({ status: 400, codes: [['BAD_REQUEST', 400]] })
})
