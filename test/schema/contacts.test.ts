import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { createConnectedNumber, newPhoneNumber } from '../inbound/carrierKit.ts'
import type { Client } from '../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace({ wallet: '50' })
  key = await acme.key()
})

const CONTACT = `query ($phoneNumber: String!) {
  contact(phoneNumber: $phoneNumber) {
    phoneNumber name country dncEntry { reason }
    calls { nodes { id } }
    leads { name campaign { name } }
    conversations { contactNumber }
  }
}`
interface Contact {
  phoneNumber: string
  name: string | null
  country: string | null
  dncEntry: object | null
  calls: { nodes: { id: string }[] }
  leads: object[]
  conversations: object[]
}
const contactOf = async (phoneNumber: string, client = key) => (await client.gql<{ contact: Contact }>(CONTACT, { phoneNumber })).contact
const find = async (query: string, client = key) =>
  (await client.gql<{ contactSearch: object[] }>('query ($query: String!) { contactSearch(query: $query) { phoneNumber name } }', { query })).contactSearch

async function addLeads(campaign: string, ...leads: object[]): Promise<number> {
  const { id } = (await key.post('/campaigns', { name: campaign })).body
  await key.post(`/campaigns/${id}/leads`, { leads })
  return id as number
}

describe('a contact', () => {
  test('has the calls, leads and conversations of its number in this workspace, and no others', async () => {
    const phoneNumber = newPhoneNumber()
    await addLeads('Spring', { phone_number: phoneNumber, name: 'Ann' }, { phone_number: newPhoneNumber(), name: 'Bob' })
    await addLeads('Summer', { phone_number: phoneNumber, name: 'Ann Archer' })
    const canceled = await addLeads('Canceled', { phone_number: phoneNumber, name: 'Gone' })
    await key.delete(`/campaigns/${canceled}`)
    const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be kind.' })).body
    await key.post(`/agents/${agentId}/publish`)
    const call = (await key.post('/calls', { to_number: phoneNumber, agent_id: agentId })).body
    const { number } = await createConnectedNumber(acme.id, 'telnyx')
    await anyWorkspace.conversation.create({
      data: { workspaceId: acme.id, numberId: number.id, contactNumber: phoneNumber, lastMessageAt: new Date() },
    })
    await key.post('/dnc', { phone_number: phoneNumber, reason: 'Asked' })
    expect(await contactOf(phoneNumber)).toEqual({
      phoneNumber,
      name: 'Ann Archer',
      country: 'US',
      dncEntry: { reason: 'Asked' },
      calls: { nodes: [{ id: String(call.id) }] },
      leads: [
        { name: 'Ann Archer', campaign: { name: 'Summer' } },
        { name: 'Ann', campaign: { name: 'Spring' } },
      ],
      conversations: [{ contactNumber: phoneNumber }],
    })
    const stranger = await (await testServer().workspace()).key()
    expect(await contactOf(phoneNumber, stranger)).toMatchObject({ name: null, dncEntry: null, calls: { nodes: [] }, leads: [], conversations: [] })
  })

  test.each(['', 'nobody', '+1', '0', '+39 06 1', "+1'; drop table leads", '+1%0000', '+'.repeat(300), '1'.repeat(5_000)])(
    'is not found for what is no phone number in E.164: %#',
    async (text) => {
      await expect(contactOf(text)).rejects.toThrow('Contact not found')
    },
  )

  test('is not found for a number of the workspace', async () => {
    const { number } = await createConnectedNumber(acme.id, 'telnyx')
    await expect(contactOf(number.phoneNumber)).rejects.toThrow('Contact not found')
  })

  test('shows only what the scopes of a key include', async () => {
    const limited = await acme.key('leads:read')
    const query = (fields: string) => limited.gql(`{ contact(phoneNumber: "+14155550100") { ${fields} } }`)
    expect(await query('phoneNumber name')).toEqual({ contact: { phoneNumber: '+14155550100', name: null } })
    for (const hidden of ['calls { nodes { id } }', 'conversations { id }', 'dncEntry { id }']) await expect(query(hidden)).rejects.toThrow('Missing scope')
  })
})

describe('the search of contacts', () => {
  test('finds a part of the name, the number or the external ID, each number once', async () => {
    const [first, second] = [newPhoneNumber(), newPhoneNumber()]
    await addLeads('One', { phone_number: first, name: 'Zoë Quick 100%', external_id: 'crm-771' }, { phone_number: second, name: 'Zora Quick' })
    await addLeads('Two', { phone_number: first })
    const zoe = { phoneNumber: first, name: 'Zoë Quick 100%' }
    expect(await find('zo')).toEqual([{ phoneNumber: second, name: 'Zora Quick' }, zoe])
    for (const text of ['quick 100%', 'CRM-771', first, `${first.slice(0, 2)} ${first.slice(2, 5)} ${first.slice(5)}`]) expect(await find(text)).toEqual([zoe])
    const stranger = await (await testServer().workspace()).key()
    expect(await find('zo', stranger)).toEqual([])
  })

  test('offers a whole number that nobody knows yet, as people write it', async () => {
    expect(await find('+39 333 123-4567')).toEqual([{ phoneNumber: '+393331234567', name: null }])
  })

  test.each(['', 'z', ' '.repeat(200), 'x'.repeat(101), '100_', "zo'; --"])('finds nothing for %j', async (text) => expect(await find(text)).toEqual([]))

  test('refuses a text that cannot be stored', async () => {
    await expect(find('zo\u0000')).rejects.toThrow('cannot be stored')
  })
})
