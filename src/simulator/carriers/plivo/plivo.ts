import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Refusal, type Site } from '../../wire/http.ts'
import { parseBasicAuth } from '../credentials.ts'
import { applicationRoutes, applicationOf } from './applications.ts'
import { accountRoutes } from './routes.ts'
import type { CarrierSimulator, CarrierContext, CarrierRequest, SimAccount, SimMessage, MessageStep, MessageProblem } from '../types.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NO_ACCESS = 'Could not verify your access level for that URL.\nYou have to login with proper credentials'

/** Plivo's error codes of undelivered messages. */
const CODES: Record<MessageProblem, string> = { opted_out: '200', invalid_number: '50', blocked: '30', unreachable: '80', carrier_error: '20' }

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Plivo: accounts, numbers, applications and messages. Numbers have no plus sign. */
export const plivo: CarrierSimulator = {
  carrier: 'plivo',
  sites: (context) => [
    {
      prefix: '/carriers/api.plivo.com',
      provider: 'plivo',
      routes: [...accountRoutes(context), ...applicationRoutes(context)],
      authorize: (path, _bearer, { authorization }) => authorize(context, path, authorization),
      refuse: (status, message) => (status === 401 ? Buffer.from(NO_ACCESS) : { api_id: randomUUID(), error: message }),
      wording: { notFound: () => 'not found', malformed: 'invalid JSON in the request body', failed: 'internal server error', throttled: 'too many requests' },
    } satisfies Site,
  ],
  createAccount() {
    const id = `MA${Array.from({ length: 18 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
    const voice = { app_id: randomDigits(17), app_name: 'front-desk', answer_url: 'https://desk.example.com/answer', answer_method: 'POST', message_url: '' }
    const credentials = {
      auth_id: id,
      auth_token: randomBytes(20).toString('hex'),
      sip_termination_uri: `${randomDigits(17)}.zt.plivo.com`,
      sip_username: 'callwright',
      sip_password: randomBytes(12).toString('base64url'),
    }
    return { id, credentials, keys: { applications: [voice] } }
  },
  createNumber: ({ keys }, e164) => ({ id: e164.slice(1), details: { application: (keys.applications as { app_id: string }[])[0]?.app_id ?? null } }),
  createMessageId: randomUUID,
  receipt: (_world, account, message, step) =>
    message.statusUrl === null ? null : createSignedForm(account, message.statusUrl, toReceiptFields(message, step)),
  inbound(_world, account, phoneNumber, message) {
    const url = applicationOf(account, phoneNumber)?.message_url
    return url ? createSignedForm(account, url, toInboundFields(message)) : null
  },
  retryPolicy: { timeoutMs: 15_000, retryDelaysMs: [500, 2_000], shouldRetry: (status) => status === 0 || status >= 500 },
}

function authorize(context: CarrierContext, path: string, authorization: string | undefined): void {
  const credentials = parseBasicAuth(authorization)
  const account = credentials && context.account('plivo', credentials.user)
  const [, requestedId] = /^\/v1\/Account\/(\w+)\//.exec(path) ?? []
  if (!account || credentials.password !== account.credentials.auth_token || requestedId !== account.id)
    throw new Refusal(401, NO_ACCESS, { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Basic realm="Login Required"' })
  if (account.state === 'suspended') throw new Refusal(403, 'Your account has been suspended')
  if (account.state === 'forbidden') throw new Refusal(403, 'Permission denied')
}

/** The signature covers the URL without its query and a nonce, but not the body. */
function createSignedForm(account: SimAccount, url: string, fields: Record<string, string>): CarrierRequest {
  const createHeaders = (token: string) => {
    const nonce = randomDigits(20)
    const signature = createHmac('sha256', token)
      .update(url.split('?')[0]! + nonce)
      .digest('base64')
    return {
      'content-type': 'application/x-www-form-urlencoded',
      'x-plivo-signature-v2': signature,
      'x-plivo-signature-ma-v2': signature,
      'x-plivo-signature-v2-nonce': nonce,
    }
  }
  const token = account.credentials.auth_token!
  return { url, body: new URLSearchParams(fields).toString(), headers: () => createHeaders(token), forgedHeaders: () => createHeaders(`not ${token}`) }
}

const toTime = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000')

const toReceiptFields = ({ id, from, to, createdAt, steps }: SimMessage, { status, trouble, at }: MessageStep): Record<string, string> => ({
  MessageUUID: id,
  ParentMessageUUID: id,
  PartInfo: '1 of 1',
  From: from.slice(1),
  To: to.slice(1),
  Type: 'sms',
  Status: status,
  Units: '1',
  TotalRate: '0.0055',
  TotalAmount: '0.0055',
  MCC: '310',
  MNC: '004',
  Sequence: String(1 + steps.findIndex((step) => step.status === status)),
  MessageTime: toTime(createdAt),
  QueuedTime: toTime(createdAt),
  SentTime: toTime(steps[0]?.at ?? at),
  PowerpackUUID: '',
  ...(trouble && { ErrorCode: CODES[trouble] }),
})

const toInboundFields = ({ id, from, to, body, media }: SimMessage): Record<string, string> => ({
  MessageUUID: id,
  From: from.replace('+', ''),
  To: to.slice(1),
  Type: media.length > 0 ? 'mms' : 'sms',
  [media.length > 0 ? 'Body' : 'Text']: body,
  Units: '1',
  TotalRate: '0',
  TotalAmount: '0',
  MessageIntent: '',
  PowerpackUUID: '',
  ...(media.length > 0 && { MediaCount: String(media.length) }),
  ...Object.fromEntries(media.map((url, index) => [`Media${index}`, url])),
})
