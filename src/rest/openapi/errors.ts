import { always, perhaps, TO_CALLERS } from './headers.ts'

interface Refusal {
  description: string
  /** The schema of its body. */
  body: 'Error' | 'InsufficientFunds' | 'ValidationError'
  headers: object
  /** `detail` as callers may see it, by a name for each case. */
  details: Readonly<Record<string, unknown>>
}

const known = always(TO_CALLERS)
const unknown = always(['X-Request-Id'])

/** Every way a request can fail (spec: Errors). */
const REFUSALS: Record<number, Refusal> = {
  400: {
    description: 'Well-formed but wrong',
    body: 'Error',
    headers: known,
    details: { phone_number: 'Invalid phone number', nothing_to_change: 'No fields to update' },
  },
  401: {
    description: 'Missing, malformed, unknown, revoked or expired API key',
    body: 'Error',
    headers: unknown,
    details: { unknown: 'Invalid API key', malformed: 'Invalid API key format', revoked: 'API key revoked', expired: 'API key expired' },
  },
  402: {
    description: 'The wallet does not hold enough money; nothing was dialled',
    body: 'InsufficientFunds',
    headers: known,
    details: {
      empty: {
        error: 'insufficient_funds',
        message: 'The wallet has 0.4000 USD free and a call needs 1.2000. Top it up and try again.',
        balance: '0.4000',
        required: '1.2000',
      },
    },
  },
  403: {
    description: 'The key lacks the scope, or the destination is on the do-not-call list',
    body: 'Error',
    headers: known,
    details: { scope: 'Missing scope: agents:write', do_not_call: 'The number is on the do-not-call list' },
  },
  404: { description: 'Absent, or in another workspace: both look alike', body: 'Error', headers: known, details: { absent: 'Agent not found' } },
  409: {
    description: 'In conflict with the present state, or an `Idempotency-Key` used before with another body',
    body: 'Error',
    headers: known,
    details: {
      idempotency_key: 'Idempotency-Key was already used with a different request body',
      state: 'The agent is being published at this moment',
    },
  },
  413: { description: 'The body is too large', body: 'Error', headers: known, details: { too_large: 'The body is larger than 262144 bytes' } },
  415: {
    description: 'The body is not JSON, or compressed',
    body: 'Error',
    headers: known,
    details: { type: 'Content-Type must be application/json', compressed: 'Compressed bodies are not accepted' },
  },
  422: {
    description: 'Not valid: every wrong field is named at once. Or valid, and not possible in the present state',
    body: 'ValidationError',
    headers: known,
    details: {
      validation: [
        { loc: ['body', 'name'], msg: 'field required', type: 'value_error.missing' },
        { loc: ['body', 'lang'], msg: 'str type expected', type: 'type_error.string' },
      ],
      state: 'Agent is not synced: publish or update it first',
      not_publishable: {
        error: 'agent_not_publishable',
        message: 'Agent could not be published, check its configuration: voice_id: A voice is needed; model: The provider has no model gpt-0',
        problems: [
          { field: 'voice_id', reason: 'A voice is needed' },
          { field: 'model', reason: 'The provider has no model gpt-0' },
        ],
      },
      not_ready: {
        error: 'campaign_not_ready',
        message: 'The campaign is not ready to start: No lead waits to be called',
        missing: [{ requirement: 'leads', message: 'No lead waits to be called', action: 'Add leads with POST /campaigns/12/leads' }],
        suggestions: ['Set a budget in the settings: without one its calls may use up the wallet'],
        skipped: [],
      },
    },
  },
  429: {
    description: 'Too many requests: wait `Retry-After` seconds. The workspace is over its limit, or this address has tried too many wrong keys',
    body: 'Error',
    headers: { ...perhaps(TO_CALLERS), ...unknown, ...always(['Retry-After']) },
    details: {
      minute: 'API rate limit exceeded (per minute). Slow down and retry shortly.',
      day: 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.',
      wrong_keys: 'Too many requests. Please try again later.',
    },
  },
  500: { description: 'A fault of the server; quote the `X-Request-Id`', body: 'Error', headers: unknown, details: { fault: 'Internal server error' } },
  502: {
    description: 'The voice provider refused or could not be reached: retry',
    body: 'Error',
    headers: known,
    details: { provider: 'The voice provider retell could not be reached: connect ECONNREFUSED' },
  },
  503: {
    description: 'The server is busy, or has lost its database for a moment: retry',
    body: 'Error',
    headers: unknown,
    details: { database: 'The server has lost its database for a moment: try again' },
  },
}

