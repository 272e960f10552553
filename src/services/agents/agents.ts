import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { badRequest, DuplicateRequestError, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Agent, Prisma } from '../../generated/prisma/client.ts'
import { type AdvancedAgentChanges, type AdvancedAgentInput, DEFAULT_CALL_SECONDS, DEFAULT_RING_SECONDS } from '../../inputs/agents.ts'
import { causeOf, type Problem } from '../../providers/problem.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { assignmentsOf, insertColumnsOf, insertValuesOf, selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement, toRow } from '../../kernel/db/statement.ts'
import { problemsOf, type Settings } from './agentConfig.ts'
import * as agentTools from './agentTools.ts'
import * as disclosures from './disclosures.ts'
import * as idempotency from '../shared/idempotency.ts'
import * as knowledgeBases from '../knowledge/knowledgeBases.ts'
import { type FindPage, findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'
import * as storage from '../shared/storage.ts'

export const FIELDS = Object.keys(Prisma.AgentScalarFieldEnum)

/** All columns, of which the list of knowledge bases is never null. */
const COLUMNS = sql`${selectList(FIELDS.filter((field) => field !== 'knowledgeBaseIds'))}, knowledge_base_ids as "knowledge_base_ids!"`

/** The defaults of an agent (spec: Agent). */
const DEFAULTS = {
  lang: 'en-US',
  voiceEngine: 'retell',
  model: 'gpt-4.1-mini',
  generalTools: [],
  postCallAnalysisData: [],
  defaultVariables: {},
  maxDurationSeconds: DEFAULT_CALL_SECONDS,
  ringTimeoutSeconds: DEFAULT_RING_SECONDS,
}

const listAgents = statement('agents.list', newestOf('agents', sql`and is_active = $isActive`))

/** Lists agents, newest first; active ones by default (contract: Agent). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listAgents, { workspaceId, isActive: isActive ?? true, fields }) as FindPage<Agent>)

const findAgent = statement('agents.find', sql`select ${COLUMNS} from agents where workspace_id = $workspaceId and id = $id`)

export async function get({ workspaceId }: Actor, id: AgentId): Promise<Agent> {
  return requireAgent(await findAgent.get({ workspaceId, id }))
}

const findAgents = statement('agents.findByIds', sql`select ${COLUMNS} from agents where workspace_id = $workspaceId and id = any($ids)`)

/** Returns agents by their IDs, including archived ones, in the order of the IDs. */
export async function findByIds({ workspaceId }: Pick<Actor, 'workspaceId'>, ids: readonly number[]): Promise<(Agent | null)[]> {
  const rows = await findAgents.all({ workspaceId, ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

const createAgent = statement(
  'agents.create',
  sql`
    with new_row as (select nextval('agents_id_seq')::int as id),
    ${idempotency.CLAIM}
    insert into agents (id, ${insertColumnsOf('agents', 'agent', 'id')}) select new_row.id, ${insertValuesOf('agents', 'agent', 'id')} from new_row, claim
    where ${AUDIT_ACTOR} and ${storage.CHECK_ROOM} returning ${COLUMNS}`,
)

/**
 * Creates an agent, which takes calls once it is published. Creates it once per Idempotency-Key. Throws CONFLICT if it exceeds the
 * workspace's storage, even if several are created at once.
 */
export async function create(actor: Actor, { knowledgeBaseIds, ...input }: AdvancedAgentInput): Promise<Agent> {
  if (actor.claim?.effect !== undefined) return get(actor, actor.claim.effect as number)
  const { workspaceId } = actor
  const knownIds = await knowledgeBases.requireAll(workspaceId, knowledgeBaseIds ?? [])
  const row = { ...toRow({ ...DEFAULTS, ...omitNulls(input), workspaceId, updatedAt: clock.now() }), knowledgeBaseIds: knownIds }
  const params = { workspaceId, agent: row, ...idempotency.claimParams(actor), ...storage.limitParams() }
  const agent = await createAgent.get(params).catch(storage.throwFull)
  if (!agent) throw new DuplicateRequestError()
  return agent
}

/** Changes the given fields. The provider gets them at the next publish. Throws BAD_REQUEST for an empty change (spec: PATCH). */
export async function update(actor: Actor, id: AgentId, { ...changes }: AdvancedAgentChanges) {
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('no_changes')
  if (changes.knowledgeBaseIds) {
    await get(actor, id)
    changes.knowledgeBaseIds = await knowledgeBases.requireAll(actor.workspaceId, changes.knowledgeBaseIds)
  }
  const params = { workspaceId: actor.workspaceId, id, changes: toChanges(applyDefaults(changes)), ...storage.limitParams() }
  return requireAgent(await updateAgent.get(params).catch(storage.throwFull))
}

/** Archives an agent. Active calls continue; new ones are refused. */
export const archive = (actor: Actor, id: AgentId) => save(undefined, actor, id, { isActive: false })

const updateAgent = statement(
  'agents.update',
  sql`
    update agents set ${assignmentsOf('agents')} where workspace_id = $workspaceId and id = $id and ${AUDIT_ACTOR} and ${storage.CHECK_ROOM}
    returning ${COLUMNS}`,
)

/** Writes the given fields, free JSON as it was sent, and returns the agent. Throws NOT_FOUND. */
export async function save(tx: Tx | undefined, { workspaceId }: Pick<Actor, 'workspaceId'>, id: AgentId, changes: Partial<Agent>): Promise<Agent> {
  return requireAgent(await updateAgent.get({ workspaceId, id, changes: toChanges(changes), storageLimits: null }, tx))
}

const toChanges = ({ knowledgeBaseIds, ...fields }: Partial<Agent>) => ({ ...toRow({ ...fields, updatedAt: clock.now() }), knowledgeBaseIds })

function requireAgent(agent: Agent | undefined): Agent {
  if (!agent) throw notFound('Agent')
  return agent
}

/** Lists everything that prevents publishing the agent now, without a request to the provider. */
export const listProblems = async (agent: Agent): Promise<Problem[]> => [
  ...(agent.isActive ? [] : [{ field: 'is_active', ...causeOf('agent_archived') }]),
  ...problemsOf(agent),
  ...(await agentTools.resolveReferences(agent)).problems,
  ...(await disclosures.listProblems(agent)),
]

const omitNulls = (input: AdvancedAgentInput) => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

/** Replaces null by the default in a change. */
const applyDefaults = (changes: AdvancedAgentChanges) =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([key, value]) => value !== undefined && !(key === 'name' && value === null))
      .map(([key, value]) => [key, value ?? BLANK[key as keyof typeof BLANK] ?? null]),
  ) as Partial<Agent>

/** Columns that cannot be null. The name has no default. */
type Required = Exclude<{ [Field in keyof Settings]: null extends Settings[Field] ? never : Field }[keyof Settings], 'name'>

const BLANK = { ...DEFAULTS, isActive: true, recordingEnabled: true, knowledgeBaseIds: [] } satisfies Record<Required | 'isActive', unknown>
