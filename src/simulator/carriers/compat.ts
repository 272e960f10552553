import { createHmac, randomBytes } from 'node:crypto'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asText } from '../wire/json.ts'
import { isE164 } from '../calls/scenario.ts'
import { type CompatMessage, messageView, numberView, page } from './compatViews.ts'
import type { CarrierWorld, Outgoing, SimAccount, SimLine, SimText, TextTrouble } from './types.ts'

/** What differs between Twilio and who speaks as it does. */
export interface Dialect {
  carrier: CarrierName
  /** Before and after what an address is about, as `/2010-04-01` and `.json`. */
  base: string
  suffix: string
  newTextId(): string
  signatureHeader: string
  /** What requests are signed with. */
  signingKey(account: SimAccount): string
}

/** Error codes of texts that do not arrive, by what came between. */
const TROUBLE_CODES: Record<TextTrouble, number> = { opted_out: 21610, invalid_number: 21211, blocked: 30007, unreachable: 30003, carrier_error: 30008 }
const REFUSALS: Record<'opted_out' | 'invalid_number' | 'blocked', [number, string]> = {
  opted_out: [21610, 'Attempt to send to unsubscribed recipient'],
  invalid_number: [21211, "The 'To' number is not a valid phone number."],
  blocked: [21408, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number"],
}
const MAX_BODY_LENGTH = 1600

export const hexId = (prefix: string) => prefix + randomBytes(16).toString('hex')

export const compatError = (status: number, code: number, message: string) => new Refusal(status, message, {}, { code })

const CODES: Record<number, number> = { 400: 20001, 401: 20003, 403: 20403, 404: 20404, 405: 20004, 429: 20429, 503: 20503 }

/** An error as Twilio words it. */
export function compatRefusal(status: number, message: string, { code = CODES[status] ?? 20500 }: JsonObject): JsonObject {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${String(code)}`, status }
}

export const COMPAT_WORDING = {
  notFound: (_method: string, path: string) => `The requested resource ${path} was not found`,
  malformed: 'Invalid parameter',
  failed: 'An internal server error has occurred',
  throttled: 'Too Many Requests',
}

/** Numbers and messages of an account. */
export function compatRoutes(context: CarrierWorld, dialect: Dialect): Route[] {
  const { carrier, base, suffix } = dialect
  const at = `${base}/Accounts/:account`
  const accountOf = ({ params }: Request) => context.account(carrier, params.account!)!
  const view = (account: SimAccount, text: SimText): CompatMessage => messageView(account, text, context.stepOf(text), codeOf, dialect)
  const missing = ({ path }: Request) => compatError(404, 20404, COMPAT_WORDING.notFound('', path))

  async function numbers(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const wanted = request.query.get('PhoneNumber')
    if (wanted && isE164(wanted)) await context.line(account, wanted)
    const lines = context.lines(account).filter(({ e164 }) => e164.includes(wanted ?? ''))
    return { status: 200, body: page(request, 'incoming_phone_numbers', lines, (line) => numberView(account, line, dialect)) }
  }

  function number(request: Request) {
    const line = context.lineById(accountOf(request), request.params.id!)
    if (!line) throw missing(request)
    return line
  }

  async function changeNumber(request: Request): Promise<Answer> {
    const line = number(request)
    if (request.body.SmsUrl !== undefined) line.inboundUrl = asText(request.body.SmsUrl) || null
    if (request.body.SmsFallbackUrl !== undefined) line.more.smsFallbackUrl = asText(request.body.SmsFallbackUrl) || null
    await context.saveLine(line)
    return { status: 200, body: numberView(accountOf(request), line, dialect) }
  }

  async function send(request: Request) {
    const account = accountOf(request)
    const given = await readMessage(context, account, request.body)
    return context.take(
      account,
      { ...given, id: dialect.newTextId(), ref: null },
      {
        accepted: (text) => ({ status: 201, body: view(account, text) }),
        refused: (trouble) => compatError(400, ...REFUSALS[trouble]),
      },
    )
  }

  function messages(request: Request): Answer {
    const account = accountOf(request)
    const [to, from, since] = ['To', 'From', 'DateSent>'].map((name) => request.query.get(name) ?? '')
    const isAsked = (text: SimText) => text.to.includes(to!) && text.from.includes(from!) && new Date(text.createdAt).toISOString() >= since!
    const found = context.texts(account).filter(isAsked).toReversed()
    return { status: 200, body: page(request, 'messages', found, (text) => view(account, text)) }
  }

  function message(request: Request): Answer {
    const text = context.text(accountOf(request), request.params.id!)
    if (!text) throw missing(request)
    return { status: 200, body: view(accountOf(request), text) }
  }

  /** Who looks for no number in particular wants to know whether the credentials are good. */
  const purposeOf = ({ query }: Request) => (!query.get('PhoneNumber') && query.get('PageSize') === '1' ? 'verify' : 'numbers')

  return [
    route(`GET ${at}/IncomingPhoneNumbers${suffix}`, numbers, purposeOf),
    route(
      `GET ${at}/IncomingPhoneNumbers/:id${suffix}`,
      (request) => ({ status: 200, body: numberView(accountOf(request), number(request), dialect) }),
      'numbers',
    ),
    route(`POST ${at}/IncomingPhoneNumbers/:id${suffix}`, changeNumber, 'route_sms'),
    route(`POST ${at}/Messages${suffix}`, send, 'send_sms'),
    route(`GET ${at}/Messages${suffix}`, messages),
    route(`GET ${at}/Messages/:id${suffix}`, message),
  ]
}

async function readMessage(context: CarrierWorld, account: SimAccount, body: JsonObject) {
  const [to, from, text, statusUrl, service] = ['To', 'From', 'Body', 'StatusCallback', 'MessagingServiceSid'].map((name) => asText(body[name])) as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (!to) throw compatError(400, 21604, "A 'To' phone number is required.")
  if (!isE164(to)) throw compatError(400, ...REFUSALS.invalid_number)
  if (!text) throw compatError(400, 21602, 'Message body is required.')
  if (Array.from(text).length > MAX_BODY_LENGTH) throw compatError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  if (service && service !== account.credentials.messaging_service_sid) throw compatError(404, 21701, 'The Messaging Service does not exist')
  const sender = from || (service ? (context.lines(account).find(({ sms }) => sms)?.e164 ?? '') : '')
  if (!sender) throw compatError(400, 21603, "A 'From' phone number is required.")
  const line = await context.line(account, sender)
  if (!line?.sms)
    throw compatError(400, 21606, `The 'From' phone number ${sender} is not a valid, SMS-capable inbound phone number or short code for your account.`)
  return { to, from: sender, body: text, statusUrl: statusUrl || null, more: { service: service || null } }
}

const codeOf = (trouble: TextTrouble | null) => trouble && TROUBLE_CODES[trouble]

/** A signed form; the address's fragment is for the carrier itself and is neither sent nor signed. */
export function compatRequest(account: SimAccount, address: string, fields: Record<string, string>, { signatureHeader, signingKey }: Dialect): Outgoing {
  const [url] = address.split('#') as [string]
  const signed = (key: string) => ({
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'user-agent': 'TwilioProxy/1.1',
    [signatureHeader]: compatSignature(url, fields, key),
  })
  return {
    url,
    body: new URLSearchParams(fields).toString(),
    headers: () => signed(signingKey(account)),
    forgedHeaders: () => signed(`not ${signingKey(account)}`),
  }
}

function compatSignature(url: string, fields: Record<string, string>, key: string): string {
  const names = Object.keys(fields).toSorted()
  return createHmac('sha1', key)
    .update(
      names.reduce((text, name) => text + name + fields[name], url),
      'utf8',
    )
    .digest('base64')
}

/** What a receipt says. */
export function receiptFields(account: SimAccount, { id, from, to }: SimText, status: string, trouble: TextTrouble | null): Record<string, string> {
  const code = codeOf(trouble)
  return {
    SmsSid: id,
    SmsStatus: status,
    MessageStatus: status,
    To: to,
    MessageSid: id,
    AccountSid: account.id,
    From: from,
    ApiVersion: '2010-04-01',
    ...(code && { ErrorCode: String(code) }),
  }
}

/**
 * A text that came in, for whom it is told. Where that fails in any way it is told once more, to the address that stands
 * there for such a case; only the same one is simulated.
 */
export function inboundRequest(account: SimAccount, line: SimLine, text: SimText, dialect: Dialect): Outgoing | null {
  if (line.inboundUrl === null) return null
  const request = compatRequest(account, line.inboundUrl, inboundFields(account, text), dialect)
  return line.more.smsFallbackUrl === line.inboundUrl ? { ...request, patience: { timeoutMs: 15_000, pausesMs: [500], asksAgain: () => true } } : request
}

/** What a text that came in says. */
function inboundFields(account: SimAccount, { id, from, to, body, media }: SimText): Record<string, string> {
  return {
    ToCountry: 'US',
    SmsMessageSid: id,
    NumMedia: String(media.length),
    SmsSid: id,
    SmsStatus: 'received',
    Body: body,
    To: to,
    NumSegments: '1',
    MessageSid: id,
    AccountSid: account.id,
    From: from,
    ApiVersion: '2010-04-01',
    ...Object.fromEntries(
      media.flatMap((url, index) => [
        [`MediaUrl${index}`, url],
        [`MediaContentType${index}`, 'image/jpeg'],
      ]),
    ),
  }
}
