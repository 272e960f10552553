import { ProviderError } from './provider.ts'
import type { JsonObject } from './provider.ts'

const NATIVE = new Set('endCall transferCall dtmf sms apiRequest function handoff query voicemail sipRequest bash computer textEditor'.split(' '))
const NATIVE_FAMILY = /^(google|slack|gohighlevel)\./

/** An agent's tools in Vapi's words; its own pass as they are. Throws `rejected`, naming the tool, for what it cannot express. */
export const vapiTools = (tools: JsonObject[]): JsonObject[] => tools.map(vapiTool)

function vapiTool(tool: JsonObject): JsonObject {
  const refuse = (why: string) => new ProviderError('rejected', `Tool ${JSON.stringify(tool.name ?? tool.type ?? null)}: ${why}`)
  switch (tool.type) {
    case 'end_call':
      return { type: 'endCall' }
    case 'press_digit':
      return { type: 'dtmf' }
    case 'send_sms':
      return { type: 'sms' }
    case 'transfer_call':
      return { type: 'transferCall', destinations: [destination(tool, refuse)] }
    case 'custom':
      return apiRequest(tool, refuse)
    case 'code':
      return codeTool(tool, refuse)
    case 'mcp':
      if (!isObject(tool.server)) throw refuse('Vapi needs the MCP server itself, as {"type": "mcp", "server": {"url": …}}')
      return tool
  }
  if (typeof tool.type === 'string' && (NATIVE.has(tool.type) || NATIVE_FAMILY.test(tool.type))) return tool
  throw refuse(`Vapi has no tool of type ${JSON.stringify(tool.type ?? null)}`)
}

type Refuse = (why: string) => ProviderError

function destination({ transfer_destination: to, transfer_option: option, description }: JsonObject, refuse: Refuse): JsonObject {
  if (!isObject(to) || to.type !== 'predefined' || typeof to.number !== 'string') throw refuse('Vapi transfers to a predefined number only')
  if (isObject(option) && option.type !== 'cold_transfer') throw refuse('Vapi makes cold transfers only')
  return { type: 'number', number: to.number, ...(to.extension !== undefined && { extension: to.extension }), ...described(description) }
}

function apiRequest(tool: JsonObject, refuse: Refuse): JsonObject {
  if (typeof tool.url !== 'string') throw refuse('url is required')
  if (typeof tool.name !== 'string' || !/^[A-Za-z0-9_-]{1,40}$/.test(tool.name))
    throw refuse('Vapi takes names of 1 to 40 letters, digits, dashes and underscores')
  if (isObject(tool.headers) && Object.keys(tool.headers).length > 0)
    throw refuse('Vapi sends fixed headers only through a credential: use an apiRequest tool with credentialId')
  return {
    type: 'apiRequest',
    name: tool.name,
    method: tool.method ?? 'POST',
    url: withQuery(tool.url, tool.query_params),
    ...described(tool.description),
    ...(isObject(tool.parameters) && { body: tool.parameters }),
    ...(typeof tool.timeout_ms === 'number' && { timeoutSeconds: Math.min(300, Math.max(1, Math.ceil(tool.timeout_ms / 1000))) }),
  }
}

function codeTool(tool: JsonObject, refuse: Refuse): JsonObject {
  if (typeof tool.code !== 'string') throw refuse('code is required')
  if (isObject(tool.function)) return tool
  if (typeof tool.name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) throw refuse('a name is 1 to 64 letters, digits, dashes and underscores')
  return {
    type: 'code',
    code: tool.code,
    function: { name: tool.name, ...described(tool.description) },
    ...(typeof tool.timeout_ms === 'number' && { timeoutSeconds: Math.min(30, Math.max(1, Math.ceil(tool.timeout_ms / 1000))) }),
  }
}

function withQuery(url: string, query: unknown): string {
  if (!isObject(query) || Object.keys(query).length === 0) return url
  const added = Object.entries(query)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return url + (url.includes('?') ? '&' : '?') + added
}

const described = (description: unknown) => (typeof description === 'string' && description ? { description } : {})
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
