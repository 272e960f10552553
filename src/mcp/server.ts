import { type AuthInfo, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import type { Allowance } from '../kernel/http/limits.ts'
import { version } from '../kernel/config/version.ts'
import { callTool } from './call.ts'
import type { RequestId } from './refusals.ts'
import type { Tools } from './tools.ts'

/** Context of one request. */
export interface RequestContext {
  actor: Actor
  tools: Tools
  origin: RequestOrigin
  /** The workspace's rate limit after each call of the request. */
  allowances: ReadonlyMap<RequestId, Allowance>
}

const INSTRUCTIONS = `Callwright places phone calls with AI voice agents, runs campaigns that call lists of leads, and sends SMS messages.
place_call, send_sms and start_campaign reach real people and cost money. Ask the user to confirm the number, the agent and the cost first. For a campaign, \
call get_cost_estimate, then start_campaign with propose: true. Show the user the response, and start the campaign with its proposal_id once the user agrees.
An agent can place calls after publish_agent. While calls are simulated, the last four digits of a number decide what happens: 0100 is answered, 0001 is busy.
Send an idempotency_key with every call that creates something, and send the same key when you repeat the call. To get the next page of a list, send next_cursor as cursor. \
An error has a status and a detail. "Missing scope" means that the user did not allow the action. Ask the user instead of trying again.`

/** How long clients can cache the list of tools, in milliseconds. It changes only with the server's version. */
const LIST_TTL_MS = 300_000

/** Creates a server for one request. Everything expensive is created in advance. */
export function createServer({ actor, tools, origin, allowances }: RequestContext): Server {
  const server = new Server(
    { name: 'callwright', title: 'Callwright', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(({ definition }) => definition) }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(tool, { actor, origin, allowance: allowances.get(mcpReq.id)! }, params.arguments ?? {})
  })
  return server
}

/** Attaches the context to the library's authentication info. */
export const toAuthInfo = (context: RequestContext): AuthInfo => ({ token: '', clientId: '', scopes: [...context.actor.scopes], extra: { context } })
export const contextOf = (auth: AuthInfo | undefined) => auth!.extra!.context as RequestContext
