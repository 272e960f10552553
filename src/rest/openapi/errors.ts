import { always, perhaps, TO_CALLERS } from './headers.ts'

interface Refusal {
  description: string
  /** The schema of the body. */
  body: 'Error' | 'InsufficientFunds' | 'ValidationError'
  headers: object
  /** Examples of `detail` by name. */
  details: Readonly<Record<string, unknown>>
}

const callerHeaders = always(TO_CALLERS)
const anyHeaders = always(['X-Request-Id'])

/** Errors by status (spec: Errors). */
const REFUSALS: Record<number, Refusal> = {
  400: {
    description: 'Invalid request.',
    body: 'Error',
    headers: callerHeaders,
    details: { phone_number: 'Invalid phone number', nothing_to_change: 'No fields to update' },
  },
  401: {
    description: 'Missing, malformed, unknown, revoked or expired API key.',
    body: 'Error',
    headers: anyHeaders,
    details: { unknown: 'Invalid API key', malformed: 'Invalid API key format', revoked: 'API key revoked', expired: 'API key expired' },
  },
  402: {
    description: 'The available balance is too low. Nothing was placed or sent.',
    body: 'InsufficientFunds',
    headers: callerHeaders,
    details: {
      empty: {
        error: 'insufficient_funds',
        message: 'The available balance is 0.4000 USD, and a call reserves 1.2000 USD. Add funds and try again.',
        balance: '0.4000',
        required: '1.2000',
      },
    },
  },
  403: {
    description: 'The key does not have the scope, or the number is on the do-not-call list.',
    body: 'Error',
    headers: callerHeaders,
    details: { scope: 'Missing scope: agents:write', do_not_call: 'The number is on the do-not-call list.' },
  },
  404: {
    description: 'The resource does not exist or belongs to another workspace.',
    body: 'Error',
    headers: callerHeaders,
    details: { absent: 'Agent not found' },
  },
  409: {
    description: 'Conflict with the current status, or an `Idempotency-Key` that was used with another body.',
    body: 'Error',
    headers: callerHeaders,
    details: {
      idempotency_key: 'Idempotency-Key was already used with a different request body',
      state: 'This agent is already being published. Try again in a moment.',
    },
  },
  413: {
    description: 'The body is too large.',
    body: 'Error',
    headers: callerHeaders,
    details: { too_large: 'The request body is larger than 262144 bytes.' },
  },
  415: {
    description: 'The body is not JSON, or it is compressed.',
    body: 'Error',
    headers: callerHeaders,
    details: { type: 'Content-Type must be application/json.', compressed: 'Compressed request bodies are not accepted.' },
  },
  422: {
    description: 'Invalid fields, all in one list, or a valid request that is not possible in the current status.',
    body: 'ValidationError',
    headers: callerHeaders,
    details: {
      validation: [
        { loc: ['body', 'name'], msg: 'field required', type: 'value_error.missing' },
        { loc: ['body', 'lang'], msg: 'str type expected', type: 'type_error.string' },
      ],
      state: 'Agent is not synced: publish or update it first',
      not_publishable: {
        error: 'agent_not_publishable',
        message:
          'Agent could not be published, check its configuration: voice_id: A voice is required to publish, such as retell-Cimo; model: The provider has no ' +
          'model gpt-0',
        problems: [
          { field: 'voice_id', code: 'voice_required', details: { example: 'retell-Cimo' }, reason: 'A voice is required to publish, such as retell-Cimo' },
          { field: 'model', code: 'provider_refused', details: { error: 'The provider has no model gpt-0' }, reason: 'The provider has no model gpt-0' },
        ],
      },
      not_ready: {
        error: 'campaign_not_ready',
        message: 'The campaign is not ready to start. The campaign has no leads to call.',
        missing: [{ requirement: 'leads', message: 'The campaign has no leads to call.', action: 'Add leads with POST /campaigns/12/leads.' }],
        suggestions: ['Set a budget. Without one, the campaign can spend the whole balance.'],
        skipped: [],
      },
    },
  },
  429: {
    description: 'Too many requests of the workspace, or too many invalid API keys from this IP address. Wait `Retry-After` seconds.',
    body: 'Error',
    headers: { ...perhaps(TO_CALLERS), ...anyHeaders, ...always(['Retry-After']) },
    details: {
      minute: 'API rate limit exceeded (per minute). Slow down and retry shortly.',
      day: 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.',
      wrong_keys: 'Too many requests. Please try again later.',
    },
  },
  500: {
    description: 'Internal error. Include the `X-Request-Id` when you report it.',
    body: 'Error',
    headers: anyHeaders,
    details: { fault: 'Internal server error' },
  },
  502: {
    description: 'The voice provider or the carrier failed. Retry.',
    body: 'Error',
    headers: callerHeaders,
    details: { provider: 'The voice provider retell could not be reached: connect ECONNREFUSED' },
  },
  503: {
    description: 'The server is busy, or its database is temporarily unavailable. Retry the request.',
    body: 'Error',
    headers: anyHeaders,
    details: { database: 'The database is temporarily unavailable. Try again in a moment.' },
  },
}

