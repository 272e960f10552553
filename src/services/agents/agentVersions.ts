import { isDeepStrictEqual } from 'node:util'
import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { type Agent, type AgentVersion, Prisma } from '../../generated/prisma/client.ts'
import { rememberSourcesSync } from '../../kernel/json/jsonMembers.ts'
import { sourceOf, verbatim } from '../../kernel/json/jsonSource.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columnOf, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { SETTINGS, settingsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as credentials from '../access/credentials.ts'
import * as knowledgeBases from '../knowledge/knowledgeBases.ts'
import { findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.AgentVersionScalarFieldEnum)

/** A setting that differs between two versions, by its public name. */
export interface Difference {
  field: string
  before: unknown
  after: unknown
}

const listVersions = statement('agentVersions.list', newestOf('agent_versions', sql`and agent_id = $agentId`))

/** Lists every publish of the agent, newest first. */
export const list = ({ workspaceId }: Actor, agentId: AgentId, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listVersions, { workspaceId, agentId, fields }))

const findVersion = statement(
  'agentVersions.find',
  sql`select ${selectList(FIELDS)} from agent_versions where workspace_id = $workspaceId and agent_id = $agentId and number = $number`,
)

export async function get({ workspaceId }: Actor, agentId: AgentId, number: number): Promise<AgentVersion> {
  const version = await findVersion.get({ workspaceId, agentId, number })
  if (!version) throw notFound('Agent version')
  return version
}

const selectCurrentNumbers = statement(
  'agentVersions.listCurrentNumbers',
  sql`
    select agent_id, max(number) as number from agent_versions
    where workspace_id = $workspaceId and agent_id = any($agentIds) and status = 'published' group by agent_id`,
)

/** Returns the numbers of the published versions by agent. Leaves out agents that were never published. */
export async function listCurrentNumbers({ workspaceId }: Actor, agentIds: readonly AgentId[]): Promise<Map<number, number>> {
  const rows = await selectCurrentNumbers.all({ workspaceId, agentIds: [...agentIds] })
  return new Map(rows.map(({ agentId, number }) => [agentId, number]))
}

/**
 * Lists what changed between two versions. `from` defaults to the published version (throws NOT_FOUND if there is none), `to` to the
 * draft.
 */
export async function diff(actor: Actor, agentId: AgentId, from?: number | null, to?: number | null): Promise<Difference[]> {
  const agent = await agents.get(actor, agentId)
  const number = from ?? (await listCurrentNumbers(actor, [agentId])).get(agentId)
  if (number === undefined) throw notFound('Agent version')
  const before = readSettings(await get(actor, agentId, number))
  const after = to == null ? toPlainJson(settingsOf(agent)) : readSettings(await get(actor, agentId, to))
  return SETTINGS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => ({
    field: columnOf(field),
    before: before[field] ?? null,
    after: after[field] ?? null,
  }))
}

/** Restores a version into the draft, without deleted knowledge bases. Calls use the published version until the next publish. */
export async function restore(actor: Actor, agentId: AgentId, number: number): Promise<Agent> {
  const { knowledgeBaseIds, ...fields } = readSettings(await get(actor, agentId, number))
  const { workspaceId } = actor
  const settings = { ...fields, knowledgeBaseIds: await knowledgeBases.filterExisting(workspaceId, knowledgeBaseIds as number[]) }
  return transaction((tx) => agents.save(tx, actor, agentId, settings as Partial<Agent>))
}

/** Returns the version's settings by their public names. */
export const publicSettingsOf = (version: AgentVersion) =>
  Object.fromEntries(Object.entries(readSettings(version)).map(([field, value]) => [columnOf(field), verbatim(value)]))

/** Reads a version's settings. Versions from before knowledge bases and defaults of variables existed have none. */
function readSettings({ fields }: AgentVersion) {
  const text = sourceOf(fields)
  if (text !== undefined) rememberSourcesSync(text, fields as object, 1)
  return { defaultVariables: {}, knowledgeBaseIds: [], ...(fields as object) } as Partial<Record<(typeof SETTINGS)[number], unknown>>
}
const toPlainJson = (value: object) => JSON.parse(JSON.stringify(value)) as Partial<Record<(typeof SETTINGS)[number], unknown>>

/** Who published a version: a person, an API key, a CLI token or an app. `id` and `kind` are those of the credential, if any. */
export interface Publisher {
  kind: 'user' | 'api_key' | 'cli' | 'app'
  id: AgentId
  name: string
}

/** Returns the publishers of the versions, in the same order; null if no longer known. */
export async function listPublishers({ workspaceId }: Actor, versions: readonly Pick<AgentVersion, 'userId' | 'apiKeyId'>[]): Promise<(Publisher | null)[]> {
  const ids = (field: 'userId' | 'apiKeyId') => [...new Set(versions.flatMap((version) => version[field] ?? []))]
  const users = await db.user.findMany({ where: { id: { in: ids('userId') } }, select: { id: true, name: true } })
  const keys = await credentials.listNames(workspaceId, ids('apiKeyId'))
  const userNames = new Map(users.map(({ id, name }) => [id, name]))
  return versions.map(({ userId, apiKeyId }) => {
    const userName = userId === null ? undefined : userNames.get(userId)
    const key = apiKeyId === null ? undefined : keys.get(apiKeyId)
    if (!key) return userId === null || userName === undefined ? null : { kind: 'user', id: userId, name: userName }
    return { kind: key.kind === 'key' ? 'api_key' : key.kind, id: apiKeyId!, name: userName === undefined ? key.name : `${userName} (${key.name})` }
  })
}
