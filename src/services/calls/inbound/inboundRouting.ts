import { db } from '../../../kernel/db/db.ts'
import type { Agent, PhoneNumber } from '../../../generated/prisma/client.ts'
import type { AssistantAnswer } from '../../../inputs/numbers.ts'
import { MAX_ID } from '../../../kernel/db/rows.ts'
import * as assistantRequests from './assistantRequests.ts'
import * as transferRules from '../../agents/transferRules.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { publishedOf } from '../../shared/jsonColumns.ts'

/** How it was found out who answers, kept with the call. */
export interface Routing {
  /** assistant_request: the customer's server named the agent or turned the caller away; default_agent: the number's own. */
  by: 'assistant_request' | 'default_agent'
  /** What stood in the way; null when nothing did. */
  problem: string | null
  /** How long the customer's server took; null when it was not asked. */
  latency_ms: number | null
  /** The id under which it was asked. */
  request_id: string | null
}

export interface Decision {
  /** Who answers; null when the caller is to be turned away. */
  agent: Agent | null
  /** The customer's server turned the caller away. */
  isRejected: boolean
  wishes: Pick<AssistantAnswer, 'variables' | 'metadata' | 'language' | 'recording_enabled'>
  routing: Routing
}

/**
 * Who answers a call to the number: whom the customer's server names, where there is one; else, and whenever its answer
 * cannot be used, the number's own agent. An agent can answer only on the engine that the call came in on.
 */
export async function decide(number: PhoneNumber, engine: string, { requestId, fromNumber }: { requestId: string; fromNumber: string }): Promise<Decision> {
  const { assistantRequestUrl } = number
  if (assistantRequestUrl === null) return byDefault(number, engine, { by: 'default_agent', problem: null, latency_ms: null, request_id: null })
  const { answer, problem, latencyMs } = await assistantRequests.ask({ ...number, assistantRequestUrl }, { requestId, fromNumber, provider: engine })
  const routing: Routing = { by: 'default_agent', problem, latency_ms: latencyMs, request_id: requestId }
  if (!answer) return byDefault(number, engine, routing)
  if (answer.reject === true) return { agent: null, isRejected: true, wishes: answer, routing: { ...routing, by: 'assistant_request' } }
  if (answer.language != null && answer.language !== 'auto' && !provider(engine).speaks(answer.language))
    return byDefault(number, engine, { ...routing, problem: `the voice provider ${engine} does not support the language ${answer.language}` })
  if (answer.agent_id == null) return byDefault(number, engine, routing, answer)
  const named = await usable(number.workspaceId, answer.agent_id, engine)
  if (typeof named === 'string') return byDefault(number, engine, { ...routing, problem: named })
  return { agent: named, isRejected: false, wishes: answer, routing: { ...routing, by: 'assistant_request' } }
}

async function byDefault(number: PhoneNumber, engine: string, routing: Routing, wishes: Decision['wishes'] = {}): Promise<Decision> {
  const found = number.inboundAgentId === null ? 'the number has no default agent' : await usable(number.workspaceId, number.inboundAgentId, engine)
  if (typeof found !== 'string') return { agent: found, isRejected: false, wishes, routing }
  const problem = [routing.problem, found].filter((one) => one !== null).join('; ')
  return { agent: null, isRejected: false, wishes, routing: { ...routing, problem } }
}

/** The agent if it can answer a call on that engine now; else why not. */
async function usable(workspaceId: number, id: number, engine: string): Promise<Agent | string> {
  const agent = id > MAX_ID ? null : await db.agent.findFirst({ where: { workspaceId, id } })
  if (!agent) return `agent ${id} does not exist`
  if (!agent.isActive || !agent.published) return `agent ${id} is not published`
  const at = publishedOf(agent)!.engine
  if (at !== engine) return `agent ${id} is published to ${at}, but the call came in on ${engine}`
  const listed = await transferRules.listedAmong(db, workspaceId, await transferRules.reachOf(db, agent))
  if (listed !== null) return `agent ${id} transfers calls to ${listed}, which is on the do-not-call list`
  return transferRules.publishedProblem(agent) ?? agent
}
