import fc from 'fast-check'
import { GraphQLError, isScalarType, isSpecifiedScalarType, Kind, parseValue, valueFromASTUntyped } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import * as onboarding from '../../src/services/onboarding/onboarding.ts'
import { graphql } from '../kit/clients/client.ts'
import { captureLogs } from '../kit/observers/logs.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const SCALARS = Object.values(schema.getTypeMap())
  .filter(isScalarType)
  .filter((type) => !isSpecifiedScalarType(type))
const LITERALS = [
  '1',
  '-1.5e300',
  '"x"',
  '""',
  '"""block"""',
  'true',
  'null',
  'NAME',
  '[]',
  '[1, "x", [null]]',
  '{}',
  '{a: {b: 1}}',
  '"2026-02-31T00:00:00Z"',
  '"1e3"',
]

describe.each(SCALARS.map((type) => [type.name, type] as const))('%s', (name, type) => {
  const isClean = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(GraphQLError)
      expect(error).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
      expect((error as Error).message).toContain(`${name} cannot represent this value`)
    }
  }

  test('accepts any value or refuses it with a sentence', () => {
    fc.assert(fc.property(fc.anything(), (value) => isClean(() => type.parseValue(value))))
    fc.assert(fc.property(fc.string(), (value) => isClean(() => type.parseValue(value))))
  })

  test.each(LITERALS)('accepts the literal %s or refuses it with a sentence', (text) => {
    const node = parseValue(text)
    isClean(() => type.parseLiteral(node))
    isClean(() => type.parseLiteral({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: 'v' } }, {}))
    expect(() => valueFromASTUntyped(node)).not.toThrow()
  })
})

const testServer = useTestServer({ env: { ROLE: 'api' } })
let headers: Record<string, string>
beforeAll(async () => {
  headers = { Authorization: `Bearer ${(await onboarding.signUp(signUpInput())).accessToken}` }
})

test('an invalid amount is a client error, without its value and not logged as an error', async () => {
  const query = 'mutation ($amount: Money!) { setLowBalanceThreshold(amount: $amount) { lowBalanceThreshold } }'
  const logged = await captureLogs(async () => {
    for (const amount of ['secret words', '1e3', 5, {}, ['x']]) {
      const { errors } = await graphql(testServer().url, headers, query, { amount })
      expect(errors![0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
      expect(errors![0]!.message).toMatch(/Money cannot represent this value/)
      expect(JSON.stringify(errors)).not.toContain('secret words')
    }
    expect((await graphql(testServer().url, headers, query, { amount: '12.5' })).errors).toBeUndefined()
  })
  expect(logged).not.toContain('a GraphQL operation failed')
})
