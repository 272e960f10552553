import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import type { TestServer } from '../../kit/server/testServer.ts'
import { simulator } from '../messages/messageKit.ts'

/** Returns a new unused number. */
export const freshNumber = () => `+1628${6_000_000 + (numbers += 1)}`
let numbers = 0

/** Opens an account at a simulated carrier with one number. */
export async function openAccount(testServer: TestServer, carrier: CarrierName, more: object = {}) {
  const phone_number = freshNumber()
  const { id, credentials } = await simulator<{ id: string; credentials: Record<string, string> }>(testServer, `carriers/${carrier}/accounts`, {
    numbers: [{ phone_number, ...more }],
  })
  return { id, credentials, phone_number }
}

/** Opens such an account and connects it to a workspace; `asks` is the request body that links its number. */
export async function connectAccount(
  testServer: TestServer,
  key: Client,
  carrier: CarrierName,
  more: { numberIs?: object; trunk?: object; owner?: string } = {},
) {
  const account = await openAccount(testServer, carrier, more.numberIs)
  const owner = more.owner === undefined ? {} : { external_owner_id: more.owner }
  const connected = await key.post('/integrations/connect', { carrier, credentials: { ...account.credentials, ...more.trunk }, ...owner })
  if (connected.status !== 201) throw new Error(`${carrier} could not be connected: ${JSON.stringify(connected.body)}`)
  // A step that is possible only in Sinch's dashboard.
  if (carrier === 'sinch') {
    const connection = await anyWorkspace.carrierConnection.findUniqueOrThrow({ where: { id: connected.body.id } })
    await simulator(testServer, `carriers/sinch/accounts/${account.id}/callback`, { url: carrierAccess.open(connection).hookUrl() }, 'PUT')
  }
  return { ...account, connectionId: connected.body.id as number, asks: { phone_number: account.phone_number, carrier, ...owner } }
}

/** Builds the request body for a number on a SIP trunk, which needs no account. */
export const sipNumber = (phone_number = freshNumber()) => ({
  phone_number,
  carrier: 'sip',
  sip: { termination_uri: 'sip.example.com', username: 'callwright', password: 'a-password-of-a-trunk' },
})

/** Reads the number from the simulated voice provider; null if it does not have the number. */
export async function readProviderNumber(testServer: TestServer, engine: VoiceEngine, phoneNumber: string): Promise<Record<string, any> | null> {
  const { url, retellApiKey, vapiApiKey } = testServer.running.simulator!
  const ask = async (path: string, key: string) => {
    const res = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    return res.ok ? ((await res.json()) as any) : null
  }
  if (engine === 'retell') return ask(`/retell/get-phone-number/${encodeURIComponent(phoneNumber)}`, retellApiKey)
  return ((await ask('/vapi/phone-number', vapiApiKey)) as { number: string }[]).find(({ number }) => number === phoneNumber) ?? null
}

/** Sends an SMS to the number. Returns the connections that received it, once the carrier has sent all webhooks. */
export async function sendTestSms(testServer: TestServer, to: string): Promise<number[]> {
  const { id, carrier } = await simulator<{ id: string; carrier: CarrierName }>(testServer, 'sms', { from: '+12125550100', to, body: 'Hello' })
  await waitFor(
    'the carrier to deliver the message',
    async () =>
      (await simulator<{ id: string; finished: boolean }[]>(testServer, `carriers/${carrier}/messages`)).find((message) => message.id === id)?.finished,
  )
  const events = await anyWorkspace.carrierEvent.findMany({ where: { event: { path: ['carrierMessageId'], equals: id } } })
  return events.map(({ connectionId }) => connectionId)
}

export const rowsOf = (phoneNumber: string) => anyWorkspace.phoneNumber.findMany({ where: { phoneNumber }, orderBy: { id: 'asc' } })

/** Makes the next request of that kind fail at the simulator. */
export const fault = (testServer: TestServer, provider: CarrierName | VoiceEngine, operation: string, mode: string, times = 1) =>
  simulator(testServer, 'faults', { provider, operation, mode, times })

/** Links a number, optionally with an Idempotency-Key. */
export const linkAs = (client: Client, body: object, idempotencyKey?: string) =>
  client.raw('/phone-numbers/link', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
  })
