import type { Vapi } from '@vapi-ai/server-sdk'
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isNamedWith, isOwnNumber, nameWithTag } from '../resourceMarks.ts'
import { numberTakenError } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { CarrierAccount, JsonObject, NumberToImport } from '../provider.ts'
import type { SipTrunk } from '../sipTrunk.ts'
import { MAX_NAME_LENGTH } from './agent.ts'
import { listAll } from './pages.ts'

const CreatedResource = z.object({ id: z.string().min(1) })
const NamedResource = z.object({ name: field.text })
const VapiCredential = z.object({ id: z.string().min(1), name: field.text, createdAt: field.text })
const VapiNumber = z.object({
  name: field.text,
  server: field.of(z.object({ url: field.text })),
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
 * Imports a number and returns its ID. For a SIP trunk or a Vonage account, creates a credential that the number references. A number at Twilio
 * holds the account itself, and its SMS routing stays unchanged. Reuses an existing number only if it has our mark, since then an earlier attempt
 * imported it; throws `numberTakenError` for others. If the process dies between credential and number, the next import or release of the
 * number finds the credential by our mark and deletes it.
 */
export async function importNumberToVapi(send: Send, number: NumberToImport, server: Vapi.Server): Promise<string> {
  const existing = await findNumbers(send, number.e164)
  const marked = existing.find(({ name }) => isNamedWith(name, number.tag))
  if (marked) {
    await updateRouting(send, marked, server)
    return marked.id
  }
  if (existing.length > 0) throw numberTakenError('Vapi', number.e164)
  const sharedFields = { number: number.e164, name: nameOf(number), server }
  const create = async (body: JsonObject) =>
    parseReply(CreatedResource, (await send({ method: 'POST', path: '/phone-number', json: body, effect: 'change' })).body).id
  if (number.account?.carrier === 'twilio') return create({ ...sharedFields, ...toTwilioNumber(number.account) })

  await deleteOrphans(send, number.tag)
  const credential = parseReply(CreatedResource, (await send({ method: 'POST', path: '/credential', json: toCredential(number), effect: 'change' })).body)
  const connection = number.account ? { provider: 'vonage' } : { provider: 'byo-phone-number', numberE164CheckEnabled: true }
  return create({ ...sharedFields, ...connection, credentialId: credential.id }).catch(async (error) => {
    // After a failure of unknown outcome the number may exist and need the credential.
    if (error instanceof ProviderError && error.kind !== 'unavailable') await deleteCredential(send, credential.id).catch(() => {})
    throw error
  })
}

/** Points the inbound webhook of the number to us. Adds the mark to numbers imported before marks existed. */
export async function routeInbound(send: Send, number: ImportedNumber & { providerNumberId: string }, server: Vapi.Server): Promise<void> {
  const existing = parseReply(VapiNumber, (await send({ method: 'GET', path: pathOf(number.providerNumberId), effect: 'safe' })).body)
  if (!isImported(existing, number, server)) throw numberTakenError('Vapi', number.e164)
  await updateRouting(send, existing, server, isNamedWith(existing.name, number.tag) ? {} : { name: nameOf({ ...number, label: existing.name }) })
}

/** Removes the number if we imported it, and its trunk if no other number uses it. Safe to repeat, also after a crash. */
export async function releaseNumber(send: Send, number: ImportedNumber, server: Vapi.Server): Promise<void> {
  const id = number.providerNumberId ?? (await findNumbers(send, number.e164)).find(({ name }) => isNamedWith(name, number.tag))?.id
  const reply = id && (await nullIfNotFound(send({ method: 'GET', path: pathOf(id), effect: 'safe' })))
  if (!reply) return deleteOrphans(send, number.tag)
  const existing = parseReply(VapiNumber, reply.body)
  if (!isImported(existing, number, server)) return
  await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
  const { credentialId } = existing
  if (!credentialId) return
  for await (const other of listAll(send, '/phone-number', VapiNumber)) if (other.credentialId === credentialId && other.id !== id) return
  if (isNamedWith(existing.name, number.tag) && !(await isMarkedCredential(send, credentialId, number.tag))) return
  await deleteCredential(send, credentialId)
}

/** Deletes credentials with our mark that no number uses. An interrupted import left them. */
async function deleteOrphans(send: Send, tag: string): Promise<void> {
  const markedIds = await findMarkedCredentials(send, tag)
  if (markedIds.length === 0) return
  const usedIds = new Set<string | null>()
  for await (const { credentialId } of listAll(send, '/phone-number', VapiNumber)) usedIds.add(credentialId)
  for (const id of markedIds) if (!usedIds.has(id)) await deleteCredential(send, id)
}

/** Finds the credentials with our mark; empty if Vapi does not list credentials, which its documentation does not guarantee. */
async function findMarkedCredentials(send: Send, tag: string): Promise<string[]> {
  const ids: string[] = []
  try {
    for await (const { id, name } of listAll(send, '/credential', VapiCredential)) if (isNamedWith(name, tag)) ids.push(id)
  } catch (error) {
    if (!(error instanceof ProviderError && ['not_found', 'rejected'].includes(error.kind))) throw error
  }
  return ids
}

/** A number at Vapi. `providerNumberId` is null if it is unknown whether the import succeeded. */
interface ImportedNumber {
  e164: string
  tag: string
  providerNumberId: string | null
}

const isImported = ({ name, server: routedServer }: VapiNumber, number: ImportedNumber, server: Vapi.Server) =>
  isOwnNumber({ name, webhookUrl: routedServer?.url ?? null }, number, server.url ?? '')

async function findNumbers(send: Send, e164: string): Promise<VapiNumber[]> {
  const numbers: VapiNumber[] = []
  for await (const number of listAll(send, '/phone-number', VapiNumber)) if (number.number === e164) numbers.push(number)
  return numbers
}

/** Whether a credential has our mark. A marked number can reference another credential, if it was changed at Vapi. */
async function isMarkedCredential(send: Send, id: string, tag: string): Promise<boolean> {
  const reply = await nullIfNotFound(send({ method: 'GET', path: `/credential/${encodeURIComponent(id)}`, effect: 'safe' }))
  return reply !== null && isNamedWith(parseReply(NamedResource, reply.body).name, tag)
}

const nameOf = ({ label, e164, tag }: Pick<NumberToImport, 'label' | 'e164' | 'tag'>) => nameWithTag(label || e164, tag, MAX_NAME_LENGTH)

/** Points the number to our webhook. Clears assistant, squad and workflow, since Vapi does not use the webhook while one is set. */
async function updateRouting(
  send: Send,
  { id, provider, assistantId, squadId, workflowId }: VapiNumber,
  server: Vapi.Server,
  changes: { name?: string } = {},
): Promise<void> {
  const clearedFields = {
    ...(assistantId && { assistantId: null }),
    ...(squadId && { squadId: null }),
    ...(workflowId && { workflowId: null }),
  }
  await send({ method: 'PATCH', path: pathOf(id), json: { ...(provider && { provider }), server, ...clearedFields, ...changes }, effect: 'safe' })
}

async function deleteCredential(send: Send, id: string): Promise<void> {
  await nullIfNotFound(send({ method: 'DELETE', path: `/credential/${encodeURIComponent(id)}`, effect: 'safe' }))
}

const pathOf = (id: string) => `/phone-number/${encodeURIComponent(id)}`

/** Builds a number at Twilio. Without `smsEnabled: false`, Vapi would redirect the number's SMS messages to itself. */
function toTwilioNumber(account: CarrierAccount & { carrier: 'twilio' }): JsonObject {
  const credentials = 'authToken' in account ? { twilioAuthToken: account.authToken } : { twilioApiKey: account.apiKey, twilioApiSecret: account.apiSecret }
  return { provider: 'twilio', twilioAccountSid: account.accountSid, ...credentials, smsEnabled: false }
}

function toCredential({ sip, account, ...number }: NumberToImport): JsonObject {
  const name = nameOf(number)
  if (sip) return { name, ...toTrunk(sip) }
  if (account.carrier !== 'vonage') throw new ProviderError('rejected', `Vapi does not support credentials of ${account.carrier}`)
  return { name, provider: 'vonage', apiKey: account.apiKey, apiSecret: account.apiSecret }
}

function toTrunk({ terminationUri, username, password }: SipTrunk): JsonObject {
  return {
    provider: 'byo-sip-trunk',
    gateways: [toGateway(terminationUri)],
    outboundLeadingPlusEnabled: true,
    ...(username && { outboundAuthenticationPlan: { authUsername: username, ...(password && { authPassword: password }) } }),
  }
}

/** Converts a SIP URI such as `sip:host:5061;transport=tls` to a gateway. Only the host is required. Vapi accepts inbound calls only from IPv4 addresses. */
function toGateway(uri: string): JsonObject {
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
