import { isObject } from '../../kernel/json/json.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import type { JsonObject, Problem } from '../provider.ts'

interface Translation {
  tools: JsonObject[]
  problems: Problem[]
}

const UNSUPPORTED = 'Retell does not support this'
/** How long Vapi lets a request of an agent take, unless the tool says otherwise. */
const DEFAULT_REQUEST_SECONDS = 20
/** The longest that Retell lets it take. */
const MAX_REQUEST_SECONDS = 600

const TRANSLATIONS: Record<string, (tool: JsonObject) => Translation> = {
  endCall: (tool) => ({ tools: [{ ...titleOf(tool), type: 'end_call' }], problems: findUnsupportedFields(tool, []) }),
  dtmf: (tool) => ({ tools: [{ ...titleOf(tool), type: 'press_digit' }], problems: findUnsupportedFields(tool, []) }),
  sms: (tool) => ({ tools: [{ ...titleOf(tool), type: 'send_sms', sms_content: inferredContent(tool) }], problems: findUnsupportedFields(tool, []) }),
  transferCall: translateTransfers,
  apiRequest: translateRequest,
}

/** A tool written for Vapi in Retell's words, and what would be lost; null when it is not one that Retell can have. */
export const translateTool = (tool: JsonObject): Translation | null =>
  typeof tool.type === 'string' && Object.hasOwn(TRANSLATIONS, tool.type) ? TRANSLATIONS[tool.type]!(tool) : null

const titleOf = ({ name, description }: JsonObject): JsonObject => ({ ...(name !== undefined && { name }), ...(description !== undefined && { description }) })

/** What the tool says besides its title and these; empty lists and nulls say nothing. */
const findUnsupportedFields = (said: JsonObject, understood: string[], place = ''): Problem[] =>
  Object.entries(said)
    .filter(([key, value]) => !['type', 'name', 'description', ...understood].includes(key) && value != null && !(Array.isArray(value) && value.length === 0))
    .map(([key]) => ({ field: place + key, reason: UNSUPPORTED }))

const inferredContent = ({ description }: JsonObject) => ({
  type: 'inferred',
  prompt: typeof description === 'string' && description ? description : 'What the conversation says is to be sent by text message',
})

/** One tool for each destination: at Retell a tool has one, and the model chooses between tools. */
function translateTransfers(tool: JsonObject): Translation {
  const destinations = Array.isArray(tool.destinations) ? (tool.destinations as unknown[]) : []
  if (destinations.length === 0) return { tools: [], problems: [{ field: 'destinations', reason: 'Retell requires a destination. List at least one number' }] }
  const base = typeof tool.name === 'string' ? tool.name : 'transfer_call'
  const each = destinations.map((destination, index) => translateTransfer(isObject(destination) ? destination : {}, index))
  return {
    tools: each.map((one, index) => ({ ...titleOf(tool), ...one.tool, name: destinations.length > 1 ? `${base}_${index + 1}` : base })),
    problems: [...findUnsupportedFields(tool, ['destinations']), ...each.flatMap(({ problems }) => problems)],
  }
}

function translateTransfer(to: JsonObject, index: number): { tool: JsonObject; problems: Problem[] } {
  const place = `destinations[${index}].`
  const { number, extension, message, description } = to
  const problems = findUnsupportedFields(to, ['number', 'extension', ...(message === undefined || typeof message === 'string' ? ['message'] : [])], place)
  if (to.type !== 'number') problems.push({ field: `${place}type`, reason: 'Retell can transfer calls only to phone numbers' })
  else if (typeof number !== 'string' || parseE164(number) === null)
    problems.push({ field: `${place}number`, reason: 'Must be a phone number in E.164 format, such as +390212340100' })
  const tool = {
    type: 'transfer_call',
    transfer_destination: { type: 'predefined', number, ...(extension !== undefined && { extension }) },
    transfer_option: { type: 'cold_transfer' },
    ...(typeof description === 'string' && { description }),
    ...(typeof message === 'string' && announcement(message)),
  }
  return { tool, problems }
}

/** Words to say before the transfer; no words mean silence. */
const announcement = (message: string): JsonObject =>
  message ? { speak_during_execution: true, execution_message_type: 'static_text', execution_message_description: message } : { speak_during_execution: false }

function translateRequest(tool: JsonObject): Translation {
  const { url, method, body, headers, timeoutSeconds = DEFAULT_REQUEST_SECONDS } = tool
  const fixed = fixedHeaders(headers)
  const problems = findUnsupportedFields(tool, ['url', 'method', 'body', 'headers', 'timeoutSeconds'])
  if (fixed === null) problems.push({ field: 'headers', reason: 'Retell sends only fixed headers. Set a value for each property' })
  const isTimed = typeof timeoutSeconds === 'number' && timeoutSeconds >= 1 && timeoutSeconds <= MAX_REQUEST_SECONDS
  if (!isTimed) problems.push({ field: 'timeoutSeconds', reason: `Retell accepts 1 to ${MAX_REQUEST_SECONDS} seconds` })
  const custom = {
    ...titleOf(tool),
    type: 'custom',
    url,
    ...(method !== undefined && { method }),
    ...(body != null && { parameters: body }),
    ...(fixed && Object.keys(fixed).length > 0 && { headers: fixed }),
    timeout_ms: 1000 * Number(timeoutSeconds),
    // Vapi sends the arguments as the body itself; Retell wraps them unless told not to.
    args_at_root: true,
    speak_during_execution: false,
    speak_after_execution: true,
  }
  return { tools: [custom], problems }
}

/** Headers as a JSON Schema whose properties have values; null when one is left to the model. */
function fixedHeaders(schema: unknown): Record<string, string> | null {
  if (schema == null) return {}
  const properties = isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : []
  const values = properties.map(([name, property]): [string, unknown] => [name, isObject(property) ? property.value : undefined])
  return values.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? Object.fromEntries(values) : null
}
