import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { db } from '../db.ts'
import { badInput, notFound } from '../errors.ts'
import { type Agent, Prisma } from '../generated/prisma/client.ts'
import { type AdvancedAgentChanges, type AdvancedAgentInput, DEFAULT_CALL_SECONDS, DEFAULT_RING_SECONDS } from '../inputs/agents.ts'
import type { Problem } from '../providers/provider.ts'
import { SHORT_PAGE } from '../rows.ts'
import { columns, query, sql } from '../sql.ts'
import { problemsOf } from './agentConfig.ts'
import * as idempotency from './idempotency.ts'
import * as knowledgeBases from './knowledgeBases.ts'
import { newest, pageById, type PageArgs } from './paging.ts'

export const FIELDS = Object.keys(Prisma.AgentScalarFieldEnum)

/** What an agent has where nothing was said (spec: Agent). */
const DEFAULTS = {
  lang: 'en-US',
  voiceEngine: 'retell',
  model: 'gpt-4.1-mini',
  generalTools: [],
  postCallAnalysisData: [],
  maxCallSeconds: DEFAULT_CALL_SECONDS,
  ringSeconds: DEFAULT_RING_SECONDS,
}

/** Agents, newest first; active ones unless asked otherwise (contract: Agent). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<Agent>('agents', fields, { workspaceId, isActive: isActive ?? true }))

export async function get({ workspaceId }: Actor, id: number) {
  const [agent] = await query<Agent>(sql`select ${columns(FIELDS)} from agents where workspace_id = ${workspaceId} and id = ${id}`)
  if (!agent) throw notFound('Agent')
  return agent
}

/** Agents by their ids, retired ones too, in the order asked. */
export async function byIds({ workspaceId }: Pick<Actor, 'workspaceId'>, ids: readonly number[]): Promise<(Agent | null)[]> {
  const rows = await query<Agent>(sql`select ${columns(FIELDS)} from agents where workspace_id = ${workspaceId} and id = any(${ids}::int[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id) ?? null)
}

/** A new agent is known here only: it speaks once it is published. Under an Idempotency-Key it is made once. */
export async function create(actor: Actor, { knowledgeBaseIds, ...input }: AdvancedAgentInput): Promise<Agent> {
  if (actor.claim?.effect !== undefined) return get(actor, actor.claim.effect as number)
  const { workspaceId } = actor
  const known = await knowledgeBases.requireAll(workspaceId, knowledgeBaseIds ?? [])
  const values = { ...DEFAULTS, ...given(input), knowledgeBaseIds: idList(known), workspaceId, updatedAt: clock.now() }
  return idempotency.insert<Agent>(actor, 'agents', values, FIELDS)
}

/** Changes the fields that are given; the provider hears of it at the next publish. An empty change is a 400 (spec: PATCH). */
export async function update(actor: Actor, id: number, { ...changes }: AdvancedAgentChanges) {
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  await get(actor, id)
  if (changes.knowledgeBaseIds) changes.knowledgeBaseIds = await knowledgeBases.requireAll(actor.workspaceId, changes.knowledgeBaseIds)
  return db.agent.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: cleared(changes) })
}

/** Retires an agent. Calls under way go on; new ones are refused. */
export async function retire(actor: Actor, id: number) {
  await get(actor, id)
  return db.agent.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: { isActive: false } })
}

/** Everything that keeps the agent from being published as it is now; nothing is asked of the provider. */
export const problems = (agent: Agent): Problem[] => [
  ...(agent.isActive ? [] : [{ field: 'is_active', reason: 'The agent is inactive: activate it first' }]),
  ...problemsOf(agent),
]

const given = (input: AdvancedAgentInput) => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

/** In a change, null goes back to the default. */
const cleared = (changes: AdvancedAgentChanges) =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([key, value]) => value !== undefined && !(key === 'name' && value === null))
      .map(([key, value]) => [key, value ?? BLANK[key as keyof typeof BLANK] ?? null]),
  ) as Prisma.AgentUncheckedUpdateInput

const BLANK = { ...DEFAULTS, isActive: true, recordingEnabled: true, knowledgeBaseIds: [] }

/** Ids as PostgreSQL writes a list of them. */
const idList = (ids: readonly number[]) => `{${ids.join(',')}}`
