import { type AuthInfo, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import type { Allowance } from '../kernel/http/limits.ts'
import { version } from '../kernel/config/version.ts'
import { callTool } from './call.ts'
import type { RequestId } from './refusals.ts'
import type { Tools } from './tools.ts'

/** Whose request it is that a server is made for, and what it may be used for. */
export interface RequestContext {
  actor: Actor
  tools: Tools
  origin: RequestOrigin
  /** What is left of the workspace's limits, by the calls of the request. */
  allowances: ReadonlyMap<RequestId, Allowance>
}

const INSTRUCTIONS = `Callwright places phone calls with AI voice agents, runs campaigns that call lists of leads, and sends SMS messages.
place_call, send_sms and start_campaign reach real people and cost money. Ask the user to confirm the number, the agent and the cost first. For a campaign, \
call get_cost_estimate, then start_campaign with propose: true. Show the user the response, and start the campaign with its proposal_id once the user agrees.
An agent can place calls after publish_agent. While calls are simulated, the last four digits of a number decide what happens: 0100 is answered, 0001 is busy.
Send an idempotency_key with every call that creates something, and send the same key when you repeat the call. To get the next page of a list, send next_cursor as cursor. \
An error has a status and a detail. "Missing scope" means that the user did not allow the action. Ask the user instead of trying again.`

/** How long a client may keep the list of tools, in milliseconds; it changes with the version of the server only. */
const LIST_TTL_MS = 300_000

/** A server for one request: everything dear is made before. */
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

/** The turn rides along with what the protocol's library knows of the caller. */
export const toAuthInfo = (turn: RequestContext): AuthInfo => ({ token: '', clientId: '', scopes: [...turn.actor.scopes], extra: { turn } })
export const contextOf = (auth: AuthInfo | undefined) => auth!.extra!.turn as RequestContext
