import { randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { sha256 } from '../../src/kernel/crypto/ids.ts'
import * as carrierAccess from '../../src/services/carriers/carrierAccess.ts'
import { until } from '../kit/until.ts'
import type { World } from '../kit/world.ts'
import { type Text, WIRES } from './carrierWires.ts'

let made = 0
/** A number in E.164 that nobody else has; `last` are its last four digits. */
export const someNumber = (last?: string) => `+1${String(2_125_000_000 + (made += 1) * 10_000 + Number(last ?? 1000 + made)).padStart(10, '0')}`

/** A number of the workspace at a carrier, as connecting and linking leave it behind. */
export async function linkedAt(workspaceId: number, name: CarrierName, phoneNumber = someNumber()) {
  const owned = { workspaceId, carrier: name, externalOwnerId: randomUUID() }
  const token = randomUUID()
  const sealed = carrierAccess.seal(owned, { credentials: WIRES[name].credentials, token })
  const connection = await anyWorkspace.carrierConnection.create({
    data: { ...owned, accountId: 'account', ...sealed, hookHash: sha256(token), smsMissing: [], verifiedAt: new Date() },
  })
  const number = await anyWorkspace.phoneNumber.create({ data: { workspaceId, phoneNumber, carrier: name, connectionId: connection.id, smsReady: true } })
  return { name, workspaceId, connection, number, token }
}
export type Linked = Awaited<ReturnType<typeof linkedAt>>

/** What a carrier told, stored as it is before a job works on it; `agoMs` is how long since. Answers its id. */
export async function tell({ connection: { workspaceId, id: connectionId } }: Pick<Linked, 'connection'>, event: SmsEvent, agoMs = 0): Promise<number> {
  const receivedAt = new Date(Date.now() - agoMs)
  const data = { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object, receivedAt }
  return Number((await anyWorkspace.carrierEvent.create({ data })).id)
}

export const textTo = ({ number }: Linked, body: string, from = someNumber(), id = `in-${randomUUID()}`): Text => ({ id, from, to: number.phoneNumber, body })

export interface Request {
  path?: string
  raw?: string
  headers?: Record<string, string>
  method?: string
}

/** Sends a request to a carrier's inbound address, exactly as said. */
export async function bring(
  { url }: Pick<World, 'url'>,
  { name, token }: Linked,
  { path = `/inbound/${name}/${token}`, raw, headers, method = 'POST' }: Request,
) {
  const res = await fetch(url + path, { method, headers: { 'Content-Type': WIRES[name].type, ...headers }, ...(raw !== undefined && { body: raw }) })
  return { status: res.status, text: await res.text(), headers: res.headers }
}

/** The request by which the carrier brings that, genuine. */
export function genuine(world: Pick<World, 'url'>, { name, token }: Linked, raw: string, ref?: string) {
  const path = `/inbound/${name}/${token}${ref === undefined ? '' : `/${ref}`}`
  return { path, raw, headers: WIRES[name].sign(WIRES[name].credentials, raw, world.url + path) }
}

/** Has somebody text a number through its carrier. */
export const text = (world: Pick<World, 'url'>, linked: Linked, said: Text) => bring(world, linked, genuine(world, linked, WIRES[linked.name].text(said)))

/** The message that came of it, once a job has worked on it. */
export const taken = (workspaceId: number, from: string, count = 1) =>
  until(`${count} texts from ${from}`, async () => {
    const found = await anyWorkspace.message.findMany({ where: { workspaceId, fromNumber: from }, orderBy: { id: 'asc' } })
    return found.length >= count ? found : null
  })

/** Until everything that carriers told so far is worked on. */
export const settled = () => until('all is worked on', async () => (await anyWorkspace.carrierEvent.count({ where: { processedAt: null } })) === 0)
