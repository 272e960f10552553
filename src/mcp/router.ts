import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import { Router } from 'express'
import type { GraphQLSchema } from 'graphql'
import { createAdmission } from '../kernel/http/bodyTurns.ts'
import { originOf } from '../http/origin.ts'
import { RequestAbortedError } from '../kernel/http/requestBody.ts'
import { type Allowance, setRateLimitHeaders } from '../kernel/http/limits.ts'
import { log } from '../kernel/log.ts'
import { registerResponse } from '../kernel/http/openStreams.ts'
import { beginRequest } from '../kernel/http/requests.ts'
import { BODY_LIMIT } from '../rest/handler.ts'
import type { IdempotencyStore } from '../rest/idempotency.ts'
import type { AuthenticatedCredential } from '../services/access/credentials.ts'
import { createAttemptLimiter } from '../services/rateLimits/attemptLimits.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import { authenticateApp, requestMoreScopes, sendChallenge, neverRequestedScopes } from './access.ts'
import { type Messages, InvalidMessageError, readMessages } from './messages.ts'
import { isAllowedOrigin, preflight, setCorsHeaders } from './origins.ts'
import { sendError, type RequestId } from './refusals.ts'
import { toAuthInfo, createServer, contextOf } from './server.ts'
import { filterTools, type Tool, toolsOf } from './tools.ts'

interface Options {
  schema: GraphQLSchema
  keys: IdempotencyStore
  limits: Pick<RateLimits, 'take'>
  /** Further origins of pages that can send requests; `*` allows any. */
  allowedOrigins: readonly string[]
}

/** Limits messages that are not tool calls, per app and process. They do not count against the workspace's rate limit. */
const messageLimiter = createAttemptLimiter({ most: 600, withinMs: 60_000 })

/**
 * Serves the tools for AI clients at /mcp, in every revision of the protocol. There are no sessions, so any process can answer any request.
 * Checks in this order: Origin (403), access token (401), message (400, 413), scopes that were never requested (403), and, in the tool's
 * result, everything that REST checks.
 */
export function mcpRouter({ schema, keys, limits, allowedOrigins }: Options): Router {
  const tools = toolsOf(schema, keys)
  const onerror = (err: Error) => log.debug({ err }, 'refused a request to /mcp')
  const { fetch } = createMcpHandler(({ authInfo }) => createServer(contextOf(authInfo)), { onerror })
  // The library would serialize a parsed body at once, for no use. It gets an empty object, and the actual body through `bodies`.
  const bodies = new WeakMap<AuthInfo, unknown>()
  const handle = toNodeHandler({ fetch: (request, options) => fetch(request, { ...options, parsedBody: bodies.get(options!.authInfo!) }) }, { onerror })

  const handlePost = async (req: IncomingMessage, res: ServerResponse, app: AuthenticatedCredential) => {
    const { actor, plan } = app
    messageLimiter.check(String(actor.keyId))
    const limitOf = (tool: string) => tools.get(tool)?.row.bodyLimit ?? BODY_LIMIT
    const messages = await readMessages(req, { admission: createAdmission(res, { workspaceId: actor.workspaceId }), limitOf })
    for (let others = messages.others; others > 0; others--) messageLimiter.count(String(actor.keyId))
    const selectedTools = filterTools(tools, { readonly: headerOf(req, 'x-mcp-readonly'), toolsets: headerOf(req, 'x-mcp-toolsets') })
    const rows = messages.calls
      .map(({ tool }) => selectedTools.get(tool))
      .filter((tool): tool is Tool => tool !== undefined)
      .map(({ row }) => row)
    const missing = neverRequestedScopes(app, rows)
    if (missing.length > 0) return requestMoreScopes(req, res, app, missing, messages.calls[0]!.id)
    const allowances = await countCalls(messages, () => limits.take(actor.workspaceId, plan))
    const latest = [...allowances.values()].at(-1)
    if (latest) setRateLimitHeaders(res, latest)
    const auth = toAuthInfo({ actor, tools: selectedTools, origin: originOf(req, res), allowances })
    bodies.set(auth, messages.body)
    await handle(Object.assign(req, { auth }), res, {})
  }

  const handleRequest = async (req: IncomingMessage, res: ServerResponse) => {
    const record = beginRequest(req, res, '/mcp')
    res.setHeader('Cache-Control', 'no-store')
    if (!isAllowedOrigin(req.headers.origin, allowedOrigins))
      return sendError(res, 403, { code: -32_000, message: 'Requests from this origin are not allowed.' })
    setCorsHeaders(req, res)
    if (req.method === 'OPTIONS') return preflight(req, res)
    try {
      const app = await authenticateApp(req)
      record.workspaceId = app.actor.workspaceId
      registerResponse(app.actor, res)
      if (req.method === 'POST') await handlePost(req, res, app)
      else {
        res.setHeader('Allow', 'POST')
        sendError(res, 405, { code: -32_000, message: 'Method Not Allowed' })
      }
    } catch (error) {
      handleError(req, res, error)
    }
  }
  return Router().all('/mcp', (req, res) => void handleRequest(req, res))
}

const headerOf = (req: IncomingMessage, name: string) => req.headers[name]?.toString()

/** Counts each call against the workspace's rate limit. If calls share an ID, which the protocol forbids, the last result applies to all. */
async function countCalls({ calls }: Messages, take: () => Allowance | Promise<Allowance>) {
  const allowances = new Map<RequestId, Allowance>()
  for (const { id } of calls) allowances.set(id, await take())
  return allowances
}

function handleError(req: IncomingMessage, res: ServerResponse, error: unknown) {
  if (error instanceof RequestAbortedError || res.headersSent) return void res.destroy()
  if (error instanceof InvalidMessageError) return sendError(res, error.status, { code: error.code, message: error.message })
  sendChallenge(req, res, error)
}
