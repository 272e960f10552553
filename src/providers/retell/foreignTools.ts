import { isObject } from '../../kernel/json/isObject.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { causeOf, type Problem } from '../problem.ts'
import type { JsonObject } from '../provider.ts'

interface ToolTranslation {
  tools: JsonObject[]
  problems: Problem[]
}

/** Vapi's default timeout for requests of tools. */
const DEFAULT_REQUEST_SECONDS = 20
/** Retell's longest timeout for requests of tools. */
const MAX_REQUEST_SECONDS = 600

const TRANSLATIONS: Record<string, (tool: JsonObject) => ToolTranslation> = {
  endCall: (tool) => ({ tools: [{ ...titleOf(tool), type: 'end_call' }], problems: findUnsupportedFields(tool, []) }),
  dtmf: (tool) => ({ tools: [{ ...titleOf(tool), type: 'press_digit' }], problems: findUnsupportedFields(tool, []) }),
  sms: (tool) => ({ tools: [{ ...titleOf(tool), type: 'send_sms', sms_content: toSmsContent(tool) }], problems: findUnsupportedFields(tool, []) }),
  transferCall: translateTransfers,
  apiRequest: translateRequest,
}

/** Translates a Vapi tool to Retell's format and lists what Retell does not support; null for types that this module cannot translate. */
export const translateVapiTool = (tool: JsonObject): ToolTranslation | null =>
  typeof tool.type === 'string' && Object.hasOwn(TRANSLATIONS, tool.type) ? TRANSLATIONS[tool.type]!(tool) : null

const titleOf = ({ name, description }: JsonObject): JsonObject => ({ ...(name !== undefined && { name }), ...(description !== undefined && { description }) })

/** Lists the fields other than the supported ones. Nulls and empty lists have no effect, so they are no problem. */
const findUnsupportedFields = (fields: JsonObject, supportedKeys: string[], path = ''): Problem[] =>
  Object.entries(fields)
    .filter(
      ([key, value]) => !['type', 'name', 'description', ...supportedKeys].includes(key) && value != null && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key]) => ({ field: path + key, ...causeOf('unsupported', { voice_engine: 'retell' }) }))

const toSmsContent = ({ description }: JsonObject) => ({
  type: 'inferred',
  prompt: typeof description === 'string' && description ? description : 'What the conversation says is to be sent by text message',
})

/** Returns one tool per destination: a Retell tool has a single destination, and the model chooses between tools. */
function translateTransfers(tool: JsonObject): ToolTranslation {
  const destinations = Array.isArray(tool.destinations) ? (tool.destinations as unknown[]) : []
  if (destinations.length === 0) return { tools: [], problems: [{ field: 'destinations', ...causeOf('transfer_destination_required') }] }
  const baseName = typeof tool.name === 'string' ? tool.name : 'transfer_call'
  const transfers = destinations.map((destination, index) => translateTransfer(isObject(destination) ? destination : {}, index))
  return {
    tools: transfers.map((transfer, index) => ({ ...titleOf(tool), ...transfer.tool, name: destinations.length > 1 ? `${baseName}_${index + 1}` : baseName })),
    problems: [...findUnsupportedFields(tool, ['destinations']), ...transfers.flatMap(({ problems }) => problems)],
  }
}

function translateTransfer(destination: JsonObject, index: number): { tool: JsonObject; problems: Problem[] } {
  const path = `destinations[${index}].`
  const { number, extension, message, description } = destination
  const problems = findUnsupportedFields(
    destination,
    ['number', 'extension', ...(message === undefined || typeof message === 'string' ? ['message'] : [])],
    path,
  )
  if (destination.type !== 'number') problems.push({ field: `${path}type`, ...causeOf('transfer_to_numbers_only') })
  else if (typeof number !== 'string' || parseE164(number) === null) problems.push({ field: `${path}number`, ...causeOf('phone_number_invalid') })
  const tool = {
    type: 'transfer_call',
    transfer_destination: { type: 'predefined', number, ...(extension !== undefined && { extension }) },
    transfer_option: { type: 'cold_transfer' },
    ...(typeof description === 'string' && { description }),
    ...(typeof message === 'string' && toAnnouncement(message)),
  }
  return { tool, problems }
}

/** Returns what the agent says before the transfer; an empty message means silence. */
const toAnnouncement = (message: string): JsonObject =>
  message ? { speak_during_execution: true, execution_message_type: 'static_text', execution_message_description: message } : { speak_during_execution: false }

function translateRequest(tool: JsonObject): ToolTranslation {
  const { url, method, body, headers, timeoutSeconds = DEFAULT_REQUEST_SECONDS } = tool
  const headerValues = toFixedHeaders(headers)
  const problems = findUnsupportedFields(tool, ['url', 'method', 'body', 'headers', 'timeoutSeconds'])
  if (headerValues === null) problems.push({ field: 'headers', ...causeOf('request_headers_not_fixed') })
  const isTimeoutValid = typeof timeoutSeconds === 'number' && timeoutSeconds >= 1 && timeoutSeconds <= MAX_REQUEST_SECONDS
  if (!isTimeoutValid)
    problems.push({ field: 'timeoutSeconds', ...causeOf('seconds_out_of_range', { voice_engine: 'retell', min: 1, max: MAX_REQUEST_SECONDS }) })
  const customTool = {
    ...titleOf(tool),
    type: 'custom',
    url,
    ...(method !== undefined && { method }),
    ...(body != null && { parameters: body }),
    ...(headerValues && Object.keys(headerValues).length > 0 && { headers: headerValues }),
    timeout_ms: 1000 * Number(timeoutSeconds),
    // Vapi sends the arguments as the whole body. Retell wraps them by default.
    args_at_root: true,
    speak_during_execution: false,
    speak_after_execution: true,
  }
  return { tools: [customTool], problems }
}

/** Reads headers from a JSON Schema whose properties have values; null if the model would have to choose a value. */
function toFixedHeaders(schema: unknown): Record<string, string> | null {
  if (schema == null) return {}
  const properties = isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : []
  const values = properties.map(([name, property]): [string, unknown] => [name, isObject(property) ? property.value : undefined])
  return values.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? Object.fromEntries(values) : null
}
