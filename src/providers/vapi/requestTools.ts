import { causeOf } from '../problem.ts'
import type { JsonObject } from '../provider.ts'
import type { ToolProblemReporter } from './problems.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { toVapiSchema } from './schemas.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MAX_CODE_LENGTH = 50_000
const VARIABLE_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/
const RESULT_PATH = /^(?:\$\.)?([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)$/

/** Builds a request to the customer's server. The arguments from the model are its JSON body. */
export function toRequestTool(tool: JsonObject, reportProblem: ToolProblemReporter): JsonObject {
  const { url, method = 'POST', parameters, headers, max_retry: retries } = tool
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) reportProblem('url', causeOf('request_url_required'))
  checkName(tool, 40, reportProblem)
  if (typeof method !== 'string' || !METHODS.includes(method)) reportProblem('method', causeOf('value_not_listed', { values: METHODS }))
  if (parameters !== undefined && !isObject(parameters)) reportProblem('parameters', causeOf('json_schema_required'))
  if (method === 'GET' && isObject(parameters) && isObject(parameters.properties) && Object.keys(parameters.properties).length > 0)
    reportProblem('parameters', causeOf('request_get_without_body'))
  if (tool.args_at_root === false) reportProblem('args_at_root', causeOf('request_args_at_root'))
  if (isObject(headers) && Object.keys(headers).length > 0) reportProblem('headers', causeOf('request_headers_unsupported'))
  return {
    type: 'apiRequest',
    name: tool.name,
    method,
    url: withQuery(String(url), tool.query_params),
    ...descriptionOf(tool.description),
    ...(isObject(parameters) && { body: toVapiSchema(parameters) }),
    ...toTimeout(tool, 300, reportProblem),
    ...(typeof retries === 'number' && retries > 0 && { backoffPlan: { type: 'exponential', maxRetries: Math.min(10, retries), baseDelaySeconds: 1 } }),
    ...toResultHandling(tool, reportProblem),
  }
}

/** Builds a tool whose code runs at Vapi. */
export function toCodeTool(tool: JsonObject, reportProblem: ToolProblemReporter): JsonObject {
  if (typeof tool.code !== 'string') reportProblem('code', causeOf('code_required'))
  else if (tool.code.length > MAX_CODE_LENGTH) reportProblem('code', causeOf('text_too_long', { max: MAX_CODE_LENGTH }))
  checkName(tool, 64, reportProblem)
  return {
    type: 'code',
    code: tool.code,
    function: { name: tool.name, ...descriptionOf(tool.description) },
    ...toTimeout(tool, 30, reportProblem),
    ...toResultHandling(tool, reportProblem),
  }
}

function checkName({ name }: JsonObject, maxLength: number, reportProblem: ToolProblemReporter): void {
  if (typeof name !== 'string' || name.length > maxLength || !/^[A-Za-z0-9_-]+$/.test(name))
    reportProblem('name', causeOf('tool_name_invalid', { max: maxLength }))
}

function toTimeout({ timeout_ms: ms }: JsonObject, maxSeconds: number, reportProblem: ToolProblemReporter): JsonObject {
  if (ms === undefined) return {}
  if (typeof ms === 'number' && ms > 0 && ms <= maxSeconds * 1000) return { timeoutSeconds: Math.ceil(ms / 1000) }
  reportProblem('timeout_ms', causeOf('seconds_out_of_range', { voice_engine: 'vapi', min: 1, max: maxSeconds }))
  return {}
}

/** Builds the handling of the result: the model continues with it, and parts of it become variables. */
function toResultHandling(
  { speak_after_execution: speaksAfterwards, response_variables: variables }: JsonObject,
  reportProblem: ToolProblemReporter,
): JsonObject {
  if (speaksAfterwards === false) reportProblem('speak_after_execution', causeOf('agent_always_continues'))
  if (!isObject(variables) || Object.keys(variables).length === 0) return {}
  const aliases = Object.entries(variables).map(([key, path]) => {
    const [, resultPath] = RESULT_PATH.exec(String(path)) ?? []
    if (!VARIABLE_NAME.test(key)) reportProblem(`response_variables.${key}`, causeOf('variable_name_invalid'))
    if (!resultPath) reportProblem(`response_variables.${key}`, causeOf('variable_path_unsupported'))
    return { key, value: `{{${resultPath}}}` }
  })
  return { variableExtractionPlan: { aliases } }
}

function withQuery(url: string, query: unknown): string {
  if (!isObject(query) || Object.keys(query).length === 0) return url
  const queryString = Object.entries(query)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return url + (url.includes('?') ? '&' : '?') + queryString
}

const descriptionOf = (description: unknown) => (typeof description === 'string' && description ? { description } : {})
