import { getNamedType, type GraphQLNamedType, type GraphQLObjectType, isLeafType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer({ speed: 500 })
let key: Client
beforeAll(async () => {
  const acme = await createTenant(testServer())
  key = acme.key
  const { id } = (await acme.place('+12125550100', { metadata: { order: 7 } })).body
  await waitFor('the call to end', async () => (await key.get(`/calls/${id}`)).body.summary)
})

const fields = (type: GraphQLNamedType) => Object.values((type as GraphQLObjectType).getFields())
/** What is selected of a type: nothing of a leaf, the rows of a connection, or else every leaf. */
const selectionOf = (type: GraphQLNamedType): string => {
  if (isLeafType(type)) return ''
  const nodes = fields(type).find(({ name }) => name === 'nodes')
  if (nodes) return ` { nodes${selectionOf(getNamedType(nodes.type))} }`
  return ` { ${fields(type)
    .flatMap((field) => (isLeafType(getNamedType(field.type)) ? field.name : []))
    .join(' ')} }`
}

/** Fields of a type as they can be selected alone, nested ones with all their leaves. */
const fieldsOf = (type: string) => fields(schema.getType(type)!).map((field) => [`${field.name}${selectionOf(getNamedType(field.type))}`] as const)

describe.each([
  ['Call', 'calls', 'call'],
  ['Agent', 'agents', 'agent'],
])('%s', (type, list, byId) => {
  test.each(fieldsOf(type))('a list with only %s returns the same as the detail', async (field) => {
    const {
      [list]: { nodes, edges },
    } = await key.gql<any>(`{ ${list}(first: 1) { nodes { ${field} } edges { cursor node { ${field} } } } }`)
    const detail = (await key.gql<any>(`query($id: ID!) { ${byId}(id: $id) { ${field} } }`, { id: edges[0].cursor }))[byId]
    expect(nodes[0]).toEqual(detail)
    expect(edges[0].node).toEqual(detail)
  })
})
