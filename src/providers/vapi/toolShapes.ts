import { z } from 'zod'
import { causeOf } from '../problem.ts'
import { messageOf, oneOf } from '../toolShapeProblems.ts'

const text = z.string().min(1)
const flag = z.boolean()
const within = (min: number, max: number) => z.number().min(min).max(max)
/** A JSON Schema; not checked further. */
const Schema = z.record(z.string(), z.unknown())

const Condition = z.strictObject({ operator: z.enum(['eq', 'neq', 'gt', 'gte', 'lt', 'lte']), param: z.string(), value: z.string() })
const messageFields = {
  content: z.string().max(1000).optional(),
  contents: z.array(z.strictObject({ type: z.literal('text'), text: z.string(), language: text })).optional(),
  conditions: z.array(Condition).optional(),
}
const resultMessageFields = { ...messageFields, role: z.enum(['assistant', 'system']).optional(), endCallAfterSpokenEnabled: flag.optional() }
const Message = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('request-start'), blocking: flag.optional(), ...messageFields }),
    z.strictObject({ type: z.literal('request-complete'), ...resultMessageFields }),
    z.strictObject({ type: z.literal('request-failed'), ...resultMessageFields }),
    z.strictObject({ type: z.literal('request-response-delayed'), timingMilliseconds: within(100, 120_000).optional(), ...messageFields }),
  ],
  oneOf('request-start', 'request-complete', 'request-failed', 'request-response-delayed'),
)
const Rejection = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('regex'),
      regex: text,
      target: z.strictObject({ role: z.enum(['assistant', 'user']).optional(), position: z.int().optional() }).optional(),
      negate: flag.optional(),
    }),
    z.strictObject({ type: z.literal('liquid'), liquid: text }),
  ],
  oneOf('regex', 'liquid'),
)
const commonFields = { messages: z.array(Message).nullish(), rejectionPlan: z.strictObject({ conditions: z.array(Rejection).optional() }).nullish() }

const Backoff = z.strictObject({
  type: z.enum(['fixed', 'exponential']),
  maxRetries: within(0, 10),
  baseDelaySeconds: within(0, 10),
  excludedStatusCodes: z.array(z.int()).optional(),
})
/** The customer's own server. Excludes credentials at Vapi, since those belong to the server administrator. */
const Server = z.strictObject({
  url: text,
  timeoutSeconds: within(1, 300).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  backoffPlan: Backoff.optional(),
})
const Extraction = z.strictObject({ schema: Schema.optional(), aliases: z.array(z.strictObject({ key: text, value: text })).optional() })
const Parameters = z.array(z.strictObject({ key: text, value: z.unknown() }))
const Function = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, messageOf(causeOf('tool_name_invalid', { max: 64 }))),
  description: z.string().optional(),
  strict: flag.optional(),
  parameters: Schema.optional(),
})

const TRANSFER_MODES = 'blind-transfer, blind-transfer-add-summary-to-sip-header, warm-transfer-say-message, warm-transfer-say-summary'
const TransferPlan = z.strictObject({
  mode: z.enum(TRANSFER_MODES.split(', ')),
  message: z.string().optional(),
  timeout: within(1, 600).optional(),
  sipVerb: z.enum(['refer', 'bye', 'dial']).optional(),
  dialTimeout: within(1, 600).optional(),
  summaryPlan: z.strictObject({ enabled: flag.optional(), timeoutSeconds: within(1, 60).optional(), messages: z.array(Schema).optional() }).optional(),
})
const destinationFields = {
  message: z.string().optional(),
  description: z.string().optional(),
  callerId: z.literal('{{customer.number}}', { error: messageOf(causeOf('value_fixed', { value: '{{customer.number}}' })) }).optional(),
  transferPlan: TransferPlan.nullish(),
}
const Destination = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('number'),
      number: text.max(40),
      extension: z
        .string()
        .regex(/^[\d*#]{1,10}$/, messageOf(causeOf('extension_length_invalid')))
        .optional(),
      numberE164CheckEnabled: flag.optional(),
      ...destinationFields,
    }),
    z.strictObject({ type: z.literal('sip'), sipUri: text, ...destinationFields }),
  ],
  oneOf('number', 'sip'),
)
const Handoff = z.strictObject({
  type: z.literal('assistant', oneOf('assistant')),
  assistantId: z.union([z.string().regex(/^\d{1,10}$/), z.int().positive()], { error: messageOf(causeOf('agent_reference_invalid')) }),
  description: z.string().optional(),
  contextEngineeringPlan: z.strictObject({ type: z.enum(['none', 'all', 'userAndAssistantMessages']) }).optional(),
})

const tool = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...commonFields, ...shape })
const titleFields = { name: z.string().optional(), description: z.string().optional(), function: Function.optional() }

const TOOLS = [
  tool('endCall', titleFields),
  tool('transferCall', { ...titleFields, destinations: z.array(Destination).min(1) }),
  tool('dtmf', { ...titleFields, sipInfoDtmfEnabled: flag.optional() }),
  tool('sms', titleFields),
  tool('voicemail', { ...titleFields, beepDetectionEnabled: flag.optional() }),
  tool('apiRequest', {
    ...titleFields,
    url: text,
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    name: z.string().max(40).optional(),
    body: Schema.nullish(),
    headers: Schema.nullish(),
    parameters: Parameters.optional(),
    timeoutSeconds: within(1, 300).optional(),
    backoffPlan: Backoff.nullish(),
    variableExtractionPlan: Extraction.nullish(),
  }),
  tool('function', {
    function: Function,
    server: Server,
    async: flag.optional(),
    parameters: Parameters.optional(),
    variableExtractionPlan: Extraction.nullish(),
  }),
  tool('code', {
    code: text.max(50_000),
    function: Function,
    async: flag.optional(),
    timeoutSeconds: within(1, 30).optional(),
    environmentVariables: z.array(z.strictObject({ name: text.max(64), value: z.string().max(10_000) })).optional(),
    variableExtractionPlan: Extraction.nullish(),
  }),
  tool('mcp', { ...titleFields, server: Server, metadata: z.strictObject({ protocol: z.enum(['sse', 'shttp']) }).optional() }),
  tool('handoff', { ...titleFields, destinations: z.array(Handoff).min(1) }),
] as const

const TYPES = TOOLS.map(({ shape }) => shape.type.value)

/**
 * Vapi tools that agents can have, with all allowed fields. Excludes tools that use accounts, files or machines of the organization at Vapi,
 * which all workspaces share.
 */
export const VapiTool = z.discriminatedUnion('type', TOOLS, {
  error: ({ input }) =>
    messageOf(causeOf('tool_type_unsupported', { type: JSON.stringify((input as { type?: unknown }).type ?? null), voice_engine: 'vapi', values: TYPES })),
})
