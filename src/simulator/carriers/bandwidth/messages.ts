import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asList, asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import { newMessageId } from './access.ts'
import type { CarrierWorld, SimAccount, SimText, TextStep } from '../types.ts'

const KNOWN = ['applicationId', 'to', 'from', 'text', 'media', 'tag', 'priority', 'expiration']
const MAX_TEXT_LENGTH = 2_048

const invalid = (fieldName: string, description: string) =>
  new Refusal(400, 'Your request could not be accepted', {}, { fieldErrors: [{ fieldName, description }] })

/** A message as answers and callbacks have it. */
export const messageView = (account: SimAccount, { id, direction, from, to, media, createdAt, ref }: SimText): JsonObject => ({
  id,
  owner: direction === 'inbound' ? to : from,
  applicationId: account.credentials.application_id,
  time: new Date(createdAt).toISOString(),
  segmentCount: 1,
  direction: direction === 'inbound' ? 'in' : 'out',
  to: [to],
  from,
  ...(media.length > 0 && { media }),
  ...(ref !== null && { tag: ref }),
})

/** Sending a message, and the list of those that were. */
export function messageRoutes(context: CarrierWorld): Route[] {
  const at = '/users/:account/messages'
  const accountOf = ({ params }: Request) => context.account('bandwidth', params.account!)!

  async function send(request: Request) {
    const account = accountOf(request)
    const { to, from, text, tag } = readMessage(account, request)
    if (!(await context.line(account, from))?.sms) throw invalid('from', `'${from}' must be a number of the account that can send messages`)
    return context.take(
      account,
      { id: newMessageId(), from, to, body: text, ref: tag || null, statusUrl: null },
      {
        accepted: (taken) => ({ status: 202, body: { ...messageView(account, taken), text: taken.body } }),
        refused: (trouble) => (trouble === 'invalid_number' ? invalid('to', `'${to}' must be a valid phone number`) : null),
      },
    )
  }

  function list(request: Request): Answer {
    const { query } = request
    const account = accountOf(request)
    const asked = { from: query.get('sourceTn'), to: query.get('destinationTn'), direction: query.get('messageDirection')?.toLowerCase() ?? null }
    const since = Date.parse(query.get('fromDateTime') ?? '') || 0
    const found = context
      .texts(account)
      .filter((text) => (['from', 'to', 'direction'] as const).every((name) => asked[name] === null || text[name] === asked[name]) && text.createdAt >= since)
      .toReversed()
    const messages = found.slice(0, Number(query.get('limit') ?? 100)).map((text) => listed(account, text, context.stepOf(text)))
    return { status: 200, body: { totalCount: found.length, pageInfo: {}, messages } }
  }

  return [route(`POST ${at}`, send, 'send_sms'), route(`GET ${at}`, list)]
}

function readMessage(account: SimAccount, { headers, body }: Request) {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refusal(415, 'Content-Type must be application/json')
  const unknown = Object.keys(body).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw invalid(unknown, `'${unknown}' is not a field of a message`)
  const [recipients, from, text] = [asList(body.to).map(asText), asText(body.from), asText(body.text)]
  const to = recipients[0] ?? ''
  if (body.applicationId !== account.credentials.application_id) throw invalid('applicationId', 'is not an application of the account')
  if (recipients.length !== 1 || !isE164(to)) throw invalid('to', `'${to}' must be a valid phone number`)
  if (!text || text.length > MAX_TEXT_LENGTH) throw invalid('text', `must be from 1 to ${MAX_TEXT_LENGTH} characters`)
  return { to, from, text, tag: asText(body.tag) }
}

const STATUSES: Record<TextStep['status'], string> = { sent: 'SENDING', delivered: 'DELIVERED', undelivered: 'UNDELIVERED', failed: 'FAILED' }

const listed = (account: SimAccount, text: SimText, step: TextStep | null): JsonObject => ({
  messageId: text.id,
  accountId: account.id,
  sourceTn: text.from,
  destinationTn: text.to,
  messageStatus: text.direction === 'inbound' ? 'RECEIVED' : step ? STATUSES[step.status] : 'ACCEPTED',
  messageDirection: text.direction.toUpperCase(),
  messageType: 'sms',
  segmentCount: 1,
  errorCode: 0,
  receiveTime: new Date(text.createdAt).toISOString(),
  messageLength: text.body.length,
})
