import type { Vapi } from '@vapi-ai/server-sdk'
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isNamedWith, isOwnNumber, nameWithTag } from '../resourceMarks.ts'
import { nullIfNotFound, numberTakenError } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { CarrierAccount, JsonObject, NumberToImport } from '../provider.ts'
import type { SipTrunk } from '../sipTrunk.ts'
import { MAX_NAME_LENGTH } from './agent.ts'
import { listAll } from './pages.ts'

const Created = z.object({ id: z.string().min(1) })
const Named = z.object({ name: field.text })
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
 * A number on a SIP trunk of the customer's, or at a Vonage account: a credential holds trunk or account, a number points at
 * it. One at a Twilio account holds the account itself, and leaves the number's texts alone. One that is there already is used only if it
 * bears our mark: then an earlier attempt brought it. Answers the number's id. If the process dies between the credential and the number, the next
 * import or the release of the number deletes the credential, which it finds by our mark.
 */
export async function importNumberToVapi(send: Send, number: NumberToImport, server: Vapi.Server): Promise<string> {
  const there = await findNumbers(send, number.e164)
  const own = there.find(({ name }) => isNamedWith(name, number.tag))
  if (own) {
    await updateRouting(send, own, server)
    return own.id
  }
  if (there.length > 0) throw numberTakenError('Vapi', number.e164)
  const shared = { number: number.e164, name: nameOf(number), server }
  const create = async (body: JsonObject) => parseReply(Created, (await send({ method: 'POST', path: '/phone-number', body, effect: 'create' })).body).id
  if (number.account?.carrier === 'twilio') return create({ ...shared, ...toTwilioNumber(number.account) })

  await deleteOrphans(send, number.tag)
  const credential = parseReply(Created, (await send({ method: 'POST', path: '/credential', body: toCredential(number), effect: 'create' })).body)
  const kind = number.account ? { provider: 'vonage' } : { provider: 'byo-phone-number', numberE164CheckEnabled: true }
  return create({ ...shared, ...kind, credentialId: credential.id }).catch(async (error) => {
    // After a failure of unknown outcome the number may exist and need the credential.
    if (error instanceof ProviderError && error.kind !== 'unavailable') await deleteCredential(send, credential.id).catch(() => {})
    throw error
  })
}

/** Has Vapi ask us who answers: nobody else does, and our address is known. Marks one that was brought there before numbers were marked. */
export async function routeInbound(send: Send, number: ImportedNumber & { providerNumberId: string }, server: Vapi.Server): Promise<void> {
  const there = parseReply(VapiNumber, (await send({ method: 'GET', path: pathOf(number.providerNumberId), effect: 'safe' })).body)
  if (!isImported(there, number, server)) throw numberTakenError('Vapi', number.e164)
  await updateRouting(send, there, server, isNamedWith(there.name, number.tag) ? {} : { name: nameOf({ ...number, label: there.name }) })
}

/** Takes the number away if we brought it, and the trunk with it once no other number uses it. */
export async function releaseNumber(send: Send, number: ImportedNumber, server: Vapi.Server): Promise<void> {
  const id = number.providerNumberId ?? (await findNumbers(send, number.e164)).find(({ name }) => isNamedWith(name, number.tag))?.id
  const reply = id && (await nullIfNotFound(send({ method: 'GET', path: pathOf(id), effect: 'safe' })))
  if (!reply) return deleteOrphans(send, number.tag)
  const there = parseReply(VapiNumber, reply.body)
  if (!isImported(there, number, server)) return
  await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
  const { credentialId } = there
  if (!credentialId) return
  for await (const other of listAll(send, '/phone-number', VapiNumber)) if (other.credentialId === credentialId && other.id !== id) return
  if (isNamedWith(there.name, number.tag) && !(await isMarkedCredential(send, credentialId, number.tag))) return
  await deleteCredential(send, credentialId)
}

/** Deletes credentials that bear our mark and that no number uses: an import made them and did not come to its number. */
async function deleteOrphans(send: Send, tag: string): Promise<void> {
  const marked = await findMarkedCredentials(send, tag)
  if (marked.length === 0) return
  const used = new Set<string | null>()
  for await (const { credentialId } of listAll(send, '/phone-number', VapiNumber)) used.add(credentialId)
  for (const id of marked) if (!used.has(id)) await deleteCredential(send, id)
}

/** None where Vapi does not list credentials: its documents do not promise it. */
async function findMarkedCredentials(send: Send, tag: string): Promise<string[]> {
  const found: string[] = []
  try {
    for await (const { id, name } of listAll(send, '/credential', VapiCredential)) if (isNamedWith(name, tag)) found.push(id)
  } catch (error) {
    if (!(error instanceof ProviderError && ['not_found', 'rejected'].includes(error.kind))) throw error
  }
  return found
}

/** A number at Vapi; `providerNumberId` is null where it is not known whether it is there. */
interface ImportedNumber {
  e164: string
  tag: string
  providerNumberId: string | null
}

const isImported = ({ name, server: asked }: VapiNumber, number: ImportedNumber, server: Vapi.Server) =>
  isOwnNumber({ name, webhookUrl: asked?.url ?? null }, number, server.url ?? '')

async function findNumbers(send: Send, e164: string): Promise<VapiNumber[]> {
  const found: VapiNumber[] = []
  for await (const number of listAll(send, '/phone-number', VapiNumber)) if (number.number === e164) found.push(number)
  return found
}

/** A marked number may have been given another credential at Vapi since: that one is not ours. */
async function isMarkedCredential(send: Send, id: string, tag: string): Promise<boolean> {
  const reply = await nullIfNotFound(send({ method: 'GET', path: `/credential/${encodeURIComponent(id)}`, effect: 'safe' }))
  return reply !== null && isNamedWith(parseReply(Named, reply.body).name, tag)
}

const nameOf = ({ label, e164, tag }: Pick<NumberToImport, 'label' | 'e164' | 'tag'>) => nameWithTag(label || e164, tag, MAX_NAME_LENGTH)

/** Whoever was set to answer is cleared, by name: Vapi asks nobody while one of these is set. */
async function updateRouting(
  send: Send,
  { id, provider, assistantId, squadId, workflowId }: VapiNumber,
  server: Vapi.Server,
  changes: { name?: string } = {},
): Promise<void> {
  const cleared = {
    ...(assistantId && { assistantId: null }),
    ...(squadId && { squadId: null }),
    ...(workflowId && { workflowId: null }),
  }
  await send({ method: 'PATCH', path: pathOf(id), body: { ...(provider && { provider }), server, ...cleared, ...changes }, effect: 'safe' })
}

async function deleteCredential(send: Send, id: string): Promise<void> {
  await nullIfNotFound(send({ method: 'DELETE', path: `/credential/${encodeURIComponent(id)}`, effect: 'safe' }))
}

const pathOf = (id: string) => `/phone-number/${encodeURIComponent(id)}`

/** Without `smsEnabled: false` Vapi would have the number's texts sent to itself. */
function toTwilioNumber(account: CarrierAccount & { carrier: 'twilio' }): JsonObject {
  const proof = 'authToken' in account ? { twilioAuthToken: account.authToken } : { twilioApiKey: account.apiKey, twilioApiSecret: account.apiSecret }
  return { provider: 'twilio', twilioAccountSid: account.accountSid, ...proof, smsEnabled: false }
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

/** `sip:host:5061;transport=tls` as a gateway; only the host is indispensable. Vapi takes calls in from plain addresses only. */
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