const text = { type: 'string' }
const withDetail = (detail: object) => ({ type: 'object', properties: { detail }, required: ['detail'] })

/** The bodies of refusals. */
export const errorSchemas = {
  Error: { ...withDetail(text), description: 'A refusal in a sentence' },
  InsufficientFunds: {
    ...withDetail({
      type: 'object',
      properties: { error: { const: 'insufficient_funds' }, message: text, balance: text, required: text },
      required: ['error', 'message', 'balance', 'required'],
    }),
    description: 'What the wallet has free and what the call needs, in the currency of the wallet',
  },
  ValidationError: {
    ...withDetail({
      anyOf: [
        { type: 'array', items: { $ref: '#/components/schemas/ValidationItem' }, minItems: 1 },
        text,
        { $ref: '#/components/schemas/AgentNotPublishable' },
        { $ref: '#/components/schemas/CampaignNotReady' },
      ],
    }),
    description: 'The invalid fields, or why it is not possible in the present state',
  },
  AgentNotPublishable: {
    type: 'object',
    description: 'Why an agent cannot be published as it is: everything that is known to be wrong with it',
    properties: {
      error: { const: 'agent_not_publishable' },
      message: { ...text, description: 'All the problems in a sentence' },
      problems: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            field: { type: ['string', 'null'], description: 'Such as `voice_id` or `general_tools[0].url`; null where the voice provider does not tell' },
            reason: text,
          },
          required: ['field', 'reason'],
        },
        minItems: 1,
      },
    },
    required: ['error', 'message', 'problems'],
  },
  CampaignNotReady: {
    type: 'object',
    description: 'Why a campaign cannot be started as it is: everything that is missing, and what is worth a thought',
    properties: {
      error: { const: 'campaign_not_ready' },
      message: { ...text, description: 'All that is missing in a sentence' },
      missing: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            requirement: { ...text, description: 'A stable word, such as `agent_published` or `leads`' },
            message: text,
            action: { ...text, description: 'Which call or page mends it' },
          },
          required: ['requirement', 'message', 'action'],
        },
        minItems: 1,
      },
      suggestions: { type: 'array', items: text },
      skipped: {
        type: 'array',
        description: 'How many of the leads that wait will not be called, and why',
        items: { type: 'object', properties: { reason: text, count: { type: 'integer' } }, required: ['reason', 'count'] },
      },
    },
    required: ['error', 'message', 'missing', 'suggestions', 'skipped'],
  },
  ValidationItem: {
    type: 'object',
    description: 'One invalid field',
    properties: {
      loc: { type: 'array', items: { type: ['string', 'integer'] }, description: '`body`, `query`, `path` or `header`, then the way to the value' },
      msg: text,
      type: { ...text, description: 'Such as `value_error.missing` or `type_error.integer`' },
    },
    required: ['loc', 'msg', 'type'],
  },
}

const jsonOf = ({ body, details }: Refusal) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${body}` },
    examples: Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, { value: { detail } }])),
  },
})

export const errorResponses = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, refusal]) => [
    `Error${status}`,
    { description: refusal.description, headers: refusal.headers, content: jsonOf(refusal) },
  ]),
)

/** References to the refusals of these statuses. */
export const refusals = (statuses: Iterable<number>) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
