import type Retell from 'retell-sdk'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isNamedWith, isOwnNumber, nameWithTag } from '../resourceMarks.ts'
import { isRefusal, numberTakenError } from '../outcomes.ts'
import { type NumberToImport, ProviderError, type WebhookTarget } from '../provider.ts'

const RetellNumber = z.object({ nickname: field.text, inbound_webhook_url: field.text })
type RetellNumber = z.output<typeof RetellNumber>

/** A number at Retell, where its ID is the number itself. `providerNumberId` is null if it is unknown whether the import succeeded. */
interface ImportedNumber {
  e164: string
  tag: string
  providerNumberId: string | null
  webhook: WebhookTarget
}

/** Sends every inbound call to our webhook, without an agent that answers automatically. */
const toInboundRouting = (webhook: WebhookTarget) => ({ inbound_webhook_url: webhook.url, inbound_agents: null })

/**
 * Imports the number with our mark and returns its ID. Updates an existing number only if it has the mark, since then an earlier attempt
 * imported it. Throws `numberTakenError` for other existing numbers. Safe to repeat, also after a crash.
 */
export async function importNumberToRetell(send: Send, { e164, tag, label, sip, webhook }: NumberToImport): Promise<string> {
  if (!sip) throw new ProviderError('rejected', 'Retell reaches phone numbers only through a SIP trunk')
  const sharedFields = { ...toTrunk(sip.terminationUri), ...toInboundRouting(webhook), nickname: nameWithTag(label || e164, tag) }
  const body: Retell.PhoneNumberImportParams = {
    phone_number: e164,
    ignore_e164_validation: false,
    ...sharedFields,
    ...(sip.username && { sip_trunk_auth_username: sip.username }),
    ...(sip.password && { sip_trunk_auth_password: sip.password }),
  }
  try {
    await send({ method: 'POST', path: '/import-phone-number', json: body, effect: 'change' })
  } catch (error) {
    const existing = isRefusal(error) ? await findNumber(send, e164) : null
    if (!existing) throw error
    if (!isNamedWith(existing.nickname, tag)) throw numberTakenError('Retell', e164)
    const changes = { ...sharedFields, ...(sip.username && { auth_username: sip.username }), ...(sip.password && { auth_password: sip.password }) }
    await updateNumber(send, e164, changes)
  }
  return e164
}

/** Points the inbound webhook of the number to us. Adds the mark to numbers imported before marks existed. */
export async function routeRetellInbound(send: Send, number: ImportedNumber): Promise<void> {
  const existing = await findNumber(send, number.e164)
  if (!existing) throw new ProviderError('not_found', `Retell does not have the number ${number.e164}`)
  if (!isImported(existing, number)) throw numberTakenError('Retell', number.e164)
  const nickname = nameWithTag(existing.nickname || number.e164, number.tag)
  await updateNumber(send, number.e164, { ...toInboundRouting(number.webhook), ...(!isNamedWith(existing.nickname, number.tag) && { nickname }) })
}

/** Removes the number from Retell if we imported it. No error if it is gone. */
export async function releaseRetellNumber(send: Send, number: ImportedNumber): Promise<void> {
  const existing = await findNumber(send, number.e164)
  if (existing && isImported(existing, number)) await nullIfNotFound(send({ method: 'DELETE', path: pathOf('delete', number.e164), effect: 'safe' }))
}

const isImported = ({ nickname, inbound_webhook_url }: RetellNumber, number: ImportedNumber) =>
  isOwnNumber({ name: nickname, webhookUrl: inbound_webhook_url }, number, number.webhook.url)

async function findNumber(send: Send, e164: string): Promise<RetellNumber | null> {
  const reply = await nullIfNotFound(send({ method: 'GET', path: pathOf('get', e164), effect: 'safe' }))
  return reply && parseReply(RetellNumber, reply.body)
}

const updateNumber = async (send: Send, e164: string, body: Retell.PhoneNumberUpdateParams) =>
  void (await send({ method: 'PATCH', path: pathOf('update', e164), json: body, effect: 'safe' }))

const pathOf = (verb: string, e164: string) => `/${verb}-phone-number/${encodeURIComponent(e164)}`

/** Splits a SIP URI such as `sip:host:5061;transport=tls` into Retell's two fields. */
function toTrunk(uri: string): { termination_uri: string; transport?: string } {
  const [address = '', ...parameters] = uri.split(';')
  const namedTransport = parameters.map((parameter) => /^transport=(tcp|udp|tls)$/i.exec(parameter)?.[1]).find(Boolean)
  const transport = namedTransport ?? (/^sips:/i.test(uri) ? 'tls' : undefined)
  return { termination_uri: address.replace(/^sips?:/i, ''), ...(transport && { transport: transport.toUpperCase() }) }
}
