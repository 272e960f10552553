import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asList, asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import { createMessageId } from './access.ts'
import type { CarrierContext, SimAccount, SimMessage, MessageStep } from '../types.ts'

const KNOWN_FIELDS = ['applicationId', 'to', 'from', 'text', 'media', 'tag', 'priority', 'expiration']
const MAX_TEXT_LENGTH = 2_048

const createFieldError = (fieldName: string, description: string) =>
  new Refusal(400, 'Your request could not be accepted', {}, { fieldErrors: [{ fieldName, description }] })

/** A message as responses and callbacks contain it. */
export const toMessageView = (account: SimAccount, { id, direction, from, to, media, createdAt, ref }: SimMessage): JsonObject => ({
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

/** Sends messages, and lists them. */
export function messageRoutes(context: CarrierContext): Route[] {
  const at = '/users/:account/messages'
  const accountOf = ({ params }: Request) => context.account('bandwidth', params.account!)!

  async function send(request: Request) {
    const account = accountOf(request)
    const { to, from, text, tag } = readMessage(account, request)
    if (!(await context.number(account, from))?.sms) throw createFieldError('from', `'${from}' must be a number of the account that can send messages`)
    return context.acceptMessage(
      account,
      { id: createMessageId(), from, to, body: text, ref: tag || null, statusUrl: null },
      {
        accepted: (message) => ({ status: 202, body: { ...toMessageView(account, message), text: message.body } }),
        rejected: (trouble) => (trouble === 'invalid_number' ? createFieldError('to', `'${to}' must be a valid phone number`) : null),
      },
    )
  }

  function list(request: Request): Answer {
    const { query } = request
    const account = accountOf(request)
    const filter = { from: query.get('sourceTn'), to: query.get('destinationTn'), direction: query.get('messageDirection')?.toLowerCase() ?? null }
    const since = Date.parse(query.get('fromDateTime') ?? '') || 0
    const matching = context
      .messages(account)
      .filter(
        (message) =>
          (['from', 'to', 'direction'] as const).every((name) => filter[name] === null || message[name] === filter[name]) && message.createdAt >= since,
      )
      .toReversed()
    const messages = matching.slice(0, Number(query.get('limit') ?? 100)).map((message) => toListedMessage(account, message, context.stepOf(message)))
    return { status: 200, body: { totalCount: matching.length, pageInfo: {}, messages } }
  }

  return [route(`POST ${at}`, send, 'send_sms'), route(`GET ${at}`, list)]
}

function readMessage(account: SimAccount, { headers, body }: Request) {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refusal(415, 'Content-Type must be application/json')
  const unknownField = Object.keys(body).find((name) => !KNOWN_FIELDS.includes(name))
  if (unknownField !== undefined) throw createFieldError(unknownField, `'${unknownField}' is not a field of a message`)
  const [recipients, from, text] = [asList(body.to).map(asText), asText(body.from), asText(body.text)]
  const to = recipients[0] ?? ''
  if (body.applicationId !== account.credentials.application_id) throw createFieldError('applicationId', 'is not an application of the account')
  if (recipients.length !== 1 || !isE164(to)) throw createFieldError('to', `'${to}' must be a valid phone number`)
  if (!text || text.length > MAX_TEXT_LENGTH) throw createFieldError('text', `must be from 1 to ${MAX_TEXT_LENGTH} characters`)
  return { to, from, text, tag: asText(body.tag) }
}

const STATUSES: Record<MessageStep['status'], string> = { sent: 'SENDING', delivered: 'DELIVERED', undelivered: 'UNDELIVERED', failed: 'FAILED' }

const toListedMessage = (account: SimAccount, message: SimMessage, step: MessageStep | null): JsonObject => ({
  messageId: message.id,
  accountId: account.id,
  sourceTn: message.from,
  destinationTn: message.to,
  messageStatus: message.direction === 'inbound' ? 'RECEIVED' : step ? STATUSES[step.status] : 'ACCEPTED',
  messageDirection: message.direction.toUpperCase(),
  messageType: 'sms',
  segmentCount: 1,
  errorCode: 0,
  receiveTime: new Date(message.createdAt).toISOString(),
  messageLength: message.body.length,
})
