import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { simulator } from '../messages/messageKit.ts'
import { freshNumber } from '../numbers/numberKit.ts'

const world = useWorld()
let key: Client
beforeAll(async () => {
  key = await (await world().workspace()).key()
})

const CARRIERS = ['twilio', 'telnyx', 'vonage', 'plivo', 'bandwidth'] as const

/** One account with two numbers, which two end customers connect, each with one of the numbers. */
async function shared(carrier: (typeof CARRIERS)[number]) {
  const numbers = [freshNumber(), freshNumber()] as const
  const account = await simulator<{ id: string; credentials: Record<string, string> }>(world(), `carriers/${carrier}/accounts`, {
    numbers: numbers.map((phone_number) => ({ phone_number })),
  })
  const link = async (phone_number: string, owner: string) => {
    const external_owner_id = `${owner} of ${numbers[0]}`
    const connected = await key.post('/integrations/connect', { carrier, credentials: account.credentials, external_owner_id })
    const linked = await key.post('/phone-numbers/link', { phone_number, carrier, external_owner_id })
    expect([connected.status, linked.status]).toEqual([201, 201])
    return { phone_number, id: linked.body.id as number, connectionId: connected.body.id as number }
  }
  const inboundUrls = async () => {
    const { accounts } = await simulator<{ accounts: { id: string; numbers: { inbound_url: string | null }[] }[] }>(world(), 'carriers')
    return accounts.find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  }
  return { first: await link(numbers[0], 'first'), second: await link(numbers[1], 'second'), inboundUrls }
}

/** Somebody texts the number, and we have it over the connection that the number is linked through. */
async function expectHeard({ phone_number, id: numberId, connectionId }: Awaited<ReturnType<typeof shared>>['first']) {
  const { id } = await simulator<{ id: string }>(world(), 'sms', { from: '+12125550100', to: phone_number, body: 'Hello' })
  const find = () => anyWorkspace.message.findFirst({ where: { carrierMessageId: id, direction: 'inbound' }, include: { conversation: true } })
  const message = await until('the text', find)
  expect(message).toMatchObject({ numberId, connectionId, toNumber: phone_number })
}

/** Where the first text still goes to the address that was disconnected, waits a second for it in vain, and then sends another. */
test.each(CARRIERS)('two end customers who share an account of %s each have their own number’s texts, until the last is released', async (carrier) => {
  const { first, second, inboundUrls } = await shared(carrier)
  await expectHeard(first)
  await expectHeard(second)
  expect((await key.delete(`/phone-numbers/${second.id}`)).status).toBe(204)
  await expectHeard(first)
  await key.gql('mutation($id: ID!) { disconnectCarrier(id: $id) }', { id: second.connectionId })
  await until('the address to be that of a connection there is', async () => {
    const { id } = await simulator<{ id: string }>(world(), 'sms', { from: '+12125550100', to: first.phone_number, body: 'Still there?' })
    return until('the text', () => anyWorkspace.message.findFirst({ where: { carrierMessageId: id } }), 1_000).catch(() => null)
  })
  expect((await key.delete(`/phone-numbers/${first.id}`)).status).toBe(204)
  // Bandwidth wants an address, whosever it is.
  if (carrier !== 'bandwidth') await until('our address to be gone', async () => (await inboundUrls()).every((url) => url === null))
})
