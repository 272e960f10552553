import { expect } from 'vitest'
import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message } from '../../../src/generated/prisma/client.ts'
import { simulatedCarriers } from '../../kit/fakes/simulatedCarriers.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

let numbers = 0

export const carriersOf = (testServer: TestServer) => simulatedCarriers(testServer.running.simulator!.url)

/** Sends another request to the simulator. */
export async function simulator<Answer>(testServer: TestServer, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> {
  const res = await fetch(`${testServer.running.simulator!.url}/simulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const text = await res.text()
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`)
  return JSON.parse(text || 'null') as Answer
}

/** Connects an account at a simulated carrier and links one of its numbers. Returns the number's row. */
export async function linkSmsNumber(testServer: TestServer, key: Client, carrier: CarrierName) {
  const phone_number = `+1415${6_000_000 + (numbers += 1)}`
  const external_owner_id = `owner ${numbers}`
  const { credentials } = await carriersOf(testServer).openAccount(carrier, { numbers: [{ phone_number }] })
  expect(await key.post('/integrations/connect', { carrier, credentials, external_owner_id })).toMatchObject({ status: 201 })
  const linked = await key.post('/phone-numbers/link', { phone_number, carrier, external_owner_id })
  expect(linked).toMatchObject({ status: 201 })
  return anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id: linked.body.id } })
}

/** Creates a workspace that can send SMS through a carrier; `wallet` is in USD. */
export async function createSmsTenant(testServer: TestServer, { wallet, carrier = 'twilio' }: { wallet?: string; carrier?: CarrierName } = {}) {
  const acme = await testServer.workspace({ wallet })
  const key = await acme.key()
  const number = await linkSmsNumber(testServer, key, carrier)
  const from_number = number.phoneNumber
  return { acme, key, number, text: (to_number: string, more: object = {}) => key.post('/sms', { to_number, from_number, body: 'Hello', ...more }) }
}

/** Lists the messages to that number that the simulated carrier accepted. */
export const listAccepted = async (testServer: TestServer, carrier: CarrierName, to: string) =>
  (await carriersOf(testServer).messages(carrier)).filter((message) => message.to === to && message.direction === 'outbound')

export const readMessage = (id: number): Promise<Message> => anyWorkspace.message.findUniqueOrThrow({ where: { id } })

/** Waits until the message has the given fields. */
export const waitForMessage = (id: number, expected: Partial<Message>, ms?: number): Promise<Message> =>
  waitFor(
    `message ${id} to be ${JSON.stringify(expected)}`,
    async () => {
      const message = await readMessage(id)
      return Object.entries(expected).every(([name, value]) => message[name as keyof Message] === value) && message
    },
    ms,
  )
