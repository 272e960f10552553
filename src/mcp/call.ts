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

interface CallContext {
  actor: Actor
  /** The workspace's rate limit after this call. */
  allowance: Allowance
  origin: RequestOrigin
}

/**
 * Runs a tool as its route of the public API runs. A failure is a result with `isError`, and with the `status` and `detail` of REST. Logs the
 * tool and the caller, never the arguments.
 */
export async function callTool(tool: Tool, { actor, allowance, origin }: CallContext, args: Arguments): Promise<CallToolResult> {
  const startedAt = performance.now()
  const logCall = (status: number) => {
    const { kind, keyId, workspaceId } = actor
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    requestLog.info({ requestId: origin.requestId, workspaceId, kind, keyId, tool: tool.row.tool, status, ms }, 'tool call')
  }
  try {
    requireAllowance(allowance)
    const answer = await tool.handle(actor, toRestRequest(tool.row, args, origin))
    logCall(answer.status)
    return answer.status < 400 ? toSuccess(answer) : toFailedResult({ status: answer.status, ...(JSON.parse(answer.text!) as { detail: string | object }) })
  } catch (error) {
    const { status, detail, retryAfterSeconds } = toFailure(error)
    if (status === 500) log.error({ err: error, requestId: origin.requestId }, 'a tool call failed')
    logCall(status)
    return toFailedResult({ status, detail, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) })
  }
}

function toSuccess({ text, replayed }: Answer): CallToolResult {
  const body = text ?? '{"deleted":true}'
  const structuredContent = JSON.parse(body) as Record<string, unknown>
  return {
    structuredContent,
    content: [{ type: 'text', text: body }, ...toLinks(structuredContent)],
    ...(replayed ? { _meta: { 'callwright/idempotent-replayed': true } } : {}),
  }
}

/** Links the file of a finished report, for clients that download files on their own. */
const toLinks = ({ download_url: uri, id }: Record<string, unknown>) =>
  typeof uri === 'string' ? [{ type: 'resource_link' as const, uri, name: `report-${String(id)}` }] : []

const toFailedResult = (failure: { status: number; detail: string | object; retry_after?: number }): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(failure) }],
})

/** Converts arguments to the equivalent REST request: path and query parameters by name, all others as the body. */
function toRestRequest({ path, params, query, idempotent, bodyLimit = BODY_LIMIT, body }: Route, args: Arguments, origin: RequestOrigin): RestRequest {
  const namesOf = (part: Route['query']) => Object.keys(part?.shape ?? {})
  const [pathNames, queryNames] = [namesOf(params), namesOf(query)]
  const { idempotency_key: key, ...others } = args
  const bodyEntries = Object.entries(idempotent ? others : args).filter(([name]) => !pathNames.includes(name) && !queryNames.includes(name))
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name]))),
    params: Object.fromEntries(pathNames.map((name) => [name, toParameter(args[name])])),
    query: Object.fromEntries(queryNames.filter((name) => args[name] != null).map((name) => [name, toParameter(args[name])])),
    idempotencyKeys: () => (key == null ? undefined : [typeof key === 'string' ? key : '']),
    body: () => toBody(body ? Object.fromEntries(bodyEntries) : {}, bodyLimit),
    origin,
  }
}

/** Writes numbers and booleans as a URL would contain them. Other values are passed on, so that validation refuses them. */
const toParameter = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)

/** Validates a body as strictly as REST does. Its bytes do not depend on the order of the arguments. Throws BodyError. */
async function toBody(body: object, limit: number): Promise<JsonBody> {
  const text = await runSliced(serializeSorted(body, limit))
  const raw = Buffer.from(text ?? '')
  if (text === null || raw.length > limit) throw bodyTooLarge(limit)
  return { raw, value: await strictLongObject(body) }
}
