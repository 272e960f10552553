import type { Vapi } from '@vapi-ai/server-sdk'
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { field } from '../foreignFields.ts'
import { understood } from './http.ts'
import type { Send } from './http.ts'
import { ifKnown } from './outcomes.ts'
import { ProviderError } from './provider.ts'
import type { CarrierAccount, JsonObject, NumberToImport, SipTrunk } from './provider.ts'
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
 * A number on a SIP trunk of the customer's, or at a Vonage account: a credential holds trunk or account, a number points at
 * it. One at a Twilio account holds the account itself, and leaves the number's texts alone. One that is there already is used.
 * Answers the number's id.
 */
export async function importToVapi(send: Send, number: NumberToImport, server: Vapi.Server): Promise<string> {
  const there = await numberOf(send, number.e164)
  if (there) {
    await route(send, there, server)
    return there.id
  }
  const shared = { number: number.e164, name: vapiName(number.label || number.e164), server }
  const create = async (body: JsonObject) => understood(Made, (await send({ method: 'POST', path: '/phone-number', body, effect: 'create' })).body).id
  if (number.account?.carrier === 'twilio') return create({ ...shared, ...twilioNumber(number.account) })

  const credential = understood(Made, (await send({ method: 'POST', path: '/credential', body: credentialOf(number), effect: 'create' })).body)
  const kind = number.account ? { provider: 'vonage' } : { provider: 'byo-phone-number', numberE164CheckEnabled: true }
  return create({ ...shared, ...kind, credentialId: credential.id }).catch(async (error) => {
    // After a failure of unknown outcome the number may exist and need the credential.
    if (error instanceof ProviderError && error.kind !== 'unavailable') await deleteCredential(send, credential.id).catch(() => {})
    throw error
  })
}

/** Has Vapi ask us who answers: nobody else does, and our address is known. */
export async function routeInbound(send: Send, id: string, server: Vapi.Server): Promise<void> {
  await route(send, understood(VapiNumber, (await send({ method: 'GET', path: pathOf(id), effect: 'safe' })).body), server)
}

/** Takes the number away, and the trunk with it once no other number uses it. */
export async function releaseNumber(send: Send, { e164, providerNumberId }: { e164: string; providerNumberId: string | null }): Promise<void> {
  const id = providerNumberId ?? (await numberOf(send, e164))?.id
  if (!id) return
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

/** Without `smsEnabled: false` Vapi would have the number's texts sent to itself. */
function twilioNumber(account: CarrierAccount & { carrier: 'twilio' }): JsonObject {
  const proof = 'authToken' in account ? { twilioAuthToken: account.authToken } : { twilioApiKey: account.apiKey, twilioApiSecret: account.apiSecret }
  return { provider: 'twilio', twilioAccountSid: account.accountSid, ...proof, smsEnabled: false }
}

function credentialOf({ label, e164, sip, account }: NumberToImport): JsonObject {
  const name = vapiName(label || e164)
  if (sip) return { name, ...trunk(sip) }
  if (account.carrier !== 'vonage') throw new ProviderError('rejected', `Vapi keeps no credential for ${account.carrier}`)
  return { name, provider: 'vonage', apiKey: account.apiKey, apiSecret: account.apiSecret }
}

function trunk({ terminationUri, username, password }: SipTrunk): JsonObject {
  return {
    provider: 'byo-sip-trunk',
    gateways: [gateway(terminationUri)],
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
