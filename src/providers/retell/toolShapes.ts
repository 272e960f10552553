import { z } from 'zod'
import { parseE164 } from '../../kernel/lib/phones.ts'

const text = z.string().min(1)
const texts = z.record(z.string(), z.string())
const flag = z.boolean()
const hasVariable = (value: string) => /\{\{.+\}\}/.test(value)
const within = (least: number, most: number) => z.number().min(least).max(most)

/** What every tool may say of itself, and while it is at work. */
const common = {
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A name must have 1 to 64 letters, digits, dashes and underscores'),
  description: z.string().optional(),
}
const speaking = {
  execution_message_description: z.string().optional(),
  execution_message_type: z.enum(['prompt', 'static_text']).optional(),
  speak_during_execution: flag.optional(),
}
const working = { ...speaking, speak_after_execution: flag.optional(), enable_typing_sound: flag.optional(), response_variables: texts.optional() }
const cal = { cal_api_key: text, event_type_id: z.union([z.number(), text]), timezone: z.string().optional() }

const foreign = (hint: string) => ({ error: `Retell does not support this: ${hint}` })
const tool = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...common, ...shape })
const oneOf = (words: string) => ({ error: `Must be one of ${words}` })

const Destination = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('predefined'),
      number: text.refine(
        (number) => hasVariable(number) || /^sips?:/i.test(number) || parseE164(number) !== null,
        'Must be a phone number in E.164 format, such as +390212340100',
      ),
      extension: z
        .string()
        .regex(/^([\d*#]+|\{\{.+\}\})$/, 'Must contain only digits, * and #')
        .optional(),
    }),
    z.strictObject({ type: z.literal('inferred'), prompt: text }),
  ],
  oneOf('predefined, inferred'),
)

/** Agents are named by our ids; the provider is given its own, with the version published last. */
const AgentId = z.union([z.string().regex(/^\d{1,10}$/), z.int().positive()], { error: 'Must be the ID of an agent in this workspace, such as "12"' })
const PINNED = z.never('Leave this field out. The published version is used').optional()

const ringing = { transfer_ring_duration_ms: within(5_000, 300_000).optional(), show_transferee_as_caller: flag.optional() }
/** Music of one's own is an asset of the account that all workspaces share. */
const holding = {
  on_hold_music: z.enum(['none', 'relaxing_sound', 'uplifting_beats', 'ringtone']).optional(),
  enable_bridge_audio_cue: flag.optional(),
}
const Prompt = z.strictObject({ type: z.literal('prompt').optional(), prompt: z.string().optional() })
const Handoff = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('prompt'), prompt: z.string().optional() }),
    z.strictObject({ type: z.literal('static_message'), message: z.string().optional() }),
  ],
  oneOf('prompt, static_message'),
)
const TransferOption = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('cold_transfer'), cold_transfer_mode: z.enum(['sip_refer', 'sip_invite']).optional(), ...ringing }),
    z.strictObject({
      type: z.literal('warm_transfer'),
      ...holding,
      ...ringing,
      agent_detection_timeout_ms: z.number().positive().optional(),
      opt_out_human_detection: flag.optional(),
      ivr_option: Prompt.optional(),
      private_handoff_option: Handoff.optional(),
      public_handoff_option: Handoff.optional(),
    }),
    z.strictObject({
      type: z.literal('agentic_warm_transfer'),
      ...holding,
      ...ringing,
      public_handoff_option: Handoff.optional(),
      agentic_transfer_config: z.strictObject({
        transfer_agent: z.strictObject({ agent_id: AgentId, agent_version: PINNED }).optional(),
        transfer_timeout_ms: z.number().positive().optional(),
        action_on_timeout: z.enum(['bridge_transfer', 'cancel_transfer']).optional(),
      }),
    }),
  ],
  oneOf('cold_transfer, warm_transfer, agentic_warm_transfer'),
)

const Sms = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('predefined'), text }),
    z.strictObject({ type: z.literal('inferred'), prompt: text }),
    z.strictObject({ type: z.literal('template'), template: z.literal('info_collection') }),
  ],
  oneOf('predefined, inferred, template'),
)

const variable = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({
    type: z.literal(type),
    name: text,
    description: text,
    required: flag.optional(),
    conditional_prompt: z.string().optional(),
    ...shape,
  })
const Variable = z.discriminatedUnion(
  'type',
  [
    variable('string', { examples: z.array(z.string()).optional() }),
    variable('enum', { choices: z.array(text).min(1) }),
    variable('boolean', {}),
    variable('number', {}),
  ],
  oneOf('string, enum, boolean, number'),
)

/** A JSON Schema: only described, so that its words are free. */
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
  tool('agent_swap', {
    ...speaking,
    agent_id: AgentId,
    post_call_analysis_setting: z.enum(['both_agents', 'only_destination_agent']),
    keep_current_language: flag.optional(),
    keep_current_voice: flag.optional(),
    agent_version: PINNED,
  }),
  tool('press_digit', { delay_ms: within(0, 5_000).optional() }),
  tool('send_sms', { ...speaking, sms_content: Sms }),
  tool('custom', {
    ...working,
    url: text,
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
    function: z.never(foreign('put name and description next to the code')).optional(),
  }),
  tool('extract_dynamic_variable', { description: text, variables: z.array(Variable).min(1), enable_typing_sound: flag.optional() }),
  tool('bridge_transfer', speaking),
  tool('cancel_transfer', speaking),
] as const

const TYPES = TOOLS.map(({ shape }) => shape.type.value)

/**
 * The tools of Retell's that an agent may have, each with all the fields it may have. All workspaces share one account at Retell:
 * tools that name servers or assets of that account are not among them.
 */
export const RetellTool = z.discriminatedUnion('type', TOOLS, {
  error: ({ input }) =>
    isNamed(input) ? `Tools of type ${JSON.stringify(input.type)} are not supported for Retell. Supported types: ${TYPES.join(', ')}` : 'A type is required',
})

const isNamed = (input: unknown): input is { type: unknown } => (input as { type?: unknown } | null)?.type !== undefined
