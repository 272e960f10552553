import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { CarrierError } from '../carrier.ts'
import { requestVonage } from './api.ts'
import { type NumberBody, findNumberBody } from './numbers.ts'

type VonageCredentials = Credentials<'vonage'>

const WebhookSetting = z.looseObject({ address: z.string().nullish() })
const Application = z.looseObject({
  name: z.string(),
  capabilities: z
    .looseObject({
      messages: z
        .looseObject({ webhooks: z.looseObject({ inbound_url: WebhookSetting.optional(), status_url: WebhookSetting.optional() }).default({}) })
        .optional(),
    })
    .default({}),
})
type Application = z.output<typeof Application>
type Capabilities = Application['capabilities']

const pathOf = (id: string) => `/v2/applications/${id}`

/** Fetches the application. Returns null if the account does not have it. */
export const findApplication = (credentials: VonageCredentials, id: string): Promise<Application | null> =>
  nullIfNotFound(requestVonage(credentials, Application, { method: 'GET', host: 'api.nexmo.com', path: pathOf(id) }))

/** Replaces the capabilities. Vonage replaces the whole application, so all its other fields are sent too. */
async function replaceApplication(credentials: VonageCredentials, id: string, application: Application, capabilities: Capabilities): Promise<void> {
  const { _links, ...rest } = application
  await requestVonage(credentials, Application, { method: 'PUT', host: 'api.nexmo.com', path: pathOf(id), json: { ...rest, capabilities } })
}

/**
 * Sets the webhook URL on the application in the credentials, which all its numbers share, and assigns the number to it. Returns
 * false without an application, because only the customer can choose one.
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

/** Sets our URL and version 1, the format that we parse. Keeps the capability's other fields. */
function withWebhookUrl(capabilities: Capabilities, url: string): Capabilities {
  const setting = { address: url, http_method: 'POST' }
  const { messages } = capabilities
  return { ...capabilities, messages: { ...messages, version: 'v1', webhooks: { ...messages?.webhooks, inbound_url: setting, status_url: setting } } }
}

/**
 * Removes the number from the application, unless the application also answers its calls. Once none of the application's numbers is
 * connected, removes the messages capability, because it cannot exist without a URL.
 */
export async function unrouteInbound(
  credentials: VonageCredentials,
  { e164 }: { e164: string },
  url: string,
  connectedNumbers: readonly string[],
): Promise<void> {
  const id = credentials.application_id
  const application = id === undefined ? null : await findApplication(credentials, id)
  if (id === undefined || application?.capabilities.messages?.webhooks.inbound_url?.address !== url) return
  const number = await findNumberBody(credentials, e164)
  if (number && applicationIdOf(number) === id && application.capabilities.voice === undefined) await assignApplication(credentials, number, null)
  if (await hasAnyNumber(credentials, id, connectedNumbers)) return
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

/** Assigns the number to an application. An update clears the fields it omits: it keeps call forwarding and drops the number's own SMS URL. */
async function assignApplication(
  credentials: VonageCredentials,
  { country, msisdn, voiceCallbackType, voiceCallbackValue }: NumberBody,
  app_id: string | null,
): Promise<void> {
  const forwardsCalls = voiceCallbackType === 'sip' || voiceCallbackType === 'tel'
  const form = {
    country,
    msisdn,
    ...(app_id !== null && { app_id }),
    ...(forwardsCalls && { voiceCallbackType, voiceCallbackValue: voiceCallbackValue ?? undefined }),
  }
  await requestVonage(credentials, UpdateBody, { method: 'POST', host: 'rest.nexmo.com', path: '/number/update', form })
}
