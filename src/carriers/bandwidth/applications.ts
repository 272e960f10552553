import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type BandwidthCredentials, requestAccountApi, requestNumbersApi } from './requests.ts'
import { CarrierError } from '../carrier.ts'
import { orNullIfNotFound } from '../http.ts'
import { writeXml } from '../../kernel/lib/xml.ts'

/** A messaging application has one URL for its numbers' messages and one for their receipts. */
const Application = z.object({
  ApplicationProvisioningResponse: z.object({
    Application: z.object({
      ServiceType: z.string(),
      AppName: z.string(),
      InboundCallbackUrl: z.string().optional(),
      OutboundCallbackUrl: z.string().optional(),
    }),
  }),
})

const MESSAGING_SERVICE_TYPE = 'Messaging-V2'
const RECEIPT_TYPES = ['message-delivered', 'message-failed', 'message-sending']
const FORMER_URL_PARAMETER = 'former'

/** Returns the user name and password that Bandwidth sends to a webhook URL, derived from the URL's secret part. */
export const callbackLogin = (token: string) => ({
  user: 'callwright',
  password: createHmac('sha256', token).update('bandwidth callbacks').digest('base64url'),
})

const pathOf = ({ account_id: account }: BandwidthCredentials, application: string) => `accounts/${account}/applications/${application}`

const readApplication = async (credentials: BandwidthCredentials, id: string) =>
  (await requestNumbersApi(credentials, pathOf(credentials, id), { method: 'GET', effect: 'safe' }, Application)).ApplicationProvisioningResponse.Application

/**
 * Routes the application's messages and receipts to a URL. An application always has exactly one URL, so ours holds the previous one
 * in its query. Returns false if the credentials have no application.
 */
export async function routeApplication(credentials: BandwidthCredentials, url: string): Promise<boolean> {
  const id = credentials.application_id
  if (id === undefined) return false
  const { ServiceType, AppName, InboundCallbackUrl, OutboundCallbackUrl } = await readApplication(credentials, id)
  if (ServiceType !== MESSAGING_SERVICE_TYPE) throw new CarrierError('rejected', 'The application is not a messaging application')
  const { user, password } = callbackLogin(url.split('/').at(-1)!)
  const inbound = withFormerUrl(url, InboundCallbackUrl)
  await writeApplication(credentials, id, {
    AppName,
    inbound,
    outbound: withFormerUrl(url, OutboundCallbackUrl),
    callbackCreds: { UserId: user, Password: password },
  })
  return true
}

/** Restores the previous URLs, if there were any and the current ones are ours. */
export async function unrouteApplication(credentials: BandwidthCredentials, url: string): Promise<void> {
  const id = credentials.application_id
  const application = id === undefined ? null : await orNullIfNotFound(readApplication(credentials, id))
  if (id === undefined || application?.InboundCallbackUrl?.split('?')[0] !== url) return
  const inbound = readFormerUrl(application.InboundCallbackUrl)
  if (inbound !== null)
    await writeApplication(credentials, id, { AppName: application.AppName, inbound, outbound: readFormerUrl(application.OutboundCallbackUrl) ?? undefined })
}

function withFormerUrl(url: string, currentUrl = ''): string {
  const formerUrl = currentUrl.split('?')[0]!.includes('/inbound/bandwidth/') ? readFormerUrl(currentUrl) : currentUrl
  return formerUrl ? `${url}?${FORMER_URL_PARAMETER}=${encodeURIComponent(formerUrl)}` : url
}

const readFormerUrl = (url = '') => (URL.canParse(url) ? new URL(url).searchParams.get(FORMER_URL_PARAMETER) : null)

interface ApplicationSettings {
  AppName: string
  inbound: string
  outbound: string | undefined
  callbackCreds?: { UserId: string; Password: string }
}

const writeApplication = (credentials: BandwidthCredentials, id: string, { AppName, inbound, outbound, callbackCreds }: ApplicationSettings) =>
  requestAccountApi(credentials, pathOf(credentials, id), {
    method: 'PUT',
    effect: 'safe',
    accept: 'application/xml',
    xml: writeXml('Application', {
      ServiceType: MESSAGING_SERVICE_TYPE,
      AppName,
      InboundCallbackUrl: inbound,
      OutboundCallbackUrl: outbound,
      InboundCallbackCreds: callbackCreds,
      OutboundCallbackCreds: callbackCreds,
      RequestedCallbackTypes: { CallbackType: RECEIPT_TYPES },
    }),
  })
