import { z } from 'zod'
import { e164 } from '../phones.ts'

const text = z.string().min(1)
const texts = z.record(z.string(), z.string())
const flag = z.boolean()
const hasVariable = (value: string) => /\{\{.+\}\}/.test(value)
const within = (least: number, most: number) => z.number().min(least).max(most)

/** What every tool may say of itself, and while it is at work. */
const common = {
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A name is 1 to 64 letters, digits, dashes and underscores'),
  description: z.string().optional(),
}
const speaking = {
  execution_message_description: z.string().optional(),
  execution_message_type: z.enum(['prompt', 'static_text']).optional(),
  speak_during_execution: flag.optional(),
}
const working = { ...speaking, speak_after_execution: flag.optional(), enable_typing_sound: flag.optional(), response_variables: texts.optional() }
const cal = { cal_api_key: text, event_type_id: z.union([z.number(), text]), timezone: z.string().optional() }

const foreign = (hint: string) => ({ error: `Retell has nothing that corresponds to this: ${hint}` })
const tool = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.looseObject({ type: z.literal(type), ...common, ...shape })
const oneOf = (words: string) => ({ error: `Must be one of ${words}` })

const Address = text.refine((url) => hasVariable(url) || /^https?:\/\/\S+$/i.test(url), 'Must be an address that begins with https:// or http://')

const Destination = z.discriminatedUnion(
  'type',
  [
    z.looseObject({
      type: z.literal('predefined'),
      number: text.refine(
        (number) => hasVariable(number) || /^sips?:/i.test(number) || e164(number) !== null,
        'Must be a number in E.164, such as +390212340100',
      ),
      extension: z
        .string()
        .regex(/^([\d*#]+|\{\{.+\}\})$/, 'Must be digits, * and #')
        .optional(),
    }),
    z.looseObject({ type: z.literal('inferred'), prompt: text }),
  ],
  oneOf('predefined, inferred'),
)

const ringing = { transfer_ring_duration_ms: within(5_000, 300_000).optional(), show_transferee_as_caller: flag.optional() }
const Music = z.enum(['none', 'relaxing_sound', 'uplifting_beats', 'ringtone', 'custom']).optional()
const TransferOption = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('cold_transfer'), cold_transfer_mode: z.enum(['sip_refer', 'sip_invite']).optional(), ...ringing }),
    z.looseObject({ type: z.literal('warm_transfer'), on_hold_music: Music, ...ringing }),
    z.looseObject({
      type: z.literal('agentic_warm_transfer'),
      on_hold_music: Music,
      ...ringing,
      agentic_transfer_config: z.looseObject({
        transfer_agent: z.looseObject({ agent_id: text, agent_version: z.union([z.number(), text]) }).optional(),
        action_on_timeout: z.enum(['bridge_transfer', 'cancel_transfer']).optional(),
      }),
    }),
  ],
  oneOf('cold_transfer, warm_transfer, agentic_warm_transfer'),
)

const Sms = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('predefined'), text }),
    z.looseObject({ type: z.literal('inferred'), prompt: text }),
    z.looseObject({ type: z.literal('template'), template: z.literal('info_collection') }),
  ],
  oneOf('predefined, inferred, template'),
)

const variable = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.looseObject({ type: z.literal(type), name: text, description: text, ...shape })
const Variable = z.discriminatedUnion(
  'type',
  [variable('string', {}), variable('enum', { choices: z.array(text).min(1) }), variable('boolean', {}), variable('number', {})],
  oneOf('string, enum, boolean, number'),
)

const Parameters = z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).optional() })

const TOOLS = [
  tool('end_call', speaking),
  tool('transfer_call', {
    ...speaking,
    transfer_destination: Destination,
    transfer_option: TransferOption,
    custom_sip_headers: texts.optional(),
    ignore_e164_validation: flag.optional(),
  }),
  tool('check_availability_cal', cal),
  tool('book_appointment_cal', cal),
  tool('agent_swap', { ...speaking, agent_id: text, post_call_analysis_setting: z.enum(['both_agents', 'only_destination_agent']) }),
  tool('press_digit', { delay_ms: within(0, 5_000).optional() }),
  tool('send_sms', { ...speaking, sms_content: Sms }),
  tool('custom', {
    ...working,
    url: Address,
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    headers: texts.optional(),
    query_params: texts.optional(),
    parameters: Parameters.optional(),
    parameter_type: z.enum(['json', 'form']).optional(),
    args_at_root: flag.optional(),
    timeout_ms: within(1_000, 600_000).optional(),
    max_retry: z.int().min(0).max(5).optional(),
  }),
  tool('code', {
    ...working,
    code: text,
    timeout_ms: within(1, 600_000).optional(),
    function: z.never(foreign('put name and description beside the code')).optional(),
  }),
  tool('extract_dynamic_variable', { description: text, variables: z.array(Variable).min(1), enable_typing_sound: flag.optional() }),
  tool('bridge_transfer', speaking),
  tool('cancel_transfer', speaking),
  tool('mcp', {
    ...working,
    description: text,
    mcp_id: text.optional(),
    input_schema: texts.optional(),
    server: z.never(foreign('name a server that Retell knows by mcp_id')).optional(),
  }),
] as const

const TYPES = TOOLS.map(({ shape }) => shape.type.value)

/** A tool with all that Retell needs of it. What else it says passes: Retell judges it. */
export const RetellTool = z.discriminatedUnion('type', TOOLS, {
  error: ({ input }) => (isNamed(input) ? `Retell has no tool of type ${JSON.stringify(input.type)}; it has ${TYPES.join(', ')}` : 'A type is needed'),
})

const isNamed = (input: unknown): input is { type: unknown } => (input as { type?: unknown } | null)?.type !== undefined

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What is wrong, in words for who wrote the tool. */
export const sentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is needed'
  if (issue.code === 'invalid_type') return `Must be ${KINDS[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
  const measured = issue.code === 'too_small' || issue.code === 'too_big'
  if (measured && issue.origin !== 'number' && issue.origin !== 'int') return 'Must not be empty'
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`
  return issue.code === 'too_big' ? `Must be at most ${issue.maximum}` : undefined
}
