import { causeOf } from '../problem.ts'
import type { JsonObject } from '../provider.ts'
import type { ProblemReporter, ToolProblemReporter } from './problems.ts'
import { toCodeTool, toRequestTool } from './requestTools.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { findShapeProblems } from '../toolShapeProblems.ts'
import { VapiTool } from './toolShapes.ts'
import { toTransferTool } from './transferTools.ts'

interface ToolTranslator {
  /** Supported keys in addition to those of all tools. Other keys are problems, so that no setting is ignored silently. */
  supportedKeys: string[]
  translate(tool: JsonObject, reportProblem: ToolProblemReporter): JsonObject
  /** Instruction to the model that replaces a field missing in Vapi's tool. */
  hint?(tool: JsonObject): string
}

const COMMON_KEYS = ['type', 'name', 'description', 'speak_during_execution', 'execution_message_type', 'execution_message_description']
const REQUEST_KEYS = ['url', 'method', 'parameters', 'parameter_type', 'args_at_root', 'query_params', 'headers', 'timeout_ms', 'max_retry']
const RESULT_KEYS = ['speak_after_execution', 'response_variables']
const TRANSFER_KEYS = ['transfer_destination', 'transfer_option', 'ignore_e164_validation']
const MAX_MESSAGE_LENGTH = 1000

const TRANSLATORS: Record<string, ToolTranslator> = {
  end_call: { supportedKeys: [], translate: () => ({ type: 'endCall' }), hint: descriptionOf },
  press_digit: { supportedKeys: [], translate: () => ({ type: 'dtmf' }), hint: descriptionOf },
  send_sms: { supportedKeys: ['sms_content'], translate: toSmsTool, hint: (tool) => [descriptionOf(tool), toSmsHint(tool)].filter(Boolean).join(' ') },
  transfer_call: { supportedKeys: TRANSFER_KEYS, translate: toTransferTool },
  custom: { supportedKeys: [...REQUEST_KEYS, ...RESULT_KEYS], translate: toRequestTool },
  code: { supportedKeys: ['code', 'timeout_ms', ...RESULT_KEYS], translate: toCodeTool },
}

/** Translates the agent's tools to Vapi's format and reports their problems. Keeps Vapi tools unchanged. Append `hints` to the instructions of the agent. */
export function toVapiTools(tools: JsonObject[], reportProblem: ProblemReporter): { tools: JsonObject[]; hints: string[] } {
  const hints: string[] = []
  const usedNames = new Set<string>()
  const vapiTools = tools.map((tool, index) => {
    const reportToolProblem: ToolProblemReporter = (key, cause) => reportProblem(`general_tools[${index}].${key}`, cause)
    const name = nameOf(tool)
    if (name && usedNames.has(name)) reportToolProblem('name', causeOf('tool_name_taken', { name }))
    if (name) usedNames.add(name)
    const translator = typeof tool.type === 'string' && !isVapiCodeTool(tool) && Object.hasOwn(TRANSLATORS, tool.type) ? TRANSLATORS[tool.type]! : null
    if (!translator) return checkNative(tool, reportToolProblem)
    for (const key of Object.keys(tool))
      if (isSet(tool[key]) && ![...COMMON_KEYS, ...translator.supportedKeys].includes(key))
        reportToolProblem(key, causeOf('unsupported', { voice_engine: 'vapi' }))
    const result: JsonObject = { ...translator.translate(tool, reportToolProblem), ...toMessages(tool, reportToolProblem) }
    const hint = translator.hint?.(tool)
    if (hint) hints.push(`- ${String(result.type)}: ${hint}`)
    return result
  })
  return { tools: vapiTools, hints }
}

/** Whether a tool is Vapi's `code` tool, which has its name in `function`. Retell's tool has the same type. */
const isVapiCodeTool = (tool: JsonObject) => tool.type === 'code' && isObject(tool.function)

function checkNative(tool: JsonObject, reportProblem: ToolProblemReporter): JsonObject {
  if (tool.type === 'mcp' && !isObject(tool.server)) reportProblem('server', causeOf('mcp_server_required'))
  else for (const { field, ...cause } of findShapeProblems(VapiTool, tool, 'vapi')) reportProblem(field, cause)
  return tool
}

/** Builds what the agent says when it uses the tool. Without messages, Vapi chooses its own; an empty message means silence. */
function toMessages(tool: JsonObject, reportProblem: ToolProblemReporter): { messages?: JsonObject[] } {
  const { speak_during_execution: speaksDuringExecution, execution_message_type: kind, execution_message_description: text } = tool
  if (speaksDuringExecution === false) return { messages: [{ type: 'request-start', content: '' }] }
  if (speaksDuringExecution !== true || typeof text !== 'string' || !text) return {}
  if (kind !== 'static_text') reportProblem('execution_message_type', causeOf('message_not_static'))
  if (text.length > MAX_MESSAGE_LENGTH) reportProblem('execution_message_description', causeOf('text_too_long', { max: MAX_MESSAGE_LENGTH }))
  return { messages: [{ type: 'request-start', content: text }] }
}

function toSmsTool({ sms_content: content }: JsonObject, reportProblem: ToolProblemReporter): JsonObject {
  if (isObject(content) && content.type === 'template') reportProblem('sms_content', causeOf('sms_template_unsupported'))
  return { type: 'sms' }
}

function toSmsHint({ sms_content: content }: JsonObject): string {
  if (!isObject(content)) return ''
  // Retell has used both names.
  const text = content.text ?? content.content
  if (typeof text === 'string') return `The text of the message is exactly: ${JSON.stringify(text)}`
  return typeof content.prompt === 'string' ? content.prompt : ''
}

function descriptionOf({ description }: JsonObject): string {
  return typeof description === 'string' ? description : ''
}

const nameOf = (tool: JsonObject) => {
  const name = tool.name ?? (isObject(tool.function) ? tool.function.name : null)
  return typeof name === 'string' ? name : null
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false
