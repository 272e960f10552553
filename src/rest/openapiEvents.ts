import { z } from 'zod'
import type { EventType } from '../inputs/webhooks.ts'

const id = z.string().describe('An id as text')
const phone = z.string().describe('E.164')
const freeForm = z.record(z.string(), z.unknown())

/** What each event carries in `data` (spec: Events). */
const DATA: Record<EventType, z.ZodObject> = {
  'call.completed': z.object({
    call_id: id,
    provider_call_id: z.string().nullable(),
    campaign_id: id.nullable(),
    lead_id: id.nullable(),
    direction: z.string(),
    status: z.string(),
    outcome: z.string().nullable(),
    duration_seconds: z.int(),
    from_number: phone,
    to_number: phone,
    ended_reason: z.string().nullable(),
    summary: z.string().nullable(),
    structured_data: freeForm,
    success_evaluation: z.string().nullable(),
    analysis: freeForm,
    metadata: freeForm.describe('As it was given with the call'),
  }),
  'sms.received': z.object({ message_id: id, conversation_id: id, from: phone, to: phone, body: z.string() }),
}
const SUMMARY: Record<EventType, string> = { 'call.completed': 'A call has ended', 'sms.received': 'A text message came in' }

const envelope = (type: string, data: z.ZodObject) =>
  z.object({
    id: z.string().describe("The call's or message's id"),
    type: z.literal(type),
    created_at: z.iso.datetime({ offset: true }),
    workspace_id: z.string(),
    data,
  })

const header = (name: string, description: string, required: boolean) => ({ name, in: 'header', required, description, schema: { type: 'string' } })

/** The `webhooks` part of the OpenAPI document: what is sent to customers, and signed. */
export const eventOperations = () =>
  Object.fromEntries(
    Object.entries(DATA).map(([type, data]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(envelope(type, data))
      return [
        type,
        {
          post: {
            operationId: `on_${type.replace('.', '_')}`,
            summary: SUMMARY[type as EventType],
            tags: ['webhooks'],
            parameters: [
              header('X-Service-Event', 'The event type', true),
              header('X-Service-Signature', '`sha256=` and the hex HMAC-SHA256 of the raw body under the signing secret; sent once a secret is set', false),
            ],
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses: { '2XX': { description: 'Received. Anything else but a 4xx is tried again, three times in all' } },
          },
        },
      ]
    }),
  )
