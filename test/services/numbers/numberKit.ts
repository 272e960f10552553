import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import type { World } from '../../kit/world.ts'
import { simulator } from '../messages/messageKit.ts'

/** A number that nobody has, another one each time. */
export const freshNumber = () => `+1628${6_000_000 + (numbers += 1)}`
let numbers = 0

/** An account at a simulated carrier with one number. */
export async function openedAccount(world: World, carrier: CarrierName, more: object = {}) {
  const phone_number = freshNumber()
  const { id, credentials } = await simulator<{ id: string; credentials: Record<string, string> }>(world, `carriers/${carrier}/accounts`, {
    numbers: [{ phone_number, ...more }],
  })
  return { id, credentials, phone_number }
}

/** The same, connected by a workspace; `asks` is the body that links its number. */
export async function connectedAccount(world: World, key: Client, carrier: CarrierName, more: { numberIs?: object; trunk?: object; owner?: string } = {}) {
  const account = await openedAccount(world, carrier, more.numberIs)
  const owner = more.owner === undefined ? {} : { external_owner_id: more.owner }
  const connected = await key.post('/integrations/connect', { carrier, credentials: { ...account.credentials, ...more.trunk }, ...owner })
  if (connected.status !== 201) throw new Error(`${carrier} could not be connected: ${JSON.stringify(connected.body)}`)
  // What only a person can do, on Sinch's dashboard.
  if (carrier === 'sinch') {
    const connection = await anyWorkspace.carrierConnection.findUniqueOrThrow({ where: { id: connected.body.id } })
    await simulator(world, `carriers/sinch/accounts/${account.id}/callback`, { url: carrierAccess.open(connection).hookUrl() }, 'PUT')
  }
  return { ...account, connectionId: connected.body.id as number, asks: { phone_number: account.phone_number, carrier, ...owner } }
}

/** On a SIP trunk, which needs no account. */
export const sipNumber = (phone_number = freshNumber()) => ({
  phone_number,
  carrier: 'sip',
  sip: { termination_uri: 'sip.example.com', username: 'callwright', password: 'a-password-of-a-trunk' },
})

/** The number as the simulated voice provider has it; null when it has none. */
export async function atVoice(world: World, engine: VoiceEngine, phoneNumber: string): Promise<Record<string, any> | null> {
  const { url, retellApiKey, vapiApiKey } = world.running.simulator!
  const ask = async (path: string, key: string) => {
    const res = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    return res.ok ? ((await res.json()) as any) : null
  }
  if (engine === 'retell') return ask(`/retell/get-phone-number/${encodeURIComponent(phoneNumber)}`, retellApiKey)
  return ((await ask('/vapi/phone-number', vapiApiKey)) as { number: string }[]).find(({ number }) => number === phoneNumber) ?? null
}

/** Somebody texts the number; answers the connections through which we heard of it, once the carrier has told all there is to tell. */
export async function heardOf(world: World, to: string): Promise<number[]> {
  const { id, carrier } = await simulator<{ id: string; carrier: CarrierName }>(world, 'sms', { from: '+12125550100', to, body: 'Hello' })
  await until(
    'the text to be told',
    async () => (await simulator<{ id: string; finished: boolean }[]>(world, `carriers/${carrier}/messages`)).find((one) => one.id === id)?.finished,
  )
  const events = await anyWorkspace.carrierEvent.findMany({ where: { event: { path: ['carrierMessageId'], equals: id } } })
  return events.map(({ connectionId }) => connectionId)
}

export const rowsOf = (phoneNumber: string) => anyWorkspace.phoneNumber.findMany({ where: { phoneNumber }, orderBy: { id: 'asc' } })

/** Something that goes wrong at the simulator, at the next request of that kind. */
export const fault = (world: World, provider: CarrierName | VoiceEngine, operation: string, mode: string, times = 1) =>
  simulator(world, 'faults', { provider, operation, mode, times })

/** Links a number, with an Idempotency-Key where one is given. */
export const linkAs = (client: Client, body: object, idempotencyKey?: string) =>
  client.raw('/phone-numbers/link', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
  })
