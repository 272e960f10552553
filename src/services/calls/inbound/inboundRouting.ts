import { sentenceOf } from '../../../kernel/vocabulary/errors.ts'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { db } from '../../../kernel/db/db.ts'
import type { Agent, PhoneNumber } from '../../../generated/prisma/client.ts'
import type { AssistantAnswer } from '../../../inputs/numbers.ts'
import { MAX_ID } from '../../../kernel/db/rows.ts'
import * as assistantRequests from './assistantRequests.ts'
import * as transferRules from '../../agents/transferRules.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { publishedOf } from '../../shared/jsonColumns.ts'

/** How the agent of an inbound call was chosen. Stored with the call. */
export interface Routing {
  /** assistant_request: the customer's server named the agent or rejected the call; default_agent: the number's own agent. */
  by: 'assistant_request' | 'default_agent'
  /** Why the preferred choice was not used; null if it was. */
  problem: string | null
  /** Response time of the customer's server; null if it was not asked. */
  latency_ms: number | null
  /** The ID of the assistant request. */
  request_id: string | null
}

export interface Decision {
  /** The agent that answers; null if the call is not answered. */
  agent: Agent | null
  /** Whether the customer's server rejected the call. */
  isRejected: boolean
  overrides: Pick<AssistantAnswer, 'variables' | 'metadata' | 'language' | 'recording_enabled'>
  routing: Routing
}

/**
 * Chooses the agent for a call to the number: the one named by the customer's server, if it has one; otherwise, or if its answer is unusable,
 * the number's own agent. An agent can answer only on the engine that the call came in on.
 */
export async function decide(number: PhoneNumber, engine: string, { requestId, fromNumber }: { requestId: string; fromNumber: string }): Promise<Decision> {
  const { assistantRequestUrl } = number
  if (assistantRequestUrl === null) return routeToDefault(number, engine, { by: 'default_agent', problem: null, latency_ms: null, request_id: null })
  const { answer, problem, latencyMs } = await assistantRequests.send({ ...number, assistantRequestUrl }, { requestId, fromNumber, provider: engine })
  const routing: Routing = { by: 'default_agent', problem, latency_ms: latencyMs, request_id: requestId }
  if (!answer) return routeToDefault(number, engine, routing)
  if (answer.reject === true) return { agent: null, isRejected: true, overrides: answer, routing: { ...routing, by: 'assistant_request' } }
  if (answer.language != null && answer.language !== 'auto' && !provider(engine).supportsLanguage(answer.language))
    return routeToDefault(number, engine, { ...routing, problem: `the voice provider ${engine} does not support the language ${answer.language}` })
  if (answer.agent_id == null) return routeToDefault(number, engine, routing, answer)
  const agent = await findUsableAgent(number.workspaceId, answer.agent_id, engine)
  if (typeof agent === 'string') return routeToDefault(number, engine, { ...routing, problem: agent })
  return { agent, isRejected: false, overrides: answer, routing: { ...routing, by: 'assistant_request' } }
}

async function routeToDefault(number: PhoneNumber, engine: string, routing: Routing, overrides: Decision['overrides'] = {}): Promise<Decision> {
  const agent = number.inboundAgentId === null ? 'the number has no default agent' : await findUsableAgent(number.workspaceId, number.inboundAgentId, engine)
  if (typeof agent !== 'string') return { agent, isRejected: false, overrides, routing }
  const problem = [routing.problem, agent].filter((reason) => reason !== null).join('; ')
  return { agent: null, isRejected: false, overrides, routing: { ...routing, problem } }
}

/** Returns the agent if it can answer a call on that engine now, else the reason why not. */
async function findUsableAgent(workspaceId: WorkspaceId, id: number, engine: string): Promise<Agent | string> {
  const agent = id > MAX_ID ? null : await db.agent.findFirst({ where: { workspaceId, id } })
  if (!agent) return `agent ${id} does not exist`
  if (!agent.isActive || !agent.published) return `agent ${id} is not published`
  const publishedEngine = publishedOf(agent)!.engine
  if (publishedEngine !== engine) return `agent ${id} is published to ${publishedEngine}, but the call came in on ${engine}`
  const blockedNumber = await transferRules.findBlocked(db, workspaceId, await transferRules.listReachableNumbers(db, agent))
  if (blockedNumber !== null) return `agent ${id} transfers calls to ${blockedNumber}, which is on the do-not-call list`
  const problem = transferRules.findPublishedProblem(agent)
  return problem ? sentenceOf({ reason: 'transfer_not_allowed', details: problem }) : agent
}