const text = { type: 'string' }
const withDetail = (detail: object) => ({ type: 'object', properties: { detail }, required: ['detail'] })

/** The schemas of error bodies. */
export const errorSchemas = {
  Error: { ...withDetail(text), description: 'Error message.' },
  InsufficientFunds: {
    ...withDetail({
      type: 'object',
      properties: { error: { const: 'insufficient_funds' }, message: text, balance: text, required: text },
      required: ['error', 'message', 'balance', 'required'],
    }),
    description: 'Available balance and required amount, in the currency of the wallet.',
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
    description: 'Invalid fields, or why the request is not possible in the current status.',
  },
  AgentNotPublishable: {
    type: 'object',
    description: 'Problems that prevent an agent from being published.',
    properties: {
      error: { const: 'agent_not_publishable' },
      message: { ...text, description: 'All problems as text.' },
      problems: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            field: {
              type: ['string', 'null'],
              description: 'Name of the field, such as `voice_id` or `general_tools[0].url`. `null` if the voice provider names none.',
            },
            code: { ...text, description: 'Cause, such as `voice_required`: a value of `AgentProblemCode` in GraphQL.' },
            details: { type: 'object', description: 'Facts of the code.' },
            reason: text,
          },
          required: ['field', 'code', 'details', 'reason'],
        },
        minItems: 1,
      },
    },
    required: ['error', 'message', 'problems'],
  },
  CampaignNotReady: {
    type: 'object',
    description: 'Requirements that prevent a campaign from starting, with recommendations.',
    properties: {
      error: { const: 'campaign_not_ready' },
      message: { ...text, description: 'All missing requirements as text.' },
      missing: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            requirement: { ...text, description: 'Code of the requirement, such as `agent_published` or `leads`.' },
            message: text,
            action: { ...text, description: 'API request or dashboard page that fixes it.' },
          },
          required: ['requirement', 'message', 'action'],
        },
        minItems: 1,
      },
      suggestions: { type: 'array', items: text },
      skipped: {
        type: 'array',
        description: 'Number of waiting leads that will not be called, by reason.',
        items: { type: 'object', properties: { reason: text, count: { type: 'integer' } }, required: ['reason', 'count'] },
      },
    },
    required: ['error', 'message', 'missing', 'suggestions', 'skipped'],
  },
  ValidationItem: {
    type: 'object',
    description: 'Invalid field.',
    properties: {
      loc: { type: 'array', items: { type: ['string', 'integer'] }, description: '`body`, `query`, `path` or `header`, followed by the path to the value.' },
      msg: text,
      type: { ...text, description: 'Code of the error, such as `value_error.missing` or `type_error.integer`.' },
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

/** Returns references to the error responses with these statuses. */
export const refusals = (statuses: Iterable<number>) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
