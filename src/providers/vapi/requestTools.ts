import type { JsonObject } from '../provider.ts'
import type { Refuse } from './problems.ts'
import { isObject } from '../../kernel/json/json.ts'
import { toVapiSchema } from './schemas.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MAX_CODE_LENGTH = 50_000
const VARIABLE = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/
const PATH = /^(?:\$\.)?([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)$/

/** A request to the customer's server, with what the model fills in as its JSON body. */
export function toRequestTool(tool: JsonObject, refuse: Refuse): JsonObject {
  const { url, method = 'POST', parameters, headers, max_retry: retries } = tool
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) refuse('url', 'an http or https URL is required')
  checkName(tool, 40, refuse)
  if (typeof method !== 'string' || !METHODS.includes(method)) refuse('method', `must be one of ${METHODS.join(', ')}`)
  if (parameters !== undefined && !isObject(parameters)) refuse('parameters', 'must be a JSON Schema object')
  if (method === 'GET' && isObject(parameters) && isObject(parameters.properties) && Object.keys(parameters.properties).length > 0)
    refuse('parameters', 'Vapi sends the arguments as a request body, and GET requests have none. Use POST')
  if (tool.args_at_root === false) refuse('args_at_root', 'Vapi always sends the arguments as the whole request body')
  if (isObject(headers) && Object.keys(headers).length > 0)
    refuse('headers', 'Vapi sends no fixed headers with a custom tool. Use a function tool, whose server can have headers')
  return {
    type: 'apiRequest',
    name: tool.name,
    method,
    url: withQuery(String(url), tool.query_params),
    ...descriptionOf(tool.description),
    ...(isObject(parameters) && { body: toVapiSchema(parameters) }),
    ...timeoutOf(tool, 300, refuse),
    ...(typeof retries === 'number' && retries > 0 && { backoffPlan: { type: 'exponential', maxRetries: Math.min(10, retries), baseDelaySeconds: 1 } }),
    ...resultHandling(tool, refuse),
  }
}

/** Code that runs at the vendor. */
export function toCodeTool(tool: JsonObject, refuse: Refuse): JsonObject {
  if (typeof tool.code !== 'string') refuse('code', 'is required')
  else if (tool.code.length > MAX_CODE_LENGTH) refuse('code', `Vapi accepts at most ${MAX_CODE_LENGTH} characters`)
  checkName(tool, 64, refuse)
  return {
    type: 'code',
    code: tool.code,
    function: { name: tool.name, ...descriptionOf(tool.description) },
    ...timeoutOf(tool, 30, refuse),
    ...resultHandling(tool, refuse),
  }
}

function checkName({ name }: JsonObject, most: number, refuse: Refuse): void {
  if (typeof name !== 'string' || name.length > most || !/^[A-Za-z0-9_-]+$/.test(name))
    refuse('name', `must have 1 to ${most} letters, digits, dashes and underscores`)
}

function timeoutOf({ timeout_ms: ms }: JsonObject, most: number, refuse: Refuse): JsonObject {
  if (ms === undefined) return {}
  if (typeof ms === 'number' && ms > 0 && ms <= most * 1000) return { timeoutSeconds: Math.ceil(ms / 1000) }
  refuse('timeout_ms', `Vapi accepts 1 to ${most} seconds`)
  return {}
}

/** What becomes of the answer: the model goes on with it, and parts of it become variables. */
function resultHandling({ speak_after_execution: speaks, response_variables: variables }: JsonObject, refuse: Refuse): JsonObject {
  if (speaks === false) refuse('speak_after_execution', 'With Vapi, the agent always continues with the result')
  if (!isObject(variables) || Object.keys(variables).length === 0) return {}
  const aliases = Object.entries(variables).map(([key, path]) => {
    const [, inside] = PATH.exec(String(path)) ?? []
    if (!VARIABLE.test(key)) refuse(`response_variables.${key}`, 'a variable must have 1 to 40 letters, digits and underscores, and start with a letter')
    if (!inside) refuse(`response_variables.${key}`, 'Vapi supports only plain paths, such as $.data.items[0].name')
    return { key, value: `{{${inside}}}` }
  })
  return { variableExtractionPlan: { aliases } }
}

function withQuery(url: string, query: unknown): string {
  if (!isObject(query) || Object.keys(query).length === 0) return url
  const added = Object.entries(query)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return url + (url.includes('?') ? '&' : '?') + added
}

const descriptionOf = (description: unknown) => (typeof description === 'string' && description ? { description } : {})
