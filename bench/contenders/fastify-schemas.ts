/** The schemas of responses, for Fastify's compiled serialization. */
const text = { type: 'string' }
const textOrNull = { type: 'string', nullable: true }
const integer = { type: 'integer' }
const integerOrNull = { type: 'integer', nullable: true }
const number = { type: 'number', nullable: true }
const flag = { type: 'boolean' }
const moment = { type: 'string', format: 'date-time', nullable: true }
/** Objects with arbitrary content. */
const anything = {}

const object = (properties: object) => ({ type: 'object', properties })
const list = (items: object) => ({ type: 'array', items })

const summary = { id: integer, status: text, to_number: text, detected_language: textOrNull }

export const pageSchema = object({
  items: list(object(summary)),
  data: list(object(summary)),
  has_more: flag,
  next_cursor: textOrNull,
})

export const callSchema = object({
  ...summary,
  direction: text,
  agent_id: integer,
  campaign_id: integerOrNull,
  lead_id: integerOrNull,
  from_number: text,
  provider: text,
  provider_call_id: textOrNull,
  duration_seconds: integerOrNull,
  outcome: textOrNull,
  ended_reason: textOrNull,
  provider_ended_reason: textOrNull,
  summary: textOrNull,
  transcript: list(object({ role: text, text, start_seconds: number })),
  analysis: anything,
  structured_data: anything,
  validation_errors: anything,
  success_evaluation: textOrNull,
  cost: textOrNull,
  cost_lines: list(object({ type: text, description: text, seconds: integerOrNull, unit_price: textOrNull, amount: text })),
  currency: text,
  metadata: anything,
  recording_url: text,
  recording_advisory: object({ recorded: flag, reason: text, country: textOrNull, message: text, rules_version: textOrNull }),
  timing_advisory: anything,
  created_at: moment,
  started_at: moment,
  ended_at: moment,
})
