import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

const ADD = 'mutation ($input: DncEntriesInput!) { addDncEntries(input: $input) { phoneNumber result } }'
const add = async (phoneNumbers: string[]) => (await key.gql<{ addDncEntries: object[] }>(ADD, { input: { phoneNumbers, reason: 'Asked' } })).addDncEntries

test('many numbers are added at once, independently, with a result for each in their order', async () => {
  await key.post('/dnc', { phone_number: '+14155550100', reason: 'first' })
  expect(await add(['+14155550101', 'nobody', '+14155550100', '+14155550101'])).toEqual([
    { phoneNumber: '+14155550101', result: 'added' },
    { phoneNumber: 'nobody', result: 'invalid' },
    { phoneNumber: '+14155550100', result: 'listed' },
    { phoneNumber: '+14155550101', result: 'listed' },
  ])
  const { items } = (await key.get('/dnc')).body
  expect(items.map(({ phone_number, reason }: Record<string, string>) => [phone_number, reason])).toEqual([
    ['+14155550101', 'Asked'],
    ['+14155550100', 'first'],
  ])
})

test('a request adds between one and a thousand numbers', async () => {
  await expect(add([])).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(add(Array.from({ length: 1_001 }, () => '+14155550100'))).rejects.toThrow('UNPROCESSABLE_ENTITY')
})
