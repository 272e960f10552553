import { randomBytes } from 'node:crypto'
import type { CarrierName } from '../../src/carrierNames.ts'
import { anyWorkspace } from '../../src/db.ts'
import type { Message } from '../../src/generated/prisma/client.ts'
import { sha256 } from '../../src/ids.ts'
import * as carrierAccess from '../../src/services/carrierAccess.ts'
import { until } from '../kit/until.ts'
import type { World } from '../kit/world.ts'

let numbers = 0

/** Asks the simulator something about carriers. */
export async function simulator<Answer>(world: World, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> {
  const res = await fetch(`${world.running.simulator!.url}/simulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const text = await res.text()
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`)
  return JSON.parse(text || 'null') as Answer
}

/** A connected account at a simulated carrier and a number of it that can text, in that workspace. */
export async function linkTexter(world: World, workspaceId: number, carrier: CarrierName = 'twilio') {
  const phoneNumber = `+1415${6_000_000 + (numbers += 1)}`
  const account = await simulator<{ id: string; credentials: never; numbers: { id: string }[] }>(world, `carriers/${carrier}/accounts`, {
    numbers: [{ phone_number: phoneNumber }],
  })
  const owned = { workspaceId, carrier, externalOwnerId: `owner ${numbers}` }
  const token = randomBytes(32).toString('base64url')
  const secrets = carrierAccess.seal(owned, { credentials: account.credentials, token })
  const connection = await anyWorkspace.carrierConnection.create({
    data: { ...owned, ...secrets, accountId: account.id, hookHash: sha256(token), smsMissing: [], verifiedAt: new Date() },
  })
  const number = await anyWorkspace.phoneNumber.create({
    data: { workspaceId, phoneNumber, country: 'US', carrier, connectionId: connection.id, carrierNumberId: account.numbers[0]!.id, smsReady: true },
  })
  return { number, connection }
}

/** A workspace that can text through a carrier; `wallet` in USD. */
export async function texting(world: World, { wallet, carrier }: { wallet?: string; carrier?: CarrierName } = {}) {
  const acme = await world.workspace({ wallet })
  const key = await acme.key()
  const { number, connection } = await linkTexter(world, acme.id, carrier)
  const from_number = number.phoneNumber
  return { acme, key, number, connection, text: (to_number: string, more: object = {}) => key.post('/sms', { to_number, from_number, body: 'Hello', ...more }) }
}

/** What the simulated carrier took for that number. */
export async function taken(world: World, carrier: CarrierName, to: string) {
  const messages = await simulator<{ to: string; direction: string; id: string; status: string }[]>(world, `carriers/${carrier}/messages`)
  return messages.filter((one) => one.to === to && one.direction === 'outbound')
}

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
