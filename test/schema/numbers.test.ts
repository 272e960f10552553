import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()

const trunk = (phone_number: string) => ({ phone_number, carrier: 'sip', label: 'Desk', sip: { termination_uri: 'sip.example.com' } })
const NUMBERS = 'query ($isActive: Boolean) { phoneNumbers(isActive: $isActive) { nodes { id label voiceEngines connectionId inboundAgent { id name } } } }'
const UPDATE = 'mutation ($id: ID!, $input: NumberInput!) { updateNumber(id: $id, input: $input) { id label } }'

async function fixture() {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const link = async (phoneNumber: string) => String((await key.post('/phone-numbers/link', trunk(phoneNumber))).body.id)
  return { acme, key, link }
}

test('disconnected numbers are listed separately from active ones', async () => {
  const { key, link } = await fixture()
  const [activeId, releasedId] = [await link('+12125550130'), await link('+12125550131')]
  await key.delete(`/phone-numbers/${releasedId}`)
  const idsOf = async (isActive?: boolean) => {
    const { phoneNumbers } = await key.gql<any>(NUMBERS, { isActive })
    return phoneNumbers.nodes.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf(false)).toEqual([releasedId])
  expect(await idsOf()).toEqual(await idsOf(true))
  expect((await idsOf())[0]).toBe(activeId)
})

test('a number returns its agent, even an archived one, and the voice providers that know it', async () => {
  const { key, link } = await fixture()
  const agentId = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian' })).body.id
  await key.post(`/agents/${agentId}/publish`)
  const id = await link('+12125550132')
  await key.put(`/phone-numbers/${id}/inbound`, { enabled: true, agent_id: agentId })
  await key.gql('mutation ($id: ID!) { archiveAgent(id: $id) { id } }', { id: agentId })
  const { phoneNumbers } = await key.gql<any>(NUMBERS)
  expect(phoneNumbers.nodes[0]).toEqual({ id, label: 'Desk', voiceEngines: ['retell'], connectionId: null, inboundAgent: { id: String(agentId), name: 'Ada' } })
  expect(phoneNumbers.nodes[1].inboundAgent).toBe(null)
})

test('the label of an active number can be changed or removed with the permission to change numbers', async () => {
  const { acme, key, link } = await fixture()
  const id = await link('+12125550133')
  const update = async (label: string | null, by = key) => (await by.gql<any>(UPDATE, { id, input: { label } })).updateNumber.label
  expect(await update(' Front desk ')).toBe('Front desk')
  expect(await update('')).toBe(null)
  await expect(update('Mine', await acme.key('numbers:read'))).rejects.toThrow('Missing scope: numbers:write')
  await expect(key.gql(UPDATE, { id, input: {} })).rejects.toThrow('No fields to update')
  const other = await (await testServer().workspace()).key()
  await expect(update('Mine', other)).rejects.toThrow('Phone number not found')
  await key.delete(`/phone-numbers/${id}`)
  await expect(update('Late')).rejects.toThrow('Phone number not found')
  const { rows } = await pool.query(`select label from phone_numbers where id = $1`, [id])
  expect(rows).toEqual([{ label: null }])
})

test('the price of a number follows the longest prefix', async () => {
  const { key } = await fixture()
  const price = async (toNumber: string) => (await key.gql<any>('query ($to: String!) { price(toNumber: $to) { prefix perSegment } }', { to: toNumber })).price
  const { prices } = await key.gql<any>('{ prices { prefix perSegment } }')
  expect(await price('+14155550100')).toEqual(prices.find(({ prefix }: { prefix: string }) => prefix === '1'))
  await expect(price('nobody')).rejects.toThrow('Invalid phone number')
})
