import { randomBytes } from 'node:crypto'
import { nowMs } from '../../../kernel/lib/clock.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asList, asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import type { CarrierContext, SimMessage } from '../types.ts'

const KNOWN_FIELDS = ['to', 'from', 'body', 'type', 'delivery_report', 'callback_url', 'client_reference', 'send_at', 'expire_at', 'parameters']
const REPORTS = ['none', 'summary', 'full', 'per_recipient', 'per_recipient_final']
const MAX_BODY_LENGTH = 2_000

export const createBatchId = () => `01${randomBytes(12).toString('hex').toUpperCase()}`

const createError = (status: number, code: string, text: string) => new Refusal(status, text, {}, { code })
const createFormatError = (field: string) => createError(400, 'syntax_invalid_parameter_format', `The value of ${field} is not a valid phone number`)
const createConstraintError = (text: string) => createError(400, 'syntax_constraint_violation', text)

const withPlus = (number: string) => (number.startsWith('+') ? number : `+${number}`)

/** Routes for batches of a service plan. Each batch has one message. */
export function batchRoutes(context: CarrierContext): Route[] {
  const at = '/xms/v1/:plan/batches'
  const accountOf = ({ params }: Request) => context.accountWith('sinch', 'service_plan_id', params.plan!)!

  async function send(request: Request) {
    const account = accountOf(request)
    const { more, ...batch } = readBatch(request, account.keys.callbackUrl !== null)
    if (!(await context.number(account, batch.from))?.sms)
      throw createError(403, 'invalid_originator', 'The sender is not a number of the service plan that can send SMS')
    return context.acceptMessage(
      account,
      { id: createBatchId(), ...batch, more },
      {
        accepted: (message) => ({ status: 201, body: toView(message) }),
        rejected: (trouble) => (trouble === 'invalid_number' ? createFormatError('to') : null),
      },
    )
  }

  function list(request: Request): Answer {
    const { query } = request
    const [size, page] = [Number(query.get('page_size') ?? 30), Number(query.get('page') ?? 0)]
    const since = Date.parse(query.get('start_date') ?? '') || nowMs() - 24 * 60 * 60 * 1000
    const ref = query.get('client_reference')
    const matching = context
      .messages(accountOf(request))
      .filter((message) => message.direction === 'outbound' && message.createdAt >= since && (ref === null || message.ref === ref))
    const batches = matching.toReversed().slice(page * size, (page + 1) * size)
    return { status: 200, body: { count: matching.length, page, page_size: batches.length, batches: batches.map(toView) } }
  }

  return [route(`POST ${at}`, send, 'send_sms'), route(`GET ${at}`, list)]
}

function readBatch({ headers, body }: Request, hasCallbackUrl: boolean) {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw createError(415, 'unsupported_media_type', 'Content-Type must be application/json')
  const unknownField = Object.keys(body).find((name) => !KNOWN_FIELDS.includes(name))
  if (unknownField !== undefined) throw createError(400, 'syntax_invalid_json', `Unrecognized field ${unknownField}`)
  const recipients = asList(body.to).map(asText)
  const [to, from, text] = [withPlus(recipients[0] ?? ''), withPlus(asText(body.from)), asText(body.body)]
  const [report, callback] = [asText(body.delivery_report) || 'none', asText(body.callback_url)]
  if (recipients.length !== 1) throw createConstraintError('The simulator accepts one recipient per batch')
  if (!isE164(to)) throw createFormatError('to')
  if (!text || text.length > MAX_BODY_LENGTH) throw createConstraintError(`body must be from 1 to ${MAX_BODY_LENGTH} characters`)
  if (!REPORTS.includes(report)) throw createConstraintError(`delivery_report must be one of ${REPORTS.join(', ')}`)
  if (callback && !URL.canParse(callback)) throw createConstraintError('callback_url must be a valid URL')
  if (report !== 'none' && !callback && !hasCallbackUrl) throw createError(403, 'missing_callback_url', 'Callback has been requested but no URL is provided')
  return { to, from, body: text, ref: asText(body.client_reference) || null, statusUrl: callback || null, more: { deliveryReport: report } }
}

const toView = ({ id, from, to, body, ref, statusUrl, createdAt, more }: SimMessage): JsonObject => ({
  id,
  to: [to.slice(1)],
  from: from.slice(1),
  canceled: false,
  body,
  type: 'mt_text',
  created_at: new Date(createdAt).toISOString(),
  modified_at: new Date(createdAt).toISOString(),
  delivery_report: more.deliveryReport ?? 'none',
  ...(statusUrl !== null && { callback_url: statusUrl }),
  ...(ref !== null && { client_reference: ref }),
  flash_message: false,
})
