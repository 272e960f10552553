import { z } from 'zod'
import { ENDED_REASONS } from '../../kernel/vocabulary/endedReasons.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { analysis } from '../examples/calls.ts'
import { tagOf } from './tags.ts'

export const id = z.string().describe('An id as text')
export const phone = z.string().describe('E.164')
const freeForm = z.record(z.string(), z.unknown())

const Analysis = z.object({
  summary: z.string().nullable(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  success: z.boolean().nullable(),
  in_voicemail: z.boolean().nullable(),
  structured_data: freeForm,
})

/** What each event carries in `data` (spec: Events). */
const DATA: Record<EventType, z.ZodObject> = {
  'call.completed': z.object({
    call_id: id,
    provider_call_id: z.string().nullable(),
    campaign_id: id.nullable(),
    lead_id: id.nullable(),
    direction: z.string().describe('outbound or inbound'),
    status: z.string(),
    outcome: z.string().nullable(),
    duration_seconds: z.int(),
    from_number: z.string().describe('E.164; anonymous where a caller shows no number'),
    to_number: phone,
    ended_reason: z.enum(ENDED_REASONS).nullable().describe('How the call ended, in the same words for every voice provider'),
    provider_ended_reason: z.string().nullable().describe("The voice provider's own word for it; null where Callwright ended the call"),
    summary: z.string().nullable(),
    structured_data: freeForm,
    success_evaluation: z.string().nullable(),
    analysis: Analysis.or(z.strictObject({})).describe('`{}` where the call was not analyzed'),
    metadata: freeForm.describe('As it was given with the call, or by your server that said who answers'),
  }),
  'sms.received': z.object({ message_id: id, conversation_id: id, from: phone, to: phone, body: z.string() }),
}
const SUMMARY: Record<EventType, string> = { 'call.completed': 'A call has ended', 'sms.received': 'A text message came in' }

/** `data` as a receiver may see it. */
const EXAMPLES: Record<EventType, object> = {
  'call.completed': {
    call_id: '42',
    provider_call_id: 'call_8f7d0c',
    campaign_id: null,
    lead_id: null,
    direction: 'outbound',
    status: 'completed',
    outcome: 'success',
    duration_seconds: 42,
    from_number: '+12025550100',
    to_number: '+14155550100',
    ended_reason: 'agent_hangup',
    provider_ended_reason: 'agent_hangup',
    summary: 'Bob confirmed his appointment on Monday.',
    structured_data: { confirmed: true },
    success_evaluation: 'true',
    analysis,
    metadata: { order: 'A-1' },
  },
  'sms.received': { message_id: '9', conversation_id: '3', from: '+14155550100', to: '+12025550100', body: 'Yes, Monday is fine.' },
}

/** What is sent to customers' servers, around its `data`. */
export const envelope = (type: string, data: z.ZodObject, about = "The call's or message's id") =>
  z.object({
    id: z.string().describe(about),
    type: z.literal(type),
    created_at: z.iso.datetime({ offset: true }),
    workspace_id: z.string(),
    data,
  })

const header = (name: string, required: boolean, description: string, example: string) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of everything that is sent to customers' servers. */
export const signedHeaders = (type: string) => [
  header('X-Service-Event', true, 'The event type', type),
  header(
    'X-Service-Signature',
    false,
    '`sha256=` and the hex HMAC-SHA256 of the raw body under the signing secret; sent once a secret is set. Compare it in constant time',
    'sha256=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('X-Service-Timestamp', true, 'When this attempt was made, in seconds since 1970', '1795168800'),
]
const delivery = header('X-Service-Delivery', true, 'The delivery, the same for every attempt at it', '118')

/** The `webhooks` part of the OpenAPI document: what is sent to customers, and signed. */
export const eventOperations = () =>
  Object.fromEntries(
    (Object.entries(DATA) as [EventType, z.ZodObject][]).map(([type, data]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(envelope(type, data), { io: 'input' })
      const example = { id: Object.values(EXAMPLES[type])[0] as string, type, created_at: '2026-11-20T10:00:45.000Z', workspace_id: '1', data: EXAMPLES[type] }
      return [
        type,
        {
          post: {
            operationId: `on_${type.replace('.', '_')}`,
            summary: SUMMARY[type],
            description: 'Sent to the address set by `PUT /webhooks`, at most three times: until it is answered with a 2xx, or refused with a 4xx.',
            tags: [tagOf('webhooks:read')],
            security: [],
            parameters: [...signedHeaders(type), delivery],
            requestBody: { required: true, content: { 'application/json': { schema, example } } },
            responses: {
              '2XX': { description: 'Received' },
              '4XX': { description: 'Refused: it is not sent again' },
              default: { description: 'It is tried again, three times in all' },
            },
          },
        },
      ]
    }),
  )
