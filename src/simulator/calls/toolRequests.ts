import { guardedRequest } from '../../outbound/guard.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { answerFor, type Respondent } from './answers.ts'
import type { Call, ToolUse } from './call.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { realTime } from './timeline.ts'
import { retellCall } from '../retell/views.ts'
import { vapiCall } from '../vapi/views.ts'
import { retellSignature } from './webhooks.ts'
import type { World } from './world.ts'

/** Custom tools of Retell's. */
export const retellToolUses = (tools: unknown, who: Respondent): ToolUse[] =>
  objects(tools)
    .filter(({ type, url }) => type === 'custom' && asText(url))
    .map((tool) => ({
      name: asText(tool.name),
      url: withQuery(asText(tool.url), asObject(tool.query_params)),
      method: asText(tool.method) || 'POST',
      headers: texts(tool.headers),
      args: argumentsFor(tool.parameters, who),
      isBare: tool.args_at_root === true,
      timeoutMs: asNumber(tool.timeout_ms, 120_000),
    }))

/** Function tools with a server of their own, and requests, of Vapi's. */
export const vapiToolUses = (tools: unknown, who: Respondent): ToolUse[] =>
  objects(tools).flatMap((tool): ToolUse[] => {
    if (tool.type === 'apiRequest' && asText(tool.url))
      return [
        {
          name: asText(tool.name),
          url: asText(tool.url),
          method: asText(tool.method) || 'POST',
          headers: {},
          args: argumentsFor(tool.body, who),
          isBare: true,
          timeoutMs: asNumber(tool.timeoutSeconds, 20) * 1000,
        },
      ]
    const [called, server] = [asObject(tool.function), asObject(tool.server)]
    if (tool.type !== 'function' || !asText(server.url)) return []
    const args = argumentsFor(called.parameters, who)
    const timeoutMs = asNumber(server.timeoutSeconds, 20) * 1000
    return [{ name: asText(called.name), url: asText(server.url), method: 'POST', headers: texts(server.headers), args, isBare: false, timeoutMs }]
  })

/** Makes one request of a tool, signed as its vendor documents it. Never throws; what is answered changes nothing that is said. */
export async function useTool(world: World, call: Call, use: ToolUse, nth: number): Promise<string | null> {
  const hasBody = use.method !== 'GET'
  const body = hasBody ? bodyOf(world, call, use, nth) : ''
  const signature = call.provider === 'retell' ? { 'x-retell-signature': retellSignature(body, world.retellApiKey) } : {}
  const headers = { ...use.headers, ...(hasBody && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }), ...signature }
  const url = hasBody ? use.url : withQuery(use.url, use.args)
  return new Promise((resolve) => {
    try {
      const request = guardedRequest(new URL(url), { method: use.method, headers }, { allowPrivate: world.allowPrivateTools })
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), Math.min(use.timeoutMs, MAX_TIMEOUT_MS)).unref()
      const settle = (problem: string | null) => (clearTimeout(timer), resolve(problem))
      request.once('error', (error) => settle(error.message))
      request.once('response', (response) => {
        response.destroy()
        settle(response.statusCode! < 300 ? null : `status ${response.statusCode}`)
      })
      request.end(body)
    } catch (error) {
      resolve((error as Error).message)
    }
  })
}

/** No request holds up the end of the simulator longer. */
const MAX_TIMEOUT_MS = 20_000

function bodyOf(world: World, call: Call, { name, args, isBare }: ToolUse, nth: number): string {
  if (isBare) return JSON.stringify(args)
  if (call.provider === 'retell') return JSON.stringify({ call: retellCall(call, 'connected', world.url), name, args })
  const toolCall = { id: `call_${call.id.replaceAll('-', '').slice(0, 20)}${nth}`, type: 'function', function: { name, arguments: args } }
  const tool = { type: 'function', name, function: { name }, toolCall }
  const view = vapiCall(call, 'connected', world.url)
  const timestamp = realTime(call, call.ringTimeoutSeconds)
  return JSON.stringify({ message: { type: 'tool-calls', timestamp, toolCallList: [toolCall], toolWithToolCallList: [tool], call: view } })
}

const objects = (list: unknown) => asList(list).map(asObject)
const texts = (headers: unknown) => Object.fromEntries(Object.entries(asObject(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]))

const argumentsFor = (schema: unknown, who: Respondent): JsonObject =>
  Object.fromEntries(Object.entries(asObject(asObject(schema).properties)).map(([name, of]) => [name, answerFor({ name, schema: asObject(of) }, who)]))

function withQuery(url: string, values: JsonObject): string {
  const added = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()
  return added === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${added}`
}
