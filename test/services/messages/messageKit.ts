import { expect } from 'vitest'
import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message } from '../../../src/generated/prisma/client.ts'
import { simulatedCarriers } from '../../kit/carriers.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import type { World } from '../../kit/world.ts'

let numbers = 0

export const carriersOf = (world: World) => simulatedCarriers(world.running.simulator!.url)

/** Asks the simulator something else. */
export async function simulator<Answer>(world: World, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> {
  const res = await fetch(`${world.running.simulator!.url}/simulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const text = await res.text()
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`)
  return JSON.parse(text || 'null') as Answer
}

/** Connects an account at a simulated carrier and links a number of it, as a workspace does; answers the number's row. */
export async function linkTexter(world: World, key: Client, carrier: CarrierName) {
  const phone_number = `+1415${6_000_000 + (numbers += 1)}`
  const external_owner_id = `owner ${numbers}`
  const { credentials } = await carriersOf(world).open(carrier, { numbers: [{ phone_number }] })
  expect(await key.post('/integrations/connect', { carrier, credentials, external_owner_id })).toMatchObject({ status: 201 })
  const linked = await key.post('/phone-numbers/link', { phone_number, carrier, external_owner_id })
  expect(linked).toMatchObject({ status: 201 })
  return anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id: linked.body.id } })
}

/** A workspace that can text through a carrier; `wallet` in USD. */
export async function texting(world: World, { wallet, carrier = 'twilio' }: { wallet?: string; carrier?: CarrierName } = {}) {
  const acme = await world.workspace({ wallet })
  const key = await acme.key()
  const number = await linkTexter(world, key, carrier)
  const from_number = number.phoneNumber
  return { acme, key, number, text: (to_number: string, more: object = {}) => key.post('/sms', { to_number, from_number, body: 'Hello', ...more }) }
}

/** What the simulated carrier took for that number. */
export const taken = async (world: World, carrier: CarrierName, to: string) =>
  (await carriersOf(world).messages(carrier)).filter((one) => one.to === to && one.direction === 'outbound')

export const stored = (id: number): Promise<Message> => anyWorkspace.message.findUniqueOrThrow({ where: { id } })

/** The message once it is what is wanted. */
export const eventually = (id: number, wanted: Partial<Message>, ms?: number): Promise<Message> =>
  until(
    `message ${id} to be ${JSON.stringify(wanted)}`,
    async () => {
      const message = await stored(id)
      return Object.entries(wanted).every(([name, value]) => message[name as keyof Message] === value) && message
    },
    ms,
  )
