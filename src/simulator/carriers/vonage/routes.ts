import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import { hasContentType, isWebUrl, findUnknownParameter, findUnknownField } from '../validation.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'
import { updateInboundUrls } from './applications.ts'
import { createParameterError, createError, REFUSALS } from './errors.ts'

type CallerOf = (authorization: string | undefined) => SimAccount

const MAX_PAGE_LENGTH = 100
const MAX_TEXT_LENGTH = 3200
const CALLBACKS = ['sip', 'tel', 'app']

/** Routes of the older API: balance and numbers. */
export function numberRoutes(context: CarrierContext, callerOf: CallerOf): Route[] {
  function listNumbers(request: Request): Answer {
    const account = callerOf(request.headers.authorization)
    if (findUnknownParameter(request, ['pattern', 'search_pattern', 'size', 'index', 'country', 'has_application', 'application_id']))
      throw new Refusal(420, 'method failed')
    const { query } = request
    const [size, index] = [Number(query.get('size') ?? 10), Number(query.get('index') ?? 1)]
    if (!(size >= 1 && size <= MAX_PAGE_LENGTH && index >= 1)) throw new Refusal(420, 'method failed')
    const matching = context.numbers(account).filter(({ id }) => matchesPattern(id, query.get('pattern') ?? '', query.get('search_pattern') ?? '0'))
    const page = matching.slice((index - 1) * size, index * size)
    return { status: 200, body: matching.length > 0 ? { count: matching.length, numbers: page.map(toNumberView) } : {} }
  }

  async function updateNumber(request: Request): Promise<Answer> {
    const account = callerOf(request.headers.authorization)
    const { country, msisdn, app_id, voiceCallbackType, voiceCallbackValue } = request.body
    const known = ['country', 'msisdn', 'app_id', 'moHttpUrl', 'moSmppSysType', 'voiceCallbackType', 'voiceCallbackValue', 'voiceStatusCallback']
    const phoneNumber = context.numberById(account, asText(msisdn))
    const isValid =
      hasContentType(request, 'application/x-www-form-urlencoded') &&
      findUnknownField(request.body, known) === null &&
      phoneNumber?.more.country === country &&
      (app_id === undefined || app_id === account.credentials.application_id) &&
      (voiceCallbackType === undefined || CALLBACKS.includes(asText(voiceCallbackType)))
    if (!phoneNumber || !isValid) throw new Refusal(420, 'method failed')
    // Vonage removes the settings that an update omits.
    phoneNumber.more = { country, ...(app_id !== undefined && { app_id }), ...(voiceCallbackType !== undefined && { voiceCallbackType, voiceCallbackValue }) }
    await context.saveNumber(phoneNumber)
    await updateInboundUrls(context, account)
    return { status: 200, body: { 'error-code': '200', 'error-code-label': 'success' } }
  }

  return [
    route('GET /account/get-balance', () => ({ status: 200, body: { value: 10.28, autoReload: false } }), 'verify'),
    route('GET /account/numbers', listNumbers, 'numbers'),
    route('POST /number/update', updateNumber, 'route_sms'),
  ]
}

function matchesPattern(digits: string, pattern: string, where: string): boolean {
  if (where === '1') return digits.includes(pattern)
  return where === '2' ? digits.endsWith(pattern) : digits.startsWith(pattern)
}

const toNumberView = ({ id, voice, sms, more: { country, ...more } }: SimNumber): JsonObject => ({
  country,
  msisdn: id,
  type: 'mobile-lvn',
  features: [...(voice ? ['VOICE'] : []), ...(sms ? ['SMS'] : [])],
  ...more,
})

/** Routes of the Messages API. */
export function messageRoutes(context: CarrierContext, callerOf: CallerOf): Route[] {
  async function send(request: Request) {
    const account = callerOf(request.headers.authorization)
    const { from, to, body, ref, statusUrl } = readMessage(request)
    const sender = await context.number(account, from)
    if (!sender?.sms)
      throw createError(422, '/messages#1420', 'Invalid sender', 'The `from` parameter is invalid. It must be one of your numbers that can send texts')
    return context.acceptMessage(
      account,
      { id: randomUUID(), from, to, body, ref, statusUrl },
      {
        accepted: ({ id }) => ({ status: 202, body: { message_uuid: id }, headers: { 'x-request-id': randomUUID() } }),
        rejected: (trouble) => REFUSALS[trouble],
      },
    )
  }

  return [route('POST /v1/messages', send, 'send_sms')]
}

const FIELDS = ['message_type', 'channel', 'to', 'from', 'text', 'client_ref', 'webhook_url', 'webhook_version', 'sms', 'ttl', 'trusted_recipient']
const createFieldError = (name: string, reason: string) => createParameterError(422, '/messages#1020', name, reason)

function readMessage(request: Request) {
  if (!hasContentType(request, 'application/json')) throw new Refusal(415, 'The Content-Type must be application/json')
  const { body } = request
  const { to, from, text, client_ref: ref, webhook_url: statusUrl, webhook_version: version } = body
  const unknown = findUnknownField(body, FIELDS) ?? findUnknownField(asObject(body.sms), ['encoding_type', 'content_id', 'entity_id'])
  if (unknown !== null) throw createFieldError(unknown, 'is not known')
  if (body.channel !== 'sms') throw createFieldError('channel', 'must be one of: sms')
  if (body.message_type !== 'text') throw createFieldError('message_type', 'must be one of: text')
  for (const [name, value] of Object.entries({ to, from }))
    if (!/^[1-9]\d{6,14}$/.test(asText(value))) throw createFieldError(name, 'must be digits, without a plus sign')
  if (!asText(text) || asText(text).length > MAX_TEXT_LENGTH) throw createFieldError('text', 'must be between 1 and 3200 characters')
  if (ref !== undefined && (!asText(ref) || asText(ref).length > 100)) throw createFieldError('client_ref', 'must be at most 100 characters')
  if (statusUrl !== undefined && !isWebUrl(statusUrl)) throw createFieldError('webhook_url', 'must be a valid URL')
  if (version !== undefined && version !== 'v1' && version !== 'v0.1') throw createFieldError('webhook_version', 'must be one of: v0.1, v1')
  return { from: `+${asText(from)}`, to: `+${asText(to)}`, body: asText(text), ref: asText(ref) || null, statusUrl: asText(statusUrl) || null }
}
