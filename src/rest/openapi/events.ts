import { z } from 'zod'
import { ENDED_REASONS } from '../../kernel/vocabulary/endedReasons.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import { analysis } from '../examples/calls.ts'
import { tagOf } from './tags.ts'

export const id = z.string().describe('ID as a string.')
export const phone = z.string().describe('Phone number in E.164 format.')
const freeForm = z.record(z.string(), z.unknown())

const Analysis = z.object({
  summary: z.string().nullable(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  success: z.boolean().nullable(),
  in_voicemail: z.boolean().nullable(),
  structured_data: freeForm,
})

/** `data` of each event (spec: Events). */
const DATA: Record<EventType, z.ZodObject> = {
  'call.completed': z.object({
    call_id: id,
    provider_call_id: z.string().nullable(),
    campaign_id: id.nullable(),
    lead_id: id.nullable(),
    direction: z.string().describe('`outbound` or `inbound`.'),
    status: z.string(),
    outcome: z.string().nullable(),
    duration_seconds: z.int(),
    from_number: z.string().describe('Number that placed the call, in E.164 format. `anonymous` if an inbound caller withheld it.'),
    to_number: phone,
    ended_reason: z.enum(ENDED_REASONS).nullable().describe('Why the call ended, with the same values for every voice provider.'),
    provider_ended_reason: z.string().nullable().describe("The voice provider's own reason for the end of the call. `null` if Callwright ended it."),
    summary: z.string().nullable(),
    structured_data: freeForm,
    success_evaluation: z.string().nullable(),
    analysis: Analysis.or(z.strictObject({})).describe('Analysis of the call. `{}` if the call was not analyzed.'),
    metadata: freeForm.describe('Your own data, from the request that placed the call or from your server that selected the agent.'),
  }),
  'sms.received': z.object({ message_id: id, conversation_id: id, from: phone, to: phone, body: z.string() }),
}
const SUMMARY: Record<EventType, string> = { 'call.completed': 'Receive a finished call', 'sms.received': 'Receive an inbound SMS message' }

/** Examples of `data`. */
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

/** Builds the schema of a request to a customer's server with this `data`. */
export const envelope = (type: string, data: z.ZodObject, about = 'ID of the call or message.') =>
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

/** Describes the headers of all requests to customers' servers. */
export const signedHeaders = (type: string) => [
  header('X-Service-Event', true, 'Type of the event.', type),
  header(
    'X-Service-Signature',
    false,
    '`sha256=` and the hex HMAC-SHA256 of the raw body with the signing secret. Sent if a secret is set. Compare it in constant time.',
    'sha256=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('X-Service-Timestamp', true, 'Time of this attempt as a Unix timestamp in seconds.', '1795168800'),
]
const delivery = header('X-Service-Delivery', true, 'ID of the delivery, the same for all its attempts.', '118')

/** Describes the events for `webhooks` in the OpenAPI document. */
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
            description:
              'Sent to the endpoint URL set with `PUT /webhooks`, up to three times. A 2xx response accepts the event, and a 4xx response rejects it.',
            tags: [tagOf('webhooks:read')],
            security: [],
            parameters: [...signedHeaders(type), delivery],
            requestBody: { required: true, content: { 'application/json': { schema, example } } },
            responses: {
              '2XX': { description: 'Accepted.' },
              '4XX': { description: 'Rejected. The event is not sent again.' },
              default: { description: 'Failed. The event is sent up to three times in total.' },
            },
          },
        },
      ]
    }),
  )
