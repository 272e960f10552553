import { createHmac, randomBytes } from 'node:crypto'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asText } from '../wire/json.ts'
import { isE164 } from '../calls/scenario.ts'
import { type CompatMessage, toMessageView, toNumberView, toPage } from './compatViews.ts'
import type { CarrierContext, CarrierRequest, SimAccount, SimNumber, SimMessage, MessageProblem } from './types.ts'

/** What differs between Twilio and carriers with a compatible API. */
export interface Dialect {
  carrier: CarrierName
  /** Before and after the resource path, such as `/2010-04-01` and `.json`. */
  base: string
  suffix: string
  createMessageId(): string
  signatureHeader: string
  /** Key that signs webhooks. */
  signingKey(account: SimAccount): string
}

/** Error codes of undelivered messages. */
const PROBLEM_CODES: Record<MessageProblem, number> = { opted_out: 21610, invalid_number: 21211, blocked: 30007, unreachable: 30003, carrier_error: 30008 }
const REFUSALS: Record<'opted_out' | 'invalid_number' | 'blocked', [number, string]> = {
  opted_out: [21610, 'Attempt to send to unsubscribed recipient'],
  invalid_number: [21211, "The 'To' number is not a valid phone number."],
  blocked: [21408, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number"],
}
const MAX_BODY_LENGTH = 1600

export const createHexId = (prefix: string) => prefix + randomBytes(16).toString('hex')

export const createCompatError = (status: number, code: number, message: string) => new Refusal(status, message, {}, { code })

const CODES: Record<number, number> = { 400: 20001, 401: 20003, 403: 20403, 404: 20404, 405: 20004, 429: 20429, 503: 20503 }

/** An error in Twilio's format. */
export function toCompatRefusal(status: number, message: string, { code = CODES[status] ?? 20500 }: JsonObject): JsonObject {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${String(code)}`, status }
}

export const COMPAT_WORDING = {
  notFound: (_method: string, path: string) => `The requested resource ${path} was not found`,
  malformed: 'Invalid parameter',
  failed: 'An internal server error has occurred',
  throttled: 'Too Many Requests',
}

/** Routes for the numbers and messages of an account. */
export function compatRoutes(context: CarrierContext, dialect: Dialect): Route[] {
  const { carrier, base, suffix } = dialect
  const at = `${base}/Accounts/:account`
  const accountOf = ({ params }: Request) => context.account(carrier, params.account!)!
  const toView = (account: SimAccount, message: SimMessage): CompatMessage => toMessageView(account, message, context.stepOf(message), problemCodeOf, dialect)
  const notFoundError = ({ path }: Request) => createCompatError(404, 20404, COMPAT_WORDING.notFound('', path))

  async function listNumbers(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const phoneNumberFilter = request.query.get('PhoneNumber')
    if (phoneNumberFilter && isE164(phoneNumberFilter)) await context.number(account, phoneNumberFilter)
    const phoneNumbers = context.numbers(account).filter(({ e164 }) => e164.includes(phoneNumberFilter ?? ''))
    return { status: 200, body: toPage(request, 'incoming_phone_numbers', phoneNumbers, (phoneNumber) => toNumberView(account, phoneNumber, dialect)) }
  }

  function requireNumber(request: Request) {
    const phoneNumber = context.numberById(accountOf(request), request.params.id!)
    if (!phoneNumber) throw notFoundError(request)
    return phoneNumber
  }

  async function updateNumber(request: Request): Promise<Answer> {
    const phoneNumber = requireNumber(request)
    if (request.body.SmsUrl !== undefined) phoneNumber.inboundUrl = asText(request.body.SmsUrl) || null
    if (request.body.SmsFallbackUrl !== undefined) phoneNumber.more.smsFallbackUrl = asText(request.body.SmsFallbackUrl) || null
    await context.saveNumber(phoneNumber)
    return { status: 200, body: toNumberView(accountOf(request), phoneNumber, dialect) }
  }

  async function send(request: Request) {
    const account = accountOf(request)
    const newMessage = await readMessage(context, account, request.body)
    return context.acceptMessage(
      account,
      { ...newMessage, id: dialect.createMessageId(), ref: null },
      {
        accepted: (message) => ({ status: 201, body: toView(account, message) }),
        rejected: (trouble) => createCompatError(400, ...REFUSALS[trouble]),
      },
    )
  }

  function listMessages(request: Request): Answer {
    const account = accountOf(request)
    const [to, from, since] = ['To', 'From', 'DateSent>'].map((name) => request.query.get(name) ?? '')
    const matches = (message: SimMessage) => message.to.includes(to!) && message.from.includes(from!) && new Date(message.createdAt).toISOString() >= since!
    const matching = context.messages(account).filter(matches).toReversed()
    return { status: 200, body: toPage(request, 'messages', matching, (message) => toView(account, message)) }
  }

  function getMessage(request: Request): Answer {
    const message = context.message(accountOf(request), request.params.id!)
    if (!message) throw notFoundError(request)
    return { status: 200, body: toView(accountOf(request), message) }
  }

  /** A page of one without a number only verifies the credentials. */
  const operationOf = ({ query }: Request) => (!query.get('PhoneNumber') && query.get('PageSize') === '1' ? 'verify' : 'numbers')

  return [
    route(`GET ${at}/IncomingPhoneNumbers${suffix}`, listNumbers, operationOf),
    route(
      `GET ${at}/IncomingPhoneNumbers/:id${suffix}`,
      (request) => ({ status: 200, body: toNumberView(accountOf(request), requireNumber(request), dialect) }),
      'numbers',
    ),
    route(`POST ${at}/IncomingPhoneNumbers/:id${suffix}`, updateNumber, 'route_sms'),
    route(`POST ${at}/Messages${suffix}`, send, 'send_sms'),
    route(`GET ${at}/Messages${suffix}`, listMessages),
    route(`GET ${at}/Messages/:id${suffix}`, getMessage),
  ]
}

async function readMessage(context: CarrierContext, account: SimAccount, body: JsonObject) {
  const [to, from, text, statusUrl, service] = ['To', 'From', 'Body', 'StatusCallback', 'MessagingServiceSid'].map((name) => asText(body[name])) as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (!to) throw createCompatError(400, 21604, "A 'To' phone number is required.")
  if (!isE164(to)) throw createCompatError(400, ...REFUSALS.invalid_number)
  if (!text) throw createCompatError(400, 21602, 'Message body is required.')
  if (Array.from(text).length > MAX_BODY_LENGTH) throw createCompatError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  if (service && service !== account.credentials.messaging_service_sid) throw createCompatError(404, 21701, 'The Messaging Service does not exist')
  const sender = from || (service ? (context.numbers(account).find(({ sms }) => sms)?.e164 ?? '') : '')
  if (!sender) throw createCompatError(400, 21603, "A 'From' phone number is required.")
  const phoneNumber = await context.number(account, sender)
  if (!phoneNumber?.sms)
    throw createCompatError(400, 21606, `The 'From' phone number ${sender} is not a valid, SMS-capable inbound phone number or short code for your account.`)
  return { to, from: sender, body: text, statusUrl: statusUrl || null, more: { service: service || null } }
}

const problemCodeOf = (trouble: MessageProblem | null) => trouble && PROBLEM_CODES[trouble]

/** Creates a signed form. The URL's fragment is for the carrier itself and is neither sent nor signed. */
export function createCompatRequest(
  account: SimAccount,
  address: string,
  fields: Record<string, string>,
  { signatureHeader, signingKey }: Dialect,
): CarrierRequest {
  const [url] = address.split('#') as [string]
  const createHeaders = (key: string) => ({
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'user-agent': 'TwilioProxy/1.1',
    [signatureHeader]: signCompat(url, fields, key),
  })
  return {
    url,
    body: new URLSearchParams(fields).toString(),
    headers: () => createHeaders(signingKey(account)),
    forgedHeaders: () => createHeaders(`not ${signingKey(account)}`),
  }
}

function signCompat(url: string, fields: Record<string, string>, key: string): string {
  const names = Object.keys(fields).toSorted()
  return createHmac('sha1', key)
    .update(
      names.reduce((text, name) => text + name + fields[name], url),
      'utf8',
    )
    .digest('base64')
}

/** Fields of a delivery receipt. */
export function toReceiptFields(account: SimAccount, { id, from, to }: SimMessage, status: string, trouble: MessageProblem | null): Record<string, string> {
  const code = problemCodeOf(trouble)
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
 * Creates the webhook for an inbound message. If it fails, the carrier retries once at the fallback URL; only a fallback that equals the main
 * URL is simulated.
 */
export function createInboundRequest(account: SimAccount, phoneNumber: SimNumber, message: SimMessage, dialect: Dialect): CarrierRequest | null {
  if (phoneNumber.inboundUrl === null) return null
  const request = createCompatRequest(account, phoneNumber.inboundUrl, toInboundFields(account, message), dialect)
  return phoneNumber.more.smsFallbackUrl === phoneNumber.inboundUrl
    ? { ...request, retryPolicy: { timeoutMs: 15_000, retryDelaysMs: [500], shouldRetry: () => true } }
    : request
}

/** Fields of an inbound message. */
function toInboundFields(account: SimAccount, { id, from, to, body, media }: SimMessage): Record<string, string> {
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
