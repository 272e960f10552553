import { z } from 'zod'
import { causeOf } from '../problem.ts'
import { messageOf, oneOf } from '../toolShapeProblems.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'

const text = z.string().min(1)
const textRecord = z.record(z.string(), z.string())
const flag = z.boolean()
const hasVariable = (value: string) => /\{\{.+\}\}/.test(value)
const within = (min: number, max: number) => z.number().min(min).max(max)

/** Fields of all tools. */
const commonFields = {
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, messageOf(causeOf('tool_name_invalid', { max: 64 }))),
  description: z.string().optional(),
}
const speechFields = {
  execution_message_description: z.string().optional(),
  execution_message_type: z.enum(['prompt', 'static_text']).optional(),
  speak_during_execution: flag.optional(),
}
const executionFields = {
  ...speechFields,
  speak_after_execution: flag.optional(),
  enable_typing_sound: flag.optional(),
  response_variables: textRecord.optional(),
}
const calendarFields = { cal_api_key: text, event_type_id: z.union([z.number(), text]), timezone: z.string().optional() }

const tool = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...commonFields, ...shape })

const Destination = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('predefined'),
      number: text.refine((number) => hasVariable(number) || /^sips?:/i.test(number) || parseE164(number) !== null, messageOf(causeOf('phone_number_invalid'))),
      extension: z
        .string()
        .regex(/^([\d*#]+|\{\{.+\}\})$/, messageOf(causeOf('extension_invalid')))
        .optional(),
    }),
    z.strictObject({ type: z.literal('inferred'), prompt: text }),
  ],
  oneOf('predefined', 'inferred'),
)

/** Our ID of an agent. Publishing replaces it with Retell's ID and the version published last. */
const AgentId = z.union([z.string().regex(/^\d{1,10}$/), z.int().positive()], { error: messageOf(causeOf('agent_reference_invalid')) })
const NoVersion = z.never(messageOf(causeOf('agent_version_given'))).optional()

const ringFields = { transfer_ring_duration_ms: within(5_000, 300_000).optional(), show_transferee_as_caller: flag.optional() }
/** Excludes custom music, which is an asset of the account that all workspaces share. */
const holdFields = {
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
  oneOf('prompt', 'static_message'),
)
const TransferOption = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('cold_transfer'), cold_transfer_mode: z.enum(['sip_refer', 'sip_invite']).optional(), ...ringFields }),
    z.strictObject({
      type: z.literal('warm_transfer'),
      ...holdFields,
      ...ringFields,
      agent_detection_timeout_ms: z.number().positive().optional(),
      opt_out_human_detection: flag.optional(),
      ivr_option: Prompt.optional(),
      private_handoff_option: Handoff.optional(),
      public_handoff_option: Handoff.optional(),
    }),
    z.strictObject({
      type: z.literal('agentic_warm_transfer'),
      ...holdFields,
      ...ringFields,
      public_handoff_option: Handoff.optional(),
      agentic_transfer_config: z.strictObject({
        transfer_agent: z.strictObject({ agent_id: AgentId, agent_version: NoVersion }).optional(),
        transfer_timeout_ms: z.number().positive().optional(),
        action_on_timeout: z.enum(['bridge_transfer', 'cancel_transfer']).optional(),
      }),
    }),
  ],
  oneOf('cold_transfer', 'warm_transfer', 'agentic_warm_transfer'),
)

const Sms = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('predefined'), text }),
    z.strictObject({ type: z.literal('inferred'), prompt: text }),
    z.strictObject({ type: z.literal('template'), template: z.literal('info_collection') }),
  ],
  oneOf('predefined', 'inferred', 'template'),
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
  oneOf('string', 'enum', 'boolean', 'number'),
)

/** A JSON Schema; not checked further. */
const Parameters = z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).optional() })

const TOOLS = [
  tool('end_call', speechFields),
  tool('transfer_call', {
    ...speechFields,
    transfer_destination: Destination,
    transfer_option: TransferOption,
    custom_sip_headers: textRecord.optional(),
    ignore_e164_validation: flag.optional(),
  }),
  tool('check_availability_cal', calendarFields),
  tool('book_appointment_cal', calendarFields),
  tool('agent_swap', {
    ...speechFields,
    agent_id: AgentId,
    post_call_analysis_setting: z.enum(['both_agents', 'only_destination_agent']),
    keep_current_language: flag.optional(),
    keep_current_voice: flag.optional(),
    agent_version: NoVersion,
  }),
  tool('press_digit', { delay_ms: within(0, 5_000).optional() }),
  tool('send_sms', { ...speechFields, sms_content: Sms }),
  tool('custom', {
    ...executionFields,
    url: text,
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    headers: textRecord.optional(),
    query_params: textRecord.optional(),
    parameters: Parameters.optional(),
    parameter_type: z.enum(['json', 'form']).optional(),
    args_at_root: flag.optional(),
    timeout_ms: within(1_000, 600_000).optional(),
    max_retry: z.int().min(0).max(5).optional(),
  }),
  tool('code', {
    ...executionFields,
    code: text,
    timeout_ms: within(1, 600_000).optional(),
    function: z.never(messageOf(causeOf('code_name_misplaced'))).optional(),
  }),
  tool('extract_dynamic_variable', { description: text, variables: z.array(Variable).min(1), enable_typing_sound: flag.optional() }),
  tool('bridge_transfer', speechFields),
  tool('cancel_transfer', speechFields),
] as const

const TYPES = TOOLS.map(({ shape }) => shape.type.value)

/**
 * Retell tools that agents can have, with all allowed fields. Excludes tools that reference servers or assets of the Retell account, which all
 * workspaces share.
 */
export const RetellTool = z.discriminatedUnion('type', TOOLS, {
  error: ({ input }) =>
    messageOf(
      isNamed(input) ? causeOf('tool_type_unsupported', { type: JSON.stringify(input.type), voice_engine: 'retell', values: TYPES }) : causeOf('type_required'),
    ),
})

const isNamed = (input: unknown): input is { type: unknown } => (input as { type?: unknown } | null)?.type !== undefined
