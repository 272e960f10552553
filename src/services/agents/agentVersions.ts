import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { type Agent, type AgentVersion, Prisma } from '../../generated/prisma/client.ts'
import { keepSourcesNow } from '../../kernel/json/jsonMembers.ts'
import { sourceOf, verbatim } from '../../kernel/json/jsonSource.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { column, columns, query, sql } from '../../kernel/db/sql.ts'
import { SETTINGS, settingsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as credentials from '../access/credentials.ts'
import * as knowledgeBases from '../knowledge/knowledgeBases.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.AgentVersionScalarFieldEnum)

/** One setting that differs between two versions, by its public name. */
export interface Difference {
  field: string
  before: unknown
  after: unknown
}

/** Every publish of the agent, newest first. */
export const list = ({ workspaceId }: Actor, agentId: number, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<AgentVersion>('agent_versions', fields, { workspaceId, agentId }))

export async function get({ workspaceId }: Actor, agentId: number, number: number): Promise<AgentVersion> {
  const [version] = await query<AgentVersion>(sql`
    select ${columns(FIELDS)} from agent_versions where workspace_id = ${workspaceId} and agent_id = ${agentId} and number = ${number}`)
  if (!version) throw notFound('Agent version')
  return version
}

/** The numbers of the versions that calls use now, by agent; agents without one are left out. */
export async function currentNumbers({ workspaceId }: Actor, agentIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await query<{ agentId: number; number: number }>(sql`
    select agent_id as "agentId", max(number) as number from agent_versions
    where workspace_id = ${workspaceId} and agent_id = any(${agentIds}::int[]) and state = 'published' group by agent_id`)
  return new Map(rows.map(({ agentId, number }) => [agentId, number]))
}

/**
 * What changed from one version to another. Without `from` it is the version that calls use now (NOT_FOUND where there is
 * none), without `to` the agent as it is being edited.
 */
export async function diff(actor: Actor, agentId: number, from?: number | null, to?: number | null): Promise<Difference[]> {
  const agent = await agents.get(actor, agentId)
  const number = from ?? (await currentNumbers(actor, [agentId])).get(agentId)
  if (number === undefined) throw notFound('Agent version')
  const before = settings(await get(actor, agentId, number))
  const after = to == null ? plain(settingsOf(agent)) : settings(await get(actor, agentId, to))
  return SETTINGS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => ({
    field: column(field),
    before: before[field] ?? null,
    after: after[field] ?? null,
  }))
}

/** Makes the agent as it is being edited what that version was, without knowledge bases that are deleted. Calls go on using what is published until it is published again. */
export async function restore(actor: Actor, agentId: number, number: number): Promise<Agent> {
  const { knowledgeBaseIds, ...fields } = settings(await get(actor, agentId, number))
  const { workspaceId } = actor
  const kept = { ...fields, knowledgeBaseIds: await knowledgeBases.existing(workspaceId, knowledgeBaseIds as number[]) }
  return transaction((tx) => agents.save(tx, actor, agentId, kept as Partial<Agent>))
}

/** The version's settings under their public names. */
export const publicSettings = (version: AgentVersion) =>
  Object.fromEntries(Object.entries(settings(version)).map(([field, value]) => [column(field), verbatim(value)]))

/** Versions that were published before there were knowledge bases know of none. */
function settings({ fields }: AgentVersion) {
  const text = sourceOf(fields)
  if (text !== undefined) keepSourcesNow(text, fields as object, 1)
  return { knowledgeBaseIds: [], ...(fields as object) } as Partial<Record<(typeof SETTINGS)[number], unknown>>
}
const plain = (value: object) => JSON.parse(JSON.stringify(value)) as Partial<Record<(typeof SETTINGS)[number], unknown>>

/** Who published: a person, one of the workspace's keys, or a person by a CLI token or an app, which `id` and `kind` are of then. */
export interface Publisher {
  kind: 'user' | 'api_key' | 'cli' | 'app'
  id: number
  name: string
}

/** Who published these versions, in their order; null for what is not known any more. */
export async function publishers({ workspaceId }: Actor, versions: readonly Pick<AgentVersion, 'userId' | 'apiKeyId'>[]): Promise<(Publisher | null)[]> {
  const ids = (field: 'userId' | 'apiKeyId') => [...new Set(versions.flatMap((version) => version[field] ?? []))]
  const users = await db.user.findMany({ where: { id: { in: ids('userId') } }, select: { id: true, name: true } })
  const keys = await credentials.names(workspaceId, ids('apiKeyId'))
  const people = new Map(users.map(({ id, name }) => [id, name]))
  return versions.map(({ userId, apiKeyId }) => {
    const person = userId === null ? undefined : people.get(userId)
    const key = apiKeyId === null ? undefined : keys.get(apiKeyId)
    if (!key) return userId === null || person === undefined ? null : { kind: 'user', id: userId, name: person }
    return { kind: key.kind === 'key' ? 'api_key' : key.kind, id: apiKeyId!, name: person === undefined ? key.name : `${person} (${key.name})` }
  })
}
