import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import { CarrierError } from '../carrier.ts'
import { orNullIfNotFound } from '../http.ts'
import { askVonage } from './api.ts'
import { type Line, lineOf } from './numbers.ts'

type Given = Credentials<'vonage'>

const Hook = z.looseObject({ address: z.string().nullish() })
const Application = z.looseObject({
  name: z.string(),
  capabilities: z
    .looseObject({ messages: z.looseObject({ webhooks: z.looseObject({ inbound_url: Hook.optional(), status_url: Hook.optional() }).default({}) }).optional() })
    .default({}),
})
type Application = z.output<typeof Application>
type Capabilities = Application['capabilities']

const pathOf = (id: string) => `/v2/applications/${id}`

/** The application; null when the account has none of that id. */
export const applicationOf = (given: Given, id: string): Promise<Application | null> =>
  orNullIfNotFound(askVonage(given, Application, { method: 'GET', host: 'api.nexmo.com', path: pathOf(id) }))

/** Vonage replaces the application by what it is sent, so it goes back whole. */
async function rewrite(given: Given, id: string, application: Application, capabilities: Capabilities): Promise<void> {
  const { _links, ...rest } = application
  await askVonage(given, Application, { method: 'PUT', host: 'api.nexmo.com', path: pathOf(id), json: { ...rest, capabilities } })
}

/**
 * Vonage keeps the address on the application, for all numbers that are linked to it; the number is linked to the one
 * that the credentials name. With none there, only a person can choose.
 */
export async function routeInbound(given: Given, { e164 }: { e164: string }, url: string): Promise<boolean> {
  const id = given.application_id
  if (id === undefined) return false
  const [line, application] = await Promise.all([lineOf(given, e164), applicationOf(given, id)])
  if (!line) throw new CarrierError('not_found', 'The account does not own the number')
  if (!application) return false
  if (!pointsTo(application, url)) await rewrite(given, id, application, pointingTo(application.capabilities, url))
  if (applicationIdOf(line) !== id) await link(given, line, id)
  return true
}

const addressesOf = ({ capabilities: { messages } }: Application) => [messages?.webhooks.inbound_url?.address, messages?.webhooks.status_url?.address]

const pointsTo = (application: Application, url: string) =>
  addressesOf(application).every((address) => address === url) && application.capabilities.messages?.version === 'v1'

/** Version 1 is the format that we read; what else the capability says stays. */
function pointingTo(capabilities: Capabilities, url: string): Capabilities {
  const hook = { address: url, http_method: 'POST' }
  const { messages } = capabilities
  return { ...capabilities, messages: { ...messages, version: 'v1', webhooks: { ...messages?.webhooks, inbound_url: hook, status_url: hook } } }
}

/**
 * Takes the number out of the application, unless that answers its calls as well; and our address off the application
 * once none of its numbers is linked here any more. Without an address it can take no messages, so it loses the capability.
 */
export async function unrouteInbound(given: Given, { e164 }: { e164: string }, url: string, others: readonly string[]): Promise<void> {
  const id = given.application_id
  const application = id === undefined ? null : await applicationOf(given, id)
  if (id === undefined || application?.capabilities.messages?.webhooks.inbound_url?.address !== url) return
  const line = await lineOf(given, e164)
  if (line && applicationIdOf(line) === id && application.capabilities.voice === undefined) await link(given, line, null)
  if (await servesAny(given, id, others)) return
  const { messages: _messages, ...capabilities } = application.capabilities
  await rewrite(given, id, application, capabilities)
}

async function servesAny(given: Given, id: string, numbers: readonly string[]): Promise<boolean> {
  for (const number of numbers) {
    const line = await lineOf(given, number)
    if (line && applicationIdOf(line) === id) return true
  }
  return false
}

const applicationIdOf = ({ app_id, messagesCallbackType, messagesCallbackValue }: Line) =>
  app_id ?? (messagesCallbackType === 'app' ? (messagesCallbackValue ?? null) : null)

const Done = z.object({ 'error-code': z.literal('200') })

/** Updating forgets what it is not told, so where calls are forwarded to goes along; an address for texts of the number's own would keep them from us. */
async function link(given: Given, { country, msisdn, voiceCallbackType, voiceCallbackValue }: Line, app_id: string | null): Promise<void> {
  const forwards = voiceCallbackType === 'sip' || voiceCallbackType === 'tel'
  const form = {
    country,
    msisdn,
    ...(app_id !== null && { app_id }),
    ...(forwards && { voiceCallbackType, voiceCallbackValue: voiceCallbackValue ?? undefined }),
  }
  await askVonage(given, Done, { method: 'POST', host: 'rest.nexmo.com', path: '/number/update', form })
}
