import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { simulator } from '../messages/messageKit.ts'
import { freshNumber } from '../numbers/numberKit.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

const CARRIERS = ['twilio', 'telnyx', 'vonage', 'plivo', 'bandwidth'] as const

/** Creates an account with two numbers. Two end customers connect it, each with one of the numbers. */
async function linkSharedAccount(carrier: (typeof CARRIERS)[number]) {
  const numbers = [freshNumber(), freshNumber()] as const
  const account = await simulator<{ id: string; credentials: Record<string, string> }>(testServer(), `carriers/${carrier}/accounts`, {
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
    const { accounts } = await simulator<{ accounts: { id: string; numbers: { inbound_url: string | null }[] }[] }>(testServer(), 'carriers')
    return accounts.find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  }
  return { first: await link(numbers[0], 'first'), second: await link(numbers[1], 'second'), inboundUrls }
}

/** Sends an SMS to the number and expects the message on the connection of the number. */
async function expectReceived({ phone_number, id: numberId, connectionId }: Awaited<ReturnType<typeof linkSharedAccount>>['first']) {
  const { id } = await simulator<{ id: string }>(testServer(), 'sms', { from: '+12125550100', to: phone_number, body: 'Hello' })
  const find = () => anyWorkspace.message.findFirst({ where: { carrierMessageId: id, direction: 'inbound' }, include: { conversation: true } })
  const message = await waitFor('the message', find)
  expect(message).toMatchObject({ numberId, connectionId, toNumber: phone_number })
}

/** If the first SMS still goes to the disconnected URL, waits a second for it in vain, and then sends another. */
test.each(CARRIERS)(
  'two end customers who share an account of %s each receive the SMS of their own number, until the last is disconnected',
  async (carrier) => {
    const { first, second, inboundUrls } = await linkSharedAccount(carrier)
    await expectReceived(first)
    await expectReceived(second)
    expect((await key.delete(`/phone-numbers/${second.id}`)).status).toBe(204)
    await expectReceived(first)
    await key.gql('mutation($id: ID!) { disconnectCarrier(id: $id) }', { id: second.connectionId })
    await waitFor('the inbound URL to be that of an existing connection', async () => {
      const { id } = await simulator<{ id: string }>(testServer(), 'sms', { from: '+12125550100', to: first.phone_number, body: 'Still there?' })
      return waitFor('the message', () => anyWorkspace.message.findFirst({ where: { carrierMessageId: id } }), 1_000).catch(() => null)
    })
    expect((await key.delete(`/phone-numbers/${first.id}`)).status).toBe(204)
    // Bandwidth requires a URL, so ours stays there.
    if (carrier !== 'bandwidth') await waitFor('our URL to be removed', async () => (await inboundUrls()).every((url) => url === null))
  },
)
