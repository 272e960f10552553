import { GraphQLEnumType, GraphQLInputObjectType, isInputObjectType, getNamedType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

const enums = Object.values(schema.getTypeMap()).filter((type): type is GraphQLEnumType => type instanceof GraphQLEnumType && !type.name.startsWith('__'))

test('a value outside an enum is refused before anything runs, in a query and in its variables', async () => {
  await expect(key.gql('{ calls(status: sleeping) { nodes { id } } }')).rejects.toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
  const query = 'query ($status: CallStatus) { calls(status: $status) { nodes { id } } }'
  // The second and third time the query runs compiled.
  for (let time = 0; time < 3; time++) await expect(key.gql(query, { status: 'sleeping' })).rejects.toMatchObject({ extensions: { code: 'BAD_REQUEST' } })
  expect(await key.gql(query, { status: 'completed' })).toEqual({ calls: { nodes: [] } })
})

test('REST and GraphQL use the same enum values', async () => {
  const { id } = (await key.post('/campaigns', { name: 'Spring', purpose: 'cold_calling' })).body
  const { campaign } = await key.gql<{ campaign: object }>('query ($id: ID!) { campaign(id: $id) { status purpose callLanguageMode } }', { id })
  const { body } = await key.get(`/campaigns/${id}`)
  expect(campaign).toEqual({ status: body.status, purpose: body.purpose, callLanguageMode: body.call_language_mode })
  expect(body).toMatchObject({ status: 'draft', purpose: 'cold_calling' })
})

test.each(enums.map((type) => [type.name, type] as const))('%s has a description and lower-case values', (_name, type) => {
  expect(type.description).toMatch(/\.$/)
  for (const { name, value } of type.getValues()) expect([name, value]).toEqual([name.toLowerCase(), name])
})

test('no description of a text field lists its values, because closed sets are enums', () => {
  const listing = /^(?:`?[a-z_]+`?, )+(?:or |and )?`?[a-z_]+`?\.?$/
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    'getFields' in type
      ? Object.values((type as GraphQLInputObjectType).getFields()).map((field) => ({
          path: `${type.name}.${field.name}`,
          field,
          isInput: isInputObjectType(type),
        }))
      : [],
  )
  expect(fields.length).toBeGreaterThan(500)
  const texts = fields.filter(({ field }) => getNamedType(field.type)?.name === 'String')
  expect(texts.filter(({ field }) => listing.test(field.description ?? '')).map(({ path }) => path)).toEqual([])
})
