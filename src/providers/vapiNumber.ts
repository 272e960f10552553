import type { Vapi } from '@vapi-ai/server-sdk'
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { field } from '../foreignFields.ts'
import { understood } from './http.ts'
import type { Send } from './http.ts'
import { ifKnown } from './outcomes.ts'
import { ProviderError } from './provider.ts'
import type { JsonObject, NumberToImport } from './provider.ts'
import { vapiName } from './vapiAgent.ts'
import { listed } from './vapiPages.ts'

const Made = z.object({ id: z.string().min(1) })
const VapiNumber = z.object({
  id: z.string().min(1),
  createdAt: field.text,
  provider: field.text,
  number: field.text,
  credentialId: field.text,
  assistantId: field.text,
  squadId: field.text,
  workflowId: field.text,
})
type VapiNumber = z.output<typeof VapiNumber>

/**
 * A number on a SIP trunk of the customer's: a credential holds the trunk, a number points at it. One that is there
 * already is used. Answers the number's id.
 */
export async function importToVapi(send: Send, number: NumberToImport, server: Vapi.Server): Promise<string> {
  const there = await numberOf(send, number.e164)
  if (there) {
    await route(send, there, server)
    return there.id
  }
  const credential = understood(Made, (await send({ method: 'POST', path: '/credential', body: trunk(number), effect: 'create' })).body)
  const body: Vapi.CreateByoPhoneNumberDto & { provider: string } = {
    provider: 'byo-phone-number',
    number: number.e164,
    numberE164CheckEnabled: true,
    credentialId: credential.id,
    name: vapiName(number.label || number.e164),
    server,
  }
  const made = await send({ method: 'POST', path: '/phone-number', body, effect: 'create' }).catch(async (error) => {
    // After a failure of unknown outcome the number may exist and need the trunk.
    if (error instanceof ProviderError && error.kind !== 'unavailable') await deleteCredential(send, credential.id).catch(() => {})
    throw error
  })
  return understood(Made, made.body).id
}

/** Has Vapi ask us who answers: nobody else does, and our address is known. */
export async function routeInbound(send: Send, id: string, server: Vapi.Server): Promise<void> {
  await route(send, understood(VapiNumber, (await send({ method: 'GET', path: pathOf(id), effect: 'safe' })).body), server)
}

/** Takes the number away, and the trunk with it once no other number uses it. */
export async function releaseNumber(send: Send, id: string): Promise<void> {
  const reply = await ifKnown(send({ method: 'GET', path: pathOf(id), effect: 'safe' }))
  if (!reply) return
  const { credentialId } = understood(VapiNumber, reply.body)
  await ifKnown(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
  if (!credentialId) return
  for await (const other of listed(send, '/phone-number', VapiNumber)) if (other.credentialId === credentialId && other.id !== id) return
  await deleteCredential(send, credentialId)
}

async function numberOf(send: Send, e164: string): Promise<VapiNumber | null> {
  for await (const number of listed(send, '/phone-number', VapiNumber)) if (number.number === e164) return number
  return null
}

/** Whoever was set to answer is cleared, by name: Vapi asks nobody while one of these is set. */
async function route(send: Send, { id, provider, assistantId, squadId, workflowId }: VapiNumber, server: Vapi.Server): Promise<void> {
  const cleared = {
    ...(assistantId && { assistantId: null }),
    ...(squadId && { squadId: null }),
    ...(workflowId && { workflowId: null }),
  }
  await send({ method: 'PATCH', path: pathOf(id), body: { ...(provider && { provider }), server, ...cleared }, effect: 'safe' })
}

async function deleteCredential(send: Send, id: string): Promise<void> {
  await ifKnown(send({ method: 'DELETE', path: `/credential/${encodeURIComponent(id)}`, effect: 'safe' }))
}

const pathOf = (id: string) => `/phone-number/${encodeURIComponent(id)}`

function trunk(number: NumberToImport): JsonObject {
  const { username, password } = number.sip
  return {
    provider: 'byo-sip-trunk',
    name: vapiName(number.label || number.e164),
    gateways: [gateway(number.sip.terminationUri)],
    outboundLeadingPlusEnabled: true,
    ...(username && { outboundAuthenticationPlan: { authUsername: username, ...(password && { authPassword: password }) } }),
  }
}

/** `sip:host:5061;transport=tls` as a gateway; only the host is indispensable. Vapi takes calls in from plain addresses only. */
function gateway(uri: string): JsonObject {
  const [, host, port, transport] = /^(?:sips?:)?([^:;\s]+)(?::(\d{1,5}))?(?:;transport=(udp|tcp|tls))?(?:;\S*)?$/i.exec(uri.trim()) ?? []
  if (!host) throw new ProviderError('rejected', `${uri} is not the address of a SIP trunk`)
  return {
    ip: host,
    ...(port && { port: Number(port) }),
    inboundEnabled: isIPv4(host),
    outboundEnabled: true,
    ...(transport && { outboundProtocol: transport.toLowerCase() }),
  }
}
