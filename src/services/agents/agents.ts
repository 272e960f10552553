import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Agent, Prisma } from '../../generated/prisma/client.ts'
import { type AdvancedAgentChanges, type AdvancedAgentInput, DEFAULT_CALL_SECONDS, DEFAULT_RING_SECONDS } from '../../inputs/agents.ts'
import type { Problem } from '../../providers/provider.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { changesOf, columns, columnsIn, query, queryIn, type Sql, sql, told } from '../../kernel/db/sql.ts'
import { problemsOf } from './agentConfig.ts'
import * as agentTools from './agentTools.ts'
import * as idempotency from '../shared/idempotency.ts'
import * as knowledgeBases from '../knowledge/knowledgeBases.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'
import * as storage from '../shared/storage.ts'

export const FIELDS = Object.keys(Prisma.AgentScalarFieldEnum)

/** What an agent has where nothing was said (spec: Agent). */
const DEFAULTS = {
  lang: 'en-US',
  voiceEngine: 'retell',
  model: 'gpt-4.1-mini',
  generalTools: [],
  postCallAnalysisData: [],
  maxDurationSeconds: DEFAULT_CALL_SECONDS,
  ringTimeoutSeconds: DEFAULT_RING_SECONDS,
}

/** Agents, newest first; active ones unless asked otherwise (contract: Agent). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<Agent>('agents', fields, { workspaceId, isActive: isActive ?? true }))

export async function get({ workspaceId }: Actor, id: number) {
  return found(await query<Agent>(sql`select ${columns(FIELDS)} from agents where workspace_id = ${workspaceId} and id = ${id}`))
}

/** Agents by their ids, retired ones too, in the order asked. */
export async function byIds({ workspaceId }: Pick<Actor, 'workspaceId'>, ids: readonly number[]): Promise<(Agent | null)[]> {
  const rows = await query<Agent>(sql`select ${columns(FIELDS)} from agents where workspace_id = ${workspaceId} and id = any(${ids}::int[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id) ?? null)
}

/**
 * A new agent is known here only: it speaks once it is published. Under an Idempotency-Key it is made once. CONFLICT when it does not fit into the
 * workspace's storage, also when several are made at once.
 */
export async function create(actor: Actor, { knowledgeBaseIds, ...input }: AdvancedAgentInput): Promise<Agent> {
  if (actor.claim?.effect !== undefined) return get(actor, actor.claim.effect as number)
  const { workspaceId } = actor
  const known = await knowledgeBases.requireAll(workspaceId, knowledgeBaseIds ?? [])
  const values = { ...DEFAULTS, ...given(input), knowledgeBaseIds: idList(known), workspaceId, updatedAt: clock.now() }
  return transaction(async (tx) => {
    const made = await idempotency.insert<Agent>(actor, 'agents', values, columnsIn(FIELDS), (statement) => queryIn(tx, statement))
    await storage.requireRoom(tx, workspaceId)
    return made
  })
}

/** Changes the fields that are given; the provider hears of it at the next publish. An empty change is a 400 (spec: PATCH). */
export async function update(actor: Actor, id: number, { ...changes }: AdvancedAgentChanges) {
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  if (changes.knowledgeBaseIds) {
    await get(actor, id)
    changes.knowledgeBaseIds = await knowledgeBases.requireAll(actor.workspaceId, changes.knowledgeBaseIds)
  }
  return transaction(async (tx) => {
    const changed = await save(tx, actor, id, cleared(changes))
    await storage.requireRoom(tx, actor.workspaceId)
    return changed
  })
}

/** Retires an agent. Calls under way go on; new ones are refused. */
export async function retire(actor: Actor, id: number) {
  return found(await query<Agent>(sql`${writing(actor, id, { isActive: false })} returning ${columns(FIELDS)}`))
}

/** Writes what is given of an agent, free JSON as it was sent, and answers the agent. NOT_FOUND for none. */
export async function save(tx: Tx, key: Pick<Actor, 'workspaceId'>, id: number, given: Partial<Agent>): Promise<Agent> {
  return found(await queryIn<Agent>(tx, sql`${writing(key, id, given)} returning ${columnsIn(FIELDS)}`))
}

function writing({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number, { knowledgeBaseIds, ...given }: Partial<Agent>): Sql {
  const changes = changesOf({ ...given, knowledgeBaseIds: knowledgeBaseIds && idList(knowledgeBaseIds), updatedAt: clock.now() })
  return sql`update agents set ${changes} where workspace_id = ${workspaceId} and id = ${id} and ${told()}`
}

function found([agent]: readonly Agent[]): Agent {
  if (!agent) throw notFound('Agent')
  return agent
}

/** Everything that keeps the agent from being published as it is now; nothing is asked of the provider. */
export const problems = async (agent: Agent): Promise<Problem[]> => [
  ...(agent.isActive ? [] : [{ field: 'is_active', reason: 'The agent is archived (inactive). Unarchive it first' }]),
  ...problemsOf(agent),
  ...(await agentTools.namedBy(agent)).problems,
]

const given = (input: AdvancedAgentInput) => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

/** In a change, null goes back to the default. */
const cleared = (changes: AdvancedAgentChanges) =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([key, value]) => value !== undefined && !(key === 'name' && value === null))
      .map(([key, value]) => [key, value ?? BLANK[key as keyof typeof BLANK] ?? null]),
  ) as Partial<Agent>

const BLANK = { ...DEFAULTS, isActive: true, recordingEnabled: true, knowledgeBaseIds: [] }

/** Ids as PostgreSQL writes a list of them. */
const idList = (ids: readonly number[]) => `{${ids.join(',')}}`
