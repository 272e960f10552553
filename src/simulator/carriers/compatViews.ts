import type { JsonObject } from '../../providers/provider.ts'
import type { Request } from '../wire/http.ts'
import type { SimAccount, SimLine, SimText, TextStep, TextTrouble } from './types.ts'

export type CompatMessage = JsonObject
interface Place {
  base: string
  suffix: string
}

/** Dates as in mail. */
export const mailDate = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')

/** A message as it stands. */
export function messageView(
  account: SimAccount,
  text: SimText,
  step: TextStep | null,
  codeOf: (trouble: TextTrouble | null) => number | null,
  { base, suffix }: Place,
): CompatMessage {
  const code = codeOf(step?.trouble ?? null)
  return {
    body: text.body,
    num_segments: '1',
    direction: text.direction === 'inbound' ? 'inbound' : 'outbound-api',
    from: text.from,
    to: text.to,
    date_updated: mailDate(step?.at ?? text.createdAt),
    price: null,
    error_message: code && 'The text did not arrive',
    uri: `${base}/Accounts/${account.id}/Messages/${text.id}${suffix}`,
    account_sid: account.id,
    num_media: String(text.media.length),
    status: text.direction === 'inbound' ? 'received' : (step?.status ?? 'queued'),
    messaging_service_sid: text.more.service ?? null,
    sid: text.id,
    date_sent: step && mailDate(text.steps[0]!.at),
    date_created: mailDate(text.createdAt),
    error_code: code,
    price_unit: 'USD',
    api_version: '2010-04-01',
    subresource_uris: { media: `${base}/Accounts/${account.id}/Messages/${text.id}/Media${suffix}` },
  }
}

/** A number as the account sees it. */
export const numberView = (account: SimAccount, line: SimLine, { base, suffix }: Place): JsonObject => ({
  sid: line.id,
  account_sid: account.id,
  friendly_name: line.e164,
  phone_number: line.e164,
  capabilities: { voice: line.voice, sms: line.sms, mms: line.sms, fax: false },
  date_created: mailDate(line.createdAt),
  date_updated: mailDate(line.createdAt),
  api_version: '2010-04-01',
  address_requirements: 'none',
  address_sid: null,
  beta: false,
  origin: 'twilio',
  sms_url: line.inboundUrl ?? '',
  sms_method: 'POST',
  sms_fallback_url: line.more.smsFallbackUrl ?? '',
  sms_fallback_method: 'POST',
  sms_application_sid: null,
  status_callback: '',
  status_callback_method: 'POST',
  trunk_sid: line.more.trunkSid ?? null,
  voice_url: '',
  voice_method: 'POST',
  voice_receive_mode: 'voice',
  emergency_status: 'Inactive',
  status: 'in-use',
  uri: `${base}/Accounts/${account.id}/IncomingPhoneNumbers/${line.id}${suffix}`,
})

/** One page of a list; `next_page_uri` is where the next one is. */
export function page<Row>(request: Request, name: string, rows: Row[], view: (row: Row) => JsonObject): JsonObject {
  const { from, size, here, nextHere } = pageOf(request, rows.length)
  return {
    [name]: rows.slice(from, from + size).map(view),
    first_page_uri: here(0),
    next_page_uri: nextHere,
    previous_page_uri: from > 0 ? here(from / size - 1) : null,
    page: from / size,
    page_size: size,
    start: from,
    end: Math.max(from, Math.min(from + size, rows.length) - 1),
    uri: here(from / size),
  }
}

/** Which rows a request asks for, and the addresses of pages: those of the vendor's own host, without host. */
export function pageOf({ query, path }: Request, total: number) {
  const size = Math.min(1000, Math.max(1, Number(query.get('PageSize')) || 50))
  const number = Math.max(0, Number(query.get('Page')) || 0)
  const pathname = path.replace(/^\/carriers\/[^/]+/, '')
  const here = (wanted: number) => {
    const asked = new URLSearchParams(query)
    asked.set('PageSize', String(size))
    asked.set('Page', String(wanted))
    if (wanted > 0) asked.set('PageToken', `PT${wanted}`)
    else asked.delete('PageToken')
    return `${pathname}?${asked.toString()}`
  }
  return { from: number * size, size, here, nextHere: (number + 1) * size < total ? here(number + 1) : null }
}
