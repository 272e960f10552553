import { exchange } from '../../outbound/exchange.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { generateAnswer, type Respondent } from './answers.ts'
import type { Call, ToolCall } from './call.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { toRealTime } from './timeline.ts'
import { toRetellCall } from '../retell/views.ts'
import { toVapiCall } from '../vapi/views.ts'
import { retellSignature } from './webhooks.ts'
import type { SimulatorContext } from './context.ts'

/** Requests of Retell's custom tools. */
export const retellToolCalls = (tools: unknown, respondent: Respondent): ToolCall[] =>
  toObjects(tools)
    .filter(({ type, url }) => type === 'custom' && asText(url))
    .map((tool) => ({
      name: asText(tool.name),
      url: withQuery(asText(tool.url), asObject(tool.query_params)),
      method: asText(tool.method) || 'POST',
      headers: toHeaders(tool.headers),
      args: generateArguments(tool.parameters, respondent),
      isBare: tool.args_at_root === true,
      timeoutMs: asNumber(tool.timeout_ms, 120_000),
    }))

/** Requests of Vapi's function tools that have their own server, and of its API request tools. */
export const vapiToolCalls = (tools: unknown, respondent: Respondent): ToolCall[] =>
  toObjects(tools).flatMap((tool): ToolCall[] => {
    if (tool.type === 'apiRequest' && asText(tool.url))
      return [
        {
          name: asText(tool.name),
          url: asText(tool.url),
          method: asText(tool.method) || 'POST',
          headers: {},
          args: generateArguments(tool.body, respondent),
          isBare: true,
          timeoutMs: asNumber(tool.timeoutSeconds, 20) * 1000,
        },
      ]
    const [functionSpec, server] = [asObject(tool.function), asObject(tool.server)]
    if (tool.type !== 'function' || !asText(server.url)) return []
    const args = generateArguments(functionSpec.parameters, respondent)
    const timeoutMs = asNumber(server.timeoutSeconds, 20) * 1000
    return [{ name: asText(functionSpec.name), url: asText(server.url), method: 'POST', headers: toHeaders(server.headers), args, isBare: false, timeoutMs }]
  })

/** Sends one tool request, signed as its vendor documents. Never throws. The response does not change the conversation. */
export async function callTool(context: SimulatorContext, call: Call, tool: ToolCall, index: number): Promise<string | null> {
  const hasBody = tool.method !== 'GET'
  const body = hasBody ? bodyOf(context, call, tool, index) : ''
  const signature = call.provider === 'retell' ? { 'x-retell-signature': retellSignature(body, context.retellApiKey) } : {}
  const headers = { ...tool.headers, ...(hasBody && { 'content-type': 'application/json' }), ...signature }
  const url = hasBody ? tool.url : withQuery(tool.url, tool.args)
  try {
    const { status } = await exchange({
      url: new URL(url),
      method: tool.method,
      headers,
      body: hasBody ? body : undefined,
      signal: AbortSignal.timeout(Math.round(Math.min(tool.timeoutMs, MAX_TIMEOUT_MS))),
      guard: { allowPrivate: context.allowPrivateTools },
      maxBytes: 0,
      readsBody: () => false,
    })
    return status < 300 ? null : `status ${status}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Longest wait for a response, so that no request delays closing for longer. */
const MAX_TIMEOUT_MS = 20_000

function bodyOf(context: SimulatorContext, call: Call, { name, args, isBare }: ToolCall, index: number): string {
  if (isBare) return JSON.stringify(args)
  if (call.provider === 'retell') return JSON.stringify({ call: toRetellCall(call, 'connected', context.url), name, args })
  const toolCall = { id: `call_${call.id.replaceAll('-', '').slice(0, 20)}${index}`, type: 'function', function: { name, arguments: args } }
  const tool = { type: 'function', name, function: { name }, toolCall }
  const view = toVapiCall(call, 'connected', context.url)
  const timestamp = toRealTime(call, call.ringTimeoutSeconds)
  return JSON.stringify({ message: { type: 'tool-calls', timestamp, toolCallList: [toolCall], toolWithToolCallList: [tool], call: view } })
}

const toObjects = (list: unknown) => asList(list).map(asObject)
const toHeaders = (headers: unknown) => Object.fromEntries(Object.entries(asObject(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]))

const generateArguments = (schema: unknown, respondent: Respondent): JsonObject =>
  Object.fromEntries(
    Object.entries(asObject(asObject(schema).properties)).map(([name, property]) => [name, generateAnswer({ name, schema: asObject(property) }, respondent)]),
  )

function withQuery(url: string, values: JsonObject): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}
