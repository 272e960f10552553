import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { type BandwidthCredentials, requestAccountApi, requestNumbersApi } from './requests.ts'
import { CarrierError } from '../carrier.ts'
import { writeXml } from '../../kernel/lib/xml.ts'

/** A messaging application has one URL for its numbers' messages and one for their receipts. It is returned without its passwords. */
const Application = z.object({
  ApplicationProvisioningResponse: z.object({
    Application: z.object({
      ServiceType: z.string(),
      AppName: z.string(),
      InboundCallbackUrl: z.string().optional(),
      OutboundCallbackUrl: z.string().optional(),
      // An empty element is parsed as text.
      RequestedCallbackTypes: z
        .object({ CallbackType: z.union([z.string().transform((type) => [type]), z.array(z.string())]) })
        .optional()
        .catch(undefined),
    }),
  }),
})
type Application = z.output<typeof Application>['ApplicationProvisioningResponse']['Application']

const MESSAGING_SERVICE_TYPE = 'Messaging-V2'
const RECEIPT_TYPES = ['message-delivered', 'message-failed', 'message-sending']
const FORMER_URL_PARAMETER = 'former'
/** Holds the previous callback types, if they were not `RECEIPT_TYPES`. */
const FORMER_TYPES_PARAMETER = 'former_types'

/** Returns the user name and password that Bandwidth sends to a webhook URL, derived from the URL's secret part. */
export const callbackLogin = (token: string) => ({
  user: 'callwright',
  password: createHmac('sha256', token).update('bandwidth callbacks').digest('base64url'),
})

const pathOf = ({ account_id: account }: BandwidthCredentials, application: string) => `accounts/${account}/applications/${application}`

const readApplication = async (credentials: BandwidthCredentials, id: string) =>
  (await requestNumbersApi(credentials, pathOf(credentials, id), { method: 'GET', effect: 'safe' }, Application)).ApplicationProvisioningResponse.Application

/**
 * Routes the application's messages and receipts to a URL. The URL's query holds the previous URLs and callback types. The previous callback
 * passwords are lost, because Bandwidth does not return them. Returns false if the credentials have no application. One request writes
 * everything, so a crash leaves either the previous settings or ours, and a repetition writes the same.
 */
export async function routeApplication(credentials: BandwidthCredentials, url: string): Promise<boolean> {
  const id = credentials.application_id
  if (id === undefined) return false
  const application = await readApplication(credentials, id)
  if (application.ServiceType !== MESSAGING_SERVICE_TYPE) throw new CarrierError('rejected', 'The application is not a messaging application')
  await writeApplication(credentials, id, {
    AppName: application.AppName,
    inbound: withFormer(url, { url: formerUrlOf(application.InboundCallbackUrl), types: formerTypesOf(application) }),
    outbound: withFormer(url, { url: formerUrlOf(application.OutboundCallbackUrl) }),
    inboundCreds: credsOf(url),
    outboundCreds: credsOf(url),
    types: RECEIPT_TYPES,
  })
  return true
}

/**
 * Restores the previous URLs and callback types and removes our credentials, if the inbound URL is ours. Keeps an outbound URL that the customer
 * has set since. Bandwidth requires an inbound URL, so without a previous one ours stays, with our credentials.
 */
export async function unrouteApplication(credentials: BandwidthCredentials, url: string): Promise<void> {
  const id = credentials.application_id
  const application = id === undefined ? null : await nullIfNotFound(readApplication(credentials, id))
  if (id === undefined || !application?.InboundCallbackUrl || withoutQuery(application.InboundCallbackUrl) !== url) return
  const { AppName, InboundCallbackUrl: inbound, OutboundCallbackUrl: outbound } = application
  const formerInbound = formerUrlOf(inbound)
  await writeApplication(credentials, id, {
    AppName,
    inbound: formerInbound ?? inbound,
    outbound: withoutQuery(outbound) === url ? formerUrlOf(outbound) : outbound,
    inboundCreds: formerInbound === undefined ? credsOf(url) : undefined,
    types: formerTypesOf(application),
  })
}

interface FormerSettings {
  url: string | undefined
  types?: string[]
}

const withoutQuery = (url = '') => url.split('?')[0]!
const isOurs = (url = '') => withoutQuery(url).includes('/inbound/bandwidth/')
const parameterOf = (url: string, name: string) => (URL.canParse(url) ? new URL(url).searchParams.get(name) : null)

/** Returns the URL from before ours, or the current URL if it is not ours. */
const formerUrlOf = (url: string | undefined) => (url && isOurs(url) ? parameterOf(url, FORMER_URL_PARAMETER) : url) || undefined

function formerTypesOf({ InboundCallbackUrl: inbound = '', RequestedCallbackTypes: current }: Application): string[] {
  if (!isOurs(inbound)) return current?.CallbackType ?? []
  return parameterOf(inbound, FORMER_TYPES_PARAMETER)?.split(',').filter(Boolean) ?? RECEIPT_TYPES
}

function withFormer(url: string, former: FormerSettings): string {
  const isDefault = !former.types || former.types.toSorted().join() === RECEIPT_TYPES.toSorted().join()
  const query = [
    ...(former.url ? [`${FORMER_URL_PARAMETER}=${encodeURIComponent(former.url)}`] : []),
    ...(isDefault ? [] : [`${FORMER_TYPES_PARAMETER}=${encodeURIComponent(former.types!.join())}`]),
  ]
  return query.length > 0 ? `${url}?${query.join('&')}` : url
}

/** Our credentials for callbacks to a URL. */
function credsOf(url: string) {
  const { user, password } = callbackLogin(url.split('/').at(-1)!)
  return { UserId: user, Password: password }
}

type Creds = ReturnType<typeof credsOf>

interface ApplicationSettings {
  AppName: string
  inbound: string
  outbound: string | undefined
  inboundCreds?: Creds | undefined
  outboundCreds?: Creds
  types: string[]
}

/** Replaces all settings of an application. Bandwidth removes settings that are left out. */
const writeApplication = (credentials: BandwidthCredentials, id: string, settings: ApplicationSettings) =>
  requestAccountApi(credentials, pathOf(credentials, id), {
    method: 'PUT',
    effect: 'safe',
    accept: 'application/xml',
    xml: writeXml('Application', {
      ServiceType: MESSAGING_SERVICE_TYPE,
      AppName: settings.AppName,
      InboundCallbackUrl: settings.inbound,
      OutboundCallbackUrl: settings.outbound,
      InboundCallbackCreds: settings.inboundCreds,
      OutboundCallbackCreds: settings.outboundCreds,
      RequestedCallbackTypes: settings.types.length > 0 ? { CallbackType: settings.types } : undefined,
    }),
  })
