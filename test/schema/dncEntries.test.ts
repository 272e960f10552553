import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/client.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
let key: Client
beforeAll(async () => {
  key = await (await world().workspace()).key()
})

const ADD = 'mutation ($input: DncEntriesInput!) { addDncEntries(input: $input) { phoneNumber result } }'
const add = async (phoneNumbers: string[]) => (await key.gql<{ addDncEntries: object[] }>(ADD, { input: { phoneNumbers, reason: 'Asked' } })).addDncEntries

test('many numbers are listed at once, each by itself, and what became of each is told in their order', async () => {
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

test('nobody lists more than a thousand at once, or none', async () => {
  await expect(add([])).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(add(Array.from({ length: 1_001 }, () => '+14155550100'))).rejects.toThrow('UNPROCESSABLE_ENTITY')
})
