import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import { type JsonBody, strictLongObject } from '../kernel/json/json.ts'
import { serializeSorted } from '../kernel/json/jsonFaults.ts'
import { bodyTooLarge } from '../kernel/http/requestBody.ts'
import { type Allowance, requireAllowance } from '../kernel/http/limits.ts'
import { log, requestLog } from '../kernel/log.ts'
import { runSliced } from '../kernel/lib/slices.ts'
import { toFailure } from '../rest/errors.ts'
import { type RestRequest, BODY_LIMIT } from '../rest/handler.ts'
import type { Answer } from '../rest/idempotency.ts'
import type { Route } from '../rest/route.ts'
import type { Tool } from './tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

interface Call {
  actor: Actor
  /** What is left of the workspace's limits, with this call counted. */
  allowance: Allowance
  origin: RequestOrigin
}

/**
 * Does what a tool does, as its row of the public API does it. What goes wrong is an answer, too: `isError`, with the status and the `detail`
 * that REST answers. Its line in the log names the tool and who called it, never the arguments.
 */
export async function callTool(tool: Tool, { actor, allowance, origin }: Call, args: Arguments): Promise<CallToolResult> {
  const began = performance.now()
  const note = (status: number) => {
    const { kind, keyId, workspaceId } = actor
    const ms = Math.round((performance.now() - began) * 10) / 10
    requestLog.info({ requestId: origin.requestId, workspaceId, kind, keyId, tool: tool.row.tool, status, ms }, 'tool call')
  }
  try {
    requireAllowance(allowance)
    const answer = await tool.handle(actor, toRestRequest(tool.row, args, origin))
    note(answer.status)
    return answer.status < 400 ? toSuccess(answer) : toFailedResult({ status: answer.status, ...(JSON.parse(answer.text!) as { detail: string | object }) })
  } catch (error) {
    const { status, detail, retryAfterSeconds } = toFailure(error)
    if (status === 500) log.error({ err: error, requestId: origin.requestId }, 'a tool call failed')
    note(status)
    return toFailedResult({ status, detail, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) })
  }
}

function toSuccess({ text, replayed }: Answer): CallToolResult {
  const body = text ?? '{"deleted":true}'
  const structuredContent = JSON.parse(body) as Record<string, unknown>
  return {
    structuredContent,
    content: [{ type: 'text', text: body }, ...linksIn(structuredContent)],
    ...(replayed ? { _meta: { 'callwright/idempotent-replayed': true } } : {}),
  }
}

/** The file of a report that is done, for clients that fetch files by themselves. */
const linksIn = ({ download_url: uri, id }: Record<string, unknown>) =>
  typeof uri === 'string' ? [{ type: 'resource_link' as const, uri, name: `report-${String(id)}` }] : []

const toFailedResult = (failure: { status: number; detail: string | object; retry_after?: number }): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(failure) }],
})

/** Arguments as the request that REST would have had: those of path and query by their names, and all others as the body. */
function toRestRequest({ path, params, query, idempotent, bodyLimit = BODY_LIMIT, body }: Route, args: Arguments, origin: RequestOrigin): RestRequest {
  const named = (place: Route['query']) => Object.keys(place?.shape ?? {})
  const [ofPath, ofQuery] = [named(params), named(query)]
  const { idempotency_key: key, ...others } = args
  const left = Object.entries(idempotent ? others : args).filter(([name]) => !ofPath.includes(name) && !ofQuery.includes(name))
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name]))),
    params: Object.fromEntries(ofPath.map((name) => [name, asText(args[name])])),
    query: Object.fromEntries(ofQuery.filter((name) => args[name] != null).map((name) => [name, asText(args[name])])),
    idempotencyKeys: () => (key == null ? undefined : [typeof key === 'string' ? key : '']),
    body: () => bodyOf(body ? Object.fromEntries(left) : {}, bodyLimit),
    origin,
  }
}

/** Numbers and switches as they stand in an address; what cannot stand there is left, to be refused. */
const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)

/** A body as strict as REST's. Its bytes do not depend on the order in which a model names its arguments. Throws BodyError. */
async function bodyOf(given: object, limit: number): Promise<JsonBody> {
  const text = await runSliced(serializeSorted(given, limit))
  const raw = Buffer.from(text ?? '')
  if (text === null || raw.length > limit) throw bodyTooLarge(limit)
  return { raw, value: await strictLongObject(given) }
}
