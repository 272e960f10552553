import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { createConnectedNumber } from '../inbound/carrierKit.ts'
import type { Client } from '../kit/clients/client.ts'
import { recordStatements } from '../kit/observers/queries.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const [ANN, BOB, NOBODY] = ['+14155550401', '+14155550402', '+14155550403']
const NAMES = 'query($phoneNumbers: [String!]!) { contactNames(input: { phoneNumbers: $phoneNumbers }) }'
const LISTS = '{ dncEntries { nodes { phoneNumber contactName } } conversations { nodes { contactNumber contactName } } }'

async function addLeads(...leads: object[]) {
  const { id } = (await key.post('/campaigns', { name: 'Names' })).body
  await key.post(`/campaigns/${id}/leads`, { leads })
  return id as number
}

test('a number has the name of its newest lead that has one, in this workspace only, and a list asks for all names with one statement', async () => {
  await addLeads({ phone_number: ANN, name: 'Ann' }, { phone_number: BOB, name: 'Bob' })
  await addLeads({ phone_number: ANN, name: 'Ann Archer' })
  await addLeads({ phone_number: ANN })
  await key.delete(`/campaigns/${await addLeads({ phone_number: ANN, name: 'Gone' })}`)
  const { number } = await createConnectedNumber(acme.id, 'telnyx')
  for (const phoneNumber of [ANN, BOB, NOBODY]) {
    await key.post('/dnc', { phone_number: phoneNumber })
    const data = { workspaceId: acme.id, numberId: number.id, contactNumber: phoneNumber, lastMessageAt: new Date() }
    await anyWorkspace.conversation.create({ data })
  }
  const { statements, stop } = recordStatements(acme.id)
  const { dncEntries, conversations } = await key.gql<any>(LISTS)
  stop()
  expect(dncEntries.nodes.map((entry: any) => entry.contactName)).toEqual([null, 'Bob', 'Ann Archer'])
  expect(conversations.nodes.map((each: any) => each.contactName).toSorted()).toEqual(['Ann Archer', 'Bob', null])
  expect([1, 2]).toContain(statements.filter((text) => /\bleads\b/.test(text)).length)
  expect(await key.gql(NAMES, { phoneNumbers: [BOB, 'nobody', ANN, BOB] })).toEqual({ contactNames: ['Bob', null, 'Ann Archer', 'Bob'] })
  const stranger = await (await testServer().workspace()).key()
  expect(await stranger.gql(NAMES, { phoneNumbers: [ANN] })).toEqual({ contactNames: [null] })
})

test('names of more than 500 numbers are refused', async () => {
  const phoneNumbers = Array.from({ length: 501 }, (_, at) => `+1415556${1000 + at}`)
  await expect(key.gql(NAMES, { phoneNumbers })).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
})
