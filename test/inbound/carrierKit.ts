import { randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { sha256 } from '../../src/kernel/crypto/ids.ts'
import * as carrierAccess from '../../src/services/carriers/carrierAccess.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { type InboundSms, WEBHOOK_FORMATS } from './webhookFormats.ts'

let createdCount = 0
/** Returns a new number in E.164. `lastDigits` are its last four digits. */
export const newPhoneNumber = (lastDigits?: string) =>
  `+1${String(2_125_000_000 + (createdCount += 1) * 10_000 + Number(lastDigits ?? 1000 + createdCount)).padStart(10, '0')}`

/** Inserts a carrier connection and a number of a workspace, as the services create them. */
export async function createConnectedNumber(workspaceId: number, name: CarrierName, phoneNumber = newPhoneNumber()) {
  const owned = { workspaceId, carrier: name, externalOwnerId: randomUUID() }
  const token = randomUUID()
  const encrypted = carrierAccess.seal(owned, { credentials: WEBHOOK_FORMATS[name].credentials, token })
  const connection = await anyWorkspace.carrierConnection.create({
    data: { ...owned, accountId: 'account', ...encrypted, webhookHash: sha256(token), smsMissing: [], verifiedAt: new Date() },
  })
  const number = await anyWorkspace.phoneNumber.create({ data: { workspaceId, phoneNumber, carrier: name, connectionId: connection.id, smsReady: true } })
  return { name, workspaceId, connection, number, token }
}
export type ConnectedNumber = Awaited<ReturnType<typeof createConnectedNumber>>

/** Stores a carrier's event that arrived `agoMs` ago, before its job processes it. Returns the event's ID. */
export async function storeCarrierEvent(
  { connection: { workspaceId, id: connectionId } }: Pick<ConnectedNumber, 'connection'>,
  event: SmsEvent,
  agoMs = 0,
): Promise<number> {
  const receivedAt = new Date(Date.now() - agoMs)
  const data = { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object, receivedAt }
  return Number((await anyWorkspace.carrierEvent.create({ data })).id)
}

export const smsTo = ({ number }: ConnectedNumber, body: string, from = newPhoneNumber(), id = `in-${randomUUID()}`): InboundSms => ({
  id,
  from,
  to: number.phoneNumber,
  body,
})

export interface InboundRequest {
  path?: string
  raw?: string
  headers?: Record<string, string>
  method?: string
}

/** Sends a request to a number's webhook URL. The options override path and method. */
export async function sendInbound(
  { url }: Pick<TestServer, 'url'>,
  { name, token }: ConnectedNumber,
  { path = `/inbound/${name}/${token}`, raw, headers, method = 'POST' }: InboundRequest,
) {
  const res = await fetch(url + path, { method, headers: { 'Content-Type': WEBHOOK_FORMATS[name].type, ...headers }, ...(raw !== undefined && { body: raw }) })
  return { status: res.status, text: await res.text(), headers: res.headers }
}

/** Returns the signed request with which the carrier sends a body. `ref` is the message reference in the URL. */
export function signedRequest(testServer: Pick<TestServer, 'url'>, { name, token }: ConnectedNumber, raw: string, ref?: string) {
  const path = `/inbound/${name}/${token}${ref === undefined ? '' : `/${ref}`}`
  return { path, raw, headers: WEBHOOK_FORMATS[name].sign(WEBHOOK_FORMATS[name].credentials, raw, testServer.url + path) }
}

/** Delivers an inbound message to a number through its carrier's webhook. */
export const deliverSms = (testServer: Pick<TestServer, 'url'>, connected: ConnectedNumber, sms: InboundSms) =>
  sendInbound(testServer, connected, signedRequest(testServer, connected, WEBHOOK_FORMATS[connected.name].smsBody(sms)))

/** Waits until jobs have created `count` messages from a number, and returns them in order. */
export const waitForMessages = (workspaceId: number, from: string, count = 1) =>
  waitFor(`${count} messages from ${from}`, async () => {
    const messages = await anyWorkspace.message.findMany({ where: { workspaceId, fromNumber: from }, orderBy: { id: 'asc' } })
    return messages.length >= count ? messages : null
  })

/** Waits until jobs have processed all carrier events. */
export const waitForCarrierEvents = () =>
  waitFor('all carrier events to be processed', async () => (await anyWorkspace.carrierEvent.count({ where: { processedAt: null } })) === 0)
