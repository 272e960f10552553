import { db } from '../../kernel/db/db.ts'
import type { Agent } from '../../generated/prisma/client.ts'
import type { AgentReference } from '../../providers/agentReference.ts'
import { causeOf, type Problem, type ProblemCause } from '../../providers/problem.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { listToolUrls, listReferencedAgents, listTransferDestinations } from '../../providers/toolReferences.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { findToolUrlProblem } from '../shared/callbackUrls.ts'
import { findBlocked, listTransferNumbers, listReachableNumbers, findTransferProblem } from './transferRules.ts'
import { publishedOf } from '../shared/jsonColumns.ts'

/** Lists forbidden targets in an agent's tools: URLs that a provider would request, numbers that calls would be transferred to. */
export const problemsOf = (tools: readonly JsonObject[]): Problem[] => [
  ...listToolUrls(tools).flatMap(({ field, value }) => toProblems(field, findToolUrlProblem(value))),
  ...listTransferDestinations(tools).flatMap(({ field, number }) => toProblems(field, findTransferProblem(number))),
]

const toProblems = (field: string, cause: ProblemCause | null): Problem[] => (cause === null ? [] : [{ field, ...cause }])

type Draft = Pick<Agent, 'workspaceId' | 'id' | 'voiceEngine' | 'generalTools'>

/** The workspace's resources that an agent's tools reference. */
export interface ResolvedReferences {
  /** The agents as currently published, by our IDs. */
  agents: Record<string, AgentReference>
  problems: Problem[]
}

/**
 * Resolves what the tools reference in the workspace: agents to hand a call over to, which must be published to the same voice engine,
 * and numbers, which must not be on the do-not-call list. Two agents can reference each other once both are published.
 */
export async function resolveReferences(agent: Draft): Promise<ResolvedReferences> {
  const tools = agent.generalTools as JsonObject[]
  const references: ResolvedReferences = { agents: {}, problems: [] }
  for (const { field, agentId } of listReferencedAgents(tools)) {
    const reference = await findReference(agent, agentId)
    if ('code' in reference) references.problems.push({ field, ...reference })
    else references.agents[agentId] = reference
  }
  const blocked = await findBlocked(db, agent.workspaceId, listTransferNumbers(tools))
  const blockedTarget = listTransferDestinations(tools).find(({ number }) => number === blocked)
  if (blocked !== null && blockedTarget)
    references.problems.push({ field: blockedTarget.field, ...causeOf('transfer_number_blocked', { phone_number: blocked }) })
  return references
}

/** Returns the provider's reference to the agent, or the reason why calls cannot be handed over to it. */
async function findReference({ workspaceId, id, voiceEngine }: Draft, text: string): Promise<AgentReference | ProblemCause> {
  const agentId = /^\d{1,10}$/.test(text) ? Number(text) : null
  if (agentId === null || agentId > MAX_ID) return causeOf('agent_reference_invalid')
  if (agentId === id) return causeOf('agent_reference_itself')
  const agent = await db.agent.findFirst({ where: { workspaceId, id: agentId } })
  if (!agent) return causeOf('agent_reference_missing', { agent_id: agentId })
  const published = publishedOf(agent)
  if (!agent.isActive || !published) return causeOf('agent_reference_unpublished', { agent_id: agentId })
  if (published.engine !== voiceEngine)
    return causeOf('agent_reference_elsewhere', { agent_id: agentId, published_to: published.engine, voice_engine: voiceEngine })
  return { providerAgentId: published.providerAgentId, version: published.version, transfers: await listReachableNumbers(db, agent) }
}
