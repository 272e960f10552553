import { z } from 'zod'
import { AssistantAnswer } from '../../inputs/numbers.ts'
import { envelope, id, phone, signedHeaders } from './events.ts'
import { tagOf } from './tags.ts'

const TYPE = 'assistant.request'
const Data = z.object({
  request_id: z.string().describe('Same as `id`.'),
  number_id: id,
  from_number: z.string().describe('Number of the caller in E.164 format. `anonymous` if it is withheld.'),
  to_number: phone,
  provider: z.string().describe('Voice provider of the call. The agent must be published to it.'),
})
const request_id = '0d3ad3c5-4a29-4f5a-9a38-9d2f4cf5a0d1'
const example = {
  id: request_id,
  type: TYPE,
  created_at: '2026-11-20T10:00:00.000Z',
  workspace_id: '1',
  data: { request_id, number_id: '5', from_number: '+14155550123', to_number: '+14155550142', provider: 'retell' },
}

const schemaOf = (type: z.ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input' })
  return schema
}

/** Describes the request to a customer's server that selects the agent of a call, for `webhooks` in the OpenAPI document. */
export const assistantOperation = () => ({
  [TYPE]: {
    post: {
      operationId: 'on_assistant_request',
      summary: 'Select the agent for an inbound call',
      description:
        "Sent once to the `assistant_request_url` of the called number and signed with that number's secret. Respond within four seconds. " +
        "If the response is late or cannot be used, the number's own agent answers.",
      tags: [tagOf('numbers:read')],
      security: [],
      parameters: signedHeaders(TYPE),
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(envelope(TYPE, Data, 'ID of the request.')), example } } },
      responses: {
        200: {
          description: 'Agent and options for the call. All fields are optional.',
          content: { 'application/json': { schema: schemaOf(AssistantAnswer), example: { agent_id: 12, variables: { customer_name: 'Ada' } } } },
        },
        default: { description: "The number's own agent answers." },
      },
    },
  },
})
