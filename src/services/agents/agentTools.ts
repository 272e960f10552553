import { db } from '../../kernel/db/db.ts'
import type { Agent } from '../../generated/prisma/client.ts'
import type { AgentReference } from '../../providers/agentReference.ts'
import type { JsonObject, Problem } from '../../providers/provider.ts'
import { addressesOf, agentsIn, destinationsOf } from '../../providers/toolReferences.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { toolAddressProblem } from '../shared/callbackUrls.ts'
import { listedAmong, numbersIn, reachOf, transferProblem } from './transferRules.ts'
import { publishedOf } from '../shared/jsonColumns.ts'

/** What of an agent's tools leads where it must not: addresses that a provider would request, numbers that calls would be transferred to. */
export const problemsOf = (tools: readonly JsonObject[]): Problem[] => [
  ...addressesOf(tools).flatMap(({ field, value }) => problem(field, toolAddressProblem(value))),
  ...destinationsOf(tools).flatMap(({ field, number }) => problem(field, transferProblem(number))),
]

const problem = (field: string, reason: string | null): Problem[] => (reason === null ? [] : [{ field, reason }])

type Draft = Pick<Agent, 'workspaceId' | 'id' | 'voiceEngine' | 'generalTools'>

/** What an agent's tools name of the workspace. */
export interface Named {
  /** The agents, by our ids, as they are published now. */
  agents: Record<string, AgentReference>
  problems: Problem[]
}

/**
 * Looks up what the tools name of the workspace: agents to hand a call over to, which must be published through the same voice engine,
 * and numbers, which must not be on the do-not-call list. Two agents can name each other once both are published.
 */
export async function namedBy(agent: Draft): Promise<Named> {
  const tools = agent.generalTools as JsonObject[]
  const named: Named = { agents: {}, problems: [] }
  for (const { field, agentId } of agentsIn(tools)) {
    const found = await referenceTo(agent, agentId)
    if (typeof found === 'string') named.problems.push({ field, reason: found })
    else named.agents[agentId] = found
  }
  const listed = await listedAmong(db, agent.workspaceId, numbersIn(tools))
  const at = destinationsOf(tools).find(({ number }) => number === listed)
  if (listed !== null && at) named.problems.push({ field: at.field, reason: `${listed} is on the do-not-call list` })
  return named
}

/** The agent as its provider knows it, or why calls cannot be handed over to it. */
async function referenceTo({ workspaceId, id, voiceEngine }: Draft, text: string): Promise<AgentReference | string> {
  const wanted = /^\d{1,10}$/.test(text) ? Number(text) : null
  if (wanted === null || wanted > MAX_ID) return 'Must be the ID of an agent in this workspace, such as "12"'
  if (wanted === id) return 'Must be a different agent: an agent cannot hand a call over to itself'
  const found = await db.agent.findFirst({ where: { workspaceId, id: wanted } })
  if (!found) return `This workspace has no agent ${wanted}`
  const published = publishedOf(found)
  if (!found.isActive || !published) return `Agent ${wanted} is not published: publish it first`
  if (published.engine !== voiceEngine) return `Agent ${wanted} is published to ${published.engine}. This agent can hand calls over only to agents on ${voiceEngine}`
  return { providerAgentId: published.providerAgentId, version: published.version, transfers: await reachOf(db, found) }
}
