import type { JsonObject } from '../provider.ts'
import type { Note, Refuse } from './problems.ts'
import { toCodeTool, toRequestTool } from './requestTools.ts'
import { isObject } from '../../kernel/json/json.ts'
import { findShapeProblems } from '../toolShapeProblems.ts'
import { VapiTool } from './toolShapes.ts'
import { toTransferTool } from './transferTools.ts'

interface Translation {
  /** What it reads besides the words common to all tools. Any other is refused, so that nothing is lost in silence. */
  reads: string[]
  translate(tool: JsonObject, refuse: Refuse): JsonObject
  /** What Vapi's tool has no field for is told to the model. */
  hint?(tool: JsonObject): string
}

const COMMON = ['type', 'name', 'description', 'speak_during_execution', 'execution_message_type', 'execution_message_description']
const REQUEST = ['url', 'method', 'parameters', 'parameter_type', 'args_at_root', 'query_params', 'headers', 'timeout_ms', 'max_retry']
const RESULT = ['speak_after_execution', 'response_variables']
const TRANSFER = ['transfer_destination', 'transfer_option', 'ignore_e164_validation']
const MAX_MESSAGE_LENGTH = 1000

const TRANSLATIONS: Record<string, Translation> = {
  end_call: { reads: [], translate: () => ({ type: 'endCall' }), hint: descriptionOf },
  press_digit: { reads: [], translate: () => ({ type: 'dtmf' }), hint: descriptionOf },
  send_sms: { reads: ['sms_content'], translate: toSmsTool, hint: (tool) => [descriptionOf(tool), smsText(tool)].filter(Boolean).join(' ') },
  transfer_call: { reads: TRANSFER, translate: toTransferTool },
  custom: { reads: [...REQUEST, ...RESULT], translate: toRequestTool },
  code: { reads: ['code', 'timeout_ms', ...RESULT], translate: toCodeTool },
}

/** An agent's tools in Vapi's words; its own pass as they are, once they have the shape of one that agents may have. `hints` belong into the prompt. */
export function toVapiTools(tools: JsonObject[], note: Note): { tools: JsonObject[]; hints: string[] } {
  const hints: string[] = []
  const usedNames = new Set<string>()
  const translated = tools.map((tool, index) => {
    const refuse: Refuse = (key, why) => note(`general_tools[${index}].${key}`, why)
    const name = nameOf(tool)
    if (name && usedNames.has(name)) refuse('name', `another tool already has the name ${name}`)
    if (name) usedNames.add(name)
    const translation = typeof tool.type === 'string' && !isOwn(tool) && Object.hasOwn(TRANSLATIONS, tool.type) ? TRANSLATIONS[tool.type]! : null
    if (!translation) return checkNative(tool, refuse)
    for (const key of Object.keys(tool)) if (isSet(tool[key]) && ![...COMMON, ...translation.reads].includes(key)) refuse(key, 'Vapi does not support this')
    const result: JsonObject = { ...translation.translate(tool, refuse), ...toMessages(tool, refuse) }
    const hint = translation.hint?.(tool)
    if (hint) hints.push(`- ${String(result.type)}: ${hint}`)
    return result
  })
  return { tools: translated, hints }
}

/** `code` is a word of both vendors; Vapi's has its name in `function`. */
const isOwn = (tool: JsonObject) => tool.type === 'code' && isObject(tool.function)

function checkNative(tool: JsonObject, refuse: Refuse): JsonObject {
  if (tool.type === 'mcp' && !isObject(tool.server)) refuse('server', 'Set the MCP server itself, as {"type": "mcp", "server": {"url": …}}')
  else for (const { field, reason } of findShapeProblems(VapiTool, tool, 'Vapi')) refuse(field, reason)
  return tool
}

/** What is said when the tool is used. Vapi says something of its own unless it is given words, or none. */
function toMessages(tool: JsonObject, refuse: Refuse): { messages?: JsonObject[] } {
  const { speak_during_execution: speaks, execution_message_type: kind, execution_message_description: text } = tool
  if (speaks === false) return { messages: [{ type: 'request-start', content: '' }] }
  if (speaks !== true || typeof text !== 'string' || !text) return {}
  if (kind !== 'static_text') refuse('execution_message_type', 'must be static_text because Vapi does not create a message from a description')
  if (text.length > MAX_MESSAGE_LENGTH) refuse('execution_message_description', `Vapi accepts at most ${MAX_MESSAGE_LENGTH} characters`)
  return { messages: [{ type: 'request-start', content: text }] }
}

function toSmsTool({ sms_content: content }: JsonObject, refuse: Refuse): JsonObject {
  if (isObject(content) && content.type === 'template') refuse('sms_content', 'Vapi does not support message templates')
  return { type: 'sms' }
}

function smsText({ sms_content: content }: JsonObject): string {
  if (!isObject(content)) return ''
  // Retell has called it by both names.
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
