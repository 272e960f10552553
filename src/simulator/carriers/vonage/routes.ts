import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import { isOfType, isWebAddress, strangerAsked, strangerIn } from '../validation.ts'
import type { CarrierWorld, SimAccount, SimLine } from '../types.ts'
import { mirror } from './applications.ts'
import { invalid, problem, REFUSALS } from './errors.ts'

type CallerOf = (authorization: string | undefined) => SimAccount

const MAX_PAGE_LENGTH = 100
const MAX_TEXT_LENGTH = 3200
const CALLBACKS = ['sip', 'tel', 'app']

/** Balance and numbers: the older API. */
export function numberRoutes(context: CarrierWorld, callerOf: CallerOf): Route[] {
  function numbers(request: Request): Answer {
    const account = callerOf(request.headers.authorization)
    if (strangerAsked(request, ['pattern', 'search_pattern', 'size', 'index', 'country', 'has_application', 'application_id']))
      throw new Refusal(420, 'method failed')
    const { query } = request
    const [size, index] = [Number(query.get('size') ?? 10), Number(query.get('index') ?? 1)]
    if (!(size >= 1 && size <= MAX_PAGE_LENGTH && index >= 1)) throw new Refusal(420, 'method failed')
    const found = context.lines(account).filter(({ id }) => fits(id, query.get('pattern') ?? '', query.get('search_pattern') ?? '0'))
    const page = found.slice((index - 1) * size, index * size)
    return { status: 200, body: found.length > 0 ? { count: found.length, numbers: page.map(numberView) } : {} }
  }

  async function update(request: Request): Promise<Answer> {
    const account = callerOf(request.headers.authorization)
    const { country, msisdn, app_id, voiceCallbackType, voiceCallbackValue } = request.body
    const known = ['country', 'msisdn', 'app_id', 'moHttpUrl', 'moSmppSysType', 'voiceCallbackType', 'voiceCallbackValue', 'voiceStatusCallback']
    const line = context.lineById(account, asText(msisdn))
    const isWell =
      isOfType(request, 'application/x-www-form-urlencoded') &&
      strangerIn(request.body, known) === null &&
      line?.more.country === country &&
      (app_id === undefined || app_id === account.credentials.application_id) &&
      (voiceCallbackType === undefined || CALLBACKS.includes(asText(voiceCallbackType)))
    if (!line || !isWell) throw new Refusal(420, 'method failed')
    // What it is not told it forgets.
    line.more = { country, ...(app_id !== undefined && { app_id }), ...(voiceCallbackType !== undefined && { voiceCallbackType, voiceCallbackValue }) }
    await context.saveLine(line)
    await mirror(context, account)
    return { status: 200, body: { 'error-code': '200', 'error-code-label': 'success' } }
  }

  return [
    route('GET /account/get-balance', () => ({ status: 200, body: { value: 10.28, autoReload: false } }), 'verify'),
    route('GET /account/numbers', numbers, 'numbers'),
    route('POST /number/update', update, 'route_sms'),
  ]
}

function fits(digits: string, pattern: string, where: string): boolean {
  if (where === '1') return digits.includes(pattern)
  return where === '2' ? digits.endsWith(pattern) : digits.startsWith(pattern)
}

const numberView = ({ id, voice, sms, more: { country, ...more } }: SimLine): JsonObject => ({
  country,
  msisdn: id,
  type: 'mobile-lvn',
  features: [...(voice ? ['VOICE'] : []), ...(sms ? ['SMS'] : [])],
  ...more,
})

/** The Messages API. */
export function messageRoutes(context: CarrierWorld, callerOf: CallerOf): Route[] {
  async function send(request: Request) {
    const account = callerOf(request.headers.authorization)
    const { from, to, body, ref, statusUrl } = readMessage(request)
    const sender = await context.line(account, from)
    if (!sender?.sms)
      throw problem(422, '/messages#1420', 'Invalid sender', 'The `from` parameter is invalid. It must be one of your numbers that can send texts')
    return context.take(
      account,
      { id: randomUUID(), from, to, body, ref, statusUrl },
      {
        accepted: ({ id }) => ({ status: 202, body: { message_uuid: id }, headers: { 'x-request-id': randomUUID() } }),
        refused: (trouble) => REFUSALS[trouble],
      },
    )
  }

  return [route('POST /v1/messages', send, 'send_sms')]
}

const FIELDS = ['message_type', 'channel', 'to', 'from', 'text', 'client_ref', 'webhook_url', 'webhook_version', 'sms', 'ttl', 'trusted_recipient']
const refused = (name: string, reason: string) => invalid(422, '/messages#1020', name, reason)

function readMessage(request: Request) {
  if (!isOfType(request, 'application/json')) throw new Refusal(415, 'The Content-Type must be application/json')
  const { body } = request
  const { to, from, text, client_ref: ref, webhook_url: statusUrl, webhook_version: version } = body
  const stranger = strangerIn(body, FIELDS) ?? strangerIn(asObject(body.sms), ['encoding_type', 'content_id', 'entity_id'])
  if (stranger !== null) throw refused(stranger, 'is not known')
  if (body.channel !== 'sms') throw refused('channel', 'must be one of: sms')
  if (body.message_type !== 'text') throw refused('message_type', 'must be one of: text')
  for (const [name, value] of Object.entries({ to, from }))
    if (!/^[1-9]\d{6,14}$/.test(asText(value))) throw refused(name, 'must be digits, without a plus sign')
  if (!asText(text) || asText(text).length > MAX_TEXT_LENGTH) throw refused('text', 'must be between 1 and 3200 characters')
  if (ref !== undefined && (!asText(ref) || asText(ref).length > 100)) throw refused('client_ref', 'must be at most 100 characters')
  if (statusUrl !== undefined && !isWebAddress(statusUrl)) throw refused('webhook_url', 'must be a valid URL')
  if (version !== undefined && version !== 'v1' && version !== 'v0.1') throw refused('webhook_version', 'must be one of: v0.1, v1')
  return { from: `+${asText(from)}`, to: `+${asText(to)}`, body: asText(text), ref: asText(ref) || null, statusUrl: asText(statusUrl) || null }
}
