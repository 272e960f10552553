import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import { CarrierError } from '../carrier.ts'
import { orNullIfNotFound } from '../http.ts'
import { requestVonage } from './api.ts'
import { type NumberBody, findNumberBody } from './numbers.ts'

type VonageCredentials = Credentials<'vonage'>

const WebhookSetting = z.looseObject({ address: z.string().nullish() })
const Application = z.looseObject({
  name: z.string(),
  capabilities: z
    .looseObject({ messages: z.looseObject({ webhooks: z.looseObject({ inbound_url: WebhookSetting.optional(), status_url: WebhookSetting.optional() }).default({}) }).optional() })
    .default({}),
})
type Application = z.output<typeof Application>
type Capabilities = Application['capabilities']

const pathOf = (id: string) => `/v2/applications/${id}`

/** The application; null when the account has none of that id. */
export const findApplication = (credentials: VonageCredentials, id: string): Promise<Application | null> =>
  orNullIfNotFound(requestVonage(credentials, Application, { method: 'GET', host: 'api.nexmo.com', path: pathOf(id) }))

/** Vonage replaces the application by what it is sent, so it goes back whole. */
async function replaceApplication(credentials: VonageCredentials, id: string, application: Application, capabilities: Capabilities): Promise<void> {
  const { _links, ...rest } = application
  await requestVonage(credentials, Application, { method: 'PUT', host: 'api.nexmo.com', path: pathOf(id), json: { ...rest, capabilities } })
}

/**
 * Vonage keeps the address on the application, for all numbers that are linked to it; the number is linked to the one
 * that the credentials name. With none there, only a person can choose.
 */
export async function routeInbound(credentials: VonageCredentials, { e164 }: { e164: string }, url: string): Promise<boolean> {
  const id = credentials.application_id
  if (id === undefined) return false
  const [number, application] = await Promise.all([findNumberBody(credentials, e164), findApplication(credentials, id)])
  if (!number) throw new CarrierError('not_found', 'The account does not own the number')
  if (!application) return false
  if (!hasWebhookUrl(application, url)) await replaceApplication(credentials, id, application, withWebhookUrl(application.capabilities, url))
  if (applicationIdOf(number) !== id) await assignApplication(credentials, number, id)
  return true
}

const webhookUrlsOf = ({ capabilities: { messages } }: Application) => [messages?.webhooks.inbound_url?.address, messages?.webhooks.status_url?.address]

const hasWebhookUrl = (application: Application, url: string) =>
  webhookUrlsOf(application).every((address) => address === url) && application.capabilities.messages?.version === 'v1'

/** Version 1 is the format that we read; what else the capability says stays. */
function withWebhookUrl(capabilities: Capabilities, url: string): Capabilities {
  const setting = { address: url, http_method: 'POST' }
  const { messages } = capabilities
  return { ...capabilities, messages: { ...messages, version: 'v1', webhooks: { ...messages?.webhooks, inbound_url: setting, status_url: setting } } }
}

/**
 * Takes the number out of the application, unless that answers its calls as well; and our address off the application
 * once none of its numbers is linked here any more. Without an address it can take no messages, so it loses the capability.
 */
export async function unrouteInbound(credentials: VonageCredentials, { e164 }: { e164: string }, url: string, linkedNumbers: readonly string[]): Promise<void> {
  const id = credentials.application_id
  const application = id === undefined ? null : await findApplication(credentials, id)
  if (id === undefined || application?.capabilities.messages?.webhooks.inbound_url?.address !== url) return
  const number = await findNumberBody(credentials, e164)
  if (number && applicationIdOf(number) === id && application.capabilities.voice === undefined) await assignApplication(credentials, number, null)
  if (await hasAnyNumber(credentials, id, linkedNumbers)) return
  const { messages: _messages, ...capabilities } = application.capabilities
  await replaceApplication(credentials, id, application, capabilities)
}

async function hasAnyNumber(credentials: VonageCredentials, id: string, numbers: readonly string[]): Promise<boolean> {
  for (const e164 of numbers) {
    const number = await findNumberBody(credentials, e164)
    if (number && applicationIdOf(number) === id) return true
  }
  return false
}

const applicationIdOf = ({ app_id, messagesCallbackType, messagesCallbackValue }: NumberBody) =>
  app_id ?? (messagesCallbackType === 'app' ? (messagesCallbackValue ?? null) : null)

const UpdateBody = z.object({ 'error-code': z.literal('200') })

/** Updating forgets what it is not told, so where calls are forwarded to goes along; an address for texts of the number's own would keep them from us. */
async function assignApplication(credentials: VonageCredentials, { country, msisdn, voiceCallbackType, voiceCallbackValue }: NumberBody, app_id: string | null): Promise<void> {
  const forwardsCalls = voiceCallbackType === 'sip' || voiceCallbackType === 'tel'
  const form = {
    country,
    msisdn,
    ...(app_id !== null && { app_id }),
    ...(forwardsCalls && { voiceCallbackType, voiceCallbackValue: voiceCallbackValue ?? undefined }),
  }
  await requestVonage(credentials, UpdateBody, { method: 'POST', host: 'rest.nexmo.com', path: '/number/update', form })
}
