import type { JsonObject } from '../../providers/provider.ts'
import type { Request } from '../wire/http.ts'
import type { SimAccount, SimNumber, SimMessage, MessageStep, MessageProblem } from './types.ts'

export type CompatMessage = JsonObject
interface UrlFormat {
  base: string
  suffix: string
}

/** A date in RFC 2822 format. */
export const toMailDate = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')

/** A message in its current status. */
export function toMessageView(
  account: SimAccount,
  message: SimMessage,
  step: MessageStep | null,
  problemCodeOf: (trouble: MessageProblem | null) => number | null,
  { base, suffix }: UrlFormat,
): CompatMessage {
  const code = problemCodeOf(step?.trouble ?? null)
  return {
    body: message.body,
    num_segments: '1',
    direction: message.direction === 'inbound' ? 'inbound' : 'outbound-api',
    from: message.from,
    to: message.to,
    date_updated: toMailDate(step?.at ?? message.createdAt),
    price: null,
    error_message: code && 'The text did not arrive',
    uri: `${base}/Accounts/${account.id}/Messages/${message.id}${suffix}`,
    account_sid: account.id,
    num_media: String(message.media.length),
    status: message.direction === 'inbound' ? 'received' : (step?.status ?? 'queued'),
    messaging_service_sid: message.more.service ?? null,
    sid: message.id,
    date_sent: step && toMailDate(message.steps[0]!.at),
    date_created: toMailDate(message.createdAt),
    error_code: code,
    price_unit: 'USD',
    api_version: '2010-04-01',
    subresource_uris: { media: `${base}/Accounts/${account.id}/Messages/${message.id}/Media${suffix}` },
  }
}

/** A number as the account sees it. */
export const toNumberView = (account: SimAccount, phoneNumber: SimNumber, { base, suffix }: UrlFormat): JsonObject => ({
  sid: phoneNumber.id,
  account_sid: account.id,
  friendly_name: phoneNumber.e164,
  phone_number: phoneNumber.e164,
  capabilities: { voice: phoneNumber.voice, sms: phoneNumber.sms, mms: phoneNumber.sms, fax: false },
  date_created: toMailDate(phoneNumber.createdAt),
  date_updated: toMailDate(phoneNumber.createdAt),
  api_version: '2010-04-01',
  address_requirements: 'none',
  address_sid: null,
  beta: false,
  origin: 'twilio',
  sms_url: phoneNumber.inboundUrl ?? '',
  sms_method: 'POST',
  sms_fallback_url: phoneNumber.more.smsFallbackUrl ?? '',
  sms_fallback_method: 'POST',
  sms_application_sid: null,
  status_callback: '',
  status_callback_method: 'POST',
  trunk_sid: phoneNumber.more.trunkSid ?? null,
  voice_url: '',
  voice_method: 'POST',
  voice_receive_mode: 'voice',
  emergency_status: 'Inactive',
  status: 'in-use',
  uri: `${base}/Accounts/${account.id}/IncomingPhoneNumbers/${phoneNumber.id}${suffix}`,
})

/** One page of a list, with the URL of the next page in `next_page_uri`. */
export function toPage<Row>(request: Request, name: string, rows: Row[], toView: (row: Row) => JsonObject): JsonObject {
  const { from, size, urlOf, nextUrl } = pageRangeOf(request, rows.length)
  return {
    [name]: rows.slice(from, from + size).map(toView),
    first_page_uri: urlOf(0),
    next_page_uri: nextUrl,
    previous_page_uri: from > 0 ? urlOf(from / size - 1) : null,
    page: from / size,
    page_size: size,
    start: from,
    end: Math.max(from, Math.min(from + size, rows.length) - 1),
    uri: urlOf(from / size),
  }
}

/** The requested rows, and the paths of pages on the vendor's own host. */
export function pageRangeOf({ query, path }: Request, total: number) {
  const size = Math.min(1000, Math.max(1, Number(query.get('PageSize')) || 50))
  const number = Math.max(0, Number(query.get('Page')) || 0)
  const pathname = path.replace(/^\/carriers\/[^/]+/, '')
  const urlOf = (pageIndex: number) => {
    const parameters = new URLSearchParams(query)
    parameters.set('PageSize', String(size))
    parameters.set('Page', String(pageIndex))
    if (pageIndex > 0) parameters.set('PageToken', `PT${pageIndex}`)
    else parameters.delete('PageToken')
    return `${pathname}?${parameters.toString()}`
  }
  return { from: number * size, size, urlOf, nextUrl: (number + 1) * size < total ? urlOf(number + 1) : null }
}
