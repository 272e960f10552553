import type { KnowledgeBaseId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { type KnowledgeBase, Prisma } from '../../generated/prisma/client.ts'
import type { KnowledgeBaseChanges, KnowledgeBaseInput } from '../../inputs/knowledgeBases.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { scheduleSync } from './knowledgeSync.ts'
import { findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.KnowledgeBaseScalarFieldEnum)

const listBases = statement('knowledgeBases.list', newestOf('knowledge_bases', sql`and is_active`))

/** Lists knowledge bases that are not deleted, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listBases, { workspaceId, fields }))

export async function get({ workspaceId }: Actor, id: KnowledgeBaseId): Promise<KnowledgeBase> {
  const base = await db.knowledgeBase.findFirst({ where: { workspaceId, id, isActive: true } })
  if (!base) throw notFound('Knowledge base')
  return base
}

export const create = ({ workspaceId }: Actor, { name, description }: KnowledgeBaseInput): Promise<KnowledgeBase> =>
  db.knowledgeBase.create({ data: { workspaceId, name, description: description ?? null } })

/** Changes the given fields. Creates a new version, because providers get both fields. Throws BAD_REQUEST for an empty change. */
export async function update(actor: Actor, id: KnowledgeBaseId, { name, description }: KnowledgeBaseChanges): Promise<KnowledgeBase> {
  if (name === undefined && description === undefined) throw badRequest('no_changes')
  const before = await get(actor, id)
  const after = { name: name ?? before.name, description: description === undefined ? before.description : description }
  if (after.name === before.name && after.description === before.description) return before
  return transaction(async (tx) => {
    await touch(tx, actor, id)
    return tx.knowledgeBase.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: after })
  })
}

/**
 * Deletes a knowledge base in the caller's transaction, which removes it from inactive agents: its documents at once, its copies at the
 * providers once no published agent or call uses them. Throws CONFLICT while an active agent or an unfinished campaign uses it.
 */
export async function removeIn(tx: Tx, actor: Actor, id: KnowledgeBaseId): Promise<KnowledgeBase> {
  const { workspaceId } = actor
  await touch(tx, actor, id)
  const names = await namesOfUsers(tx, actor, id)
  if (names) throw conflict('knowledge_base_in_use', { users: names })
  await tx.knowledgeDocument.deleteMany({ where: { workspaceId, knowledgeBaseId: id } })
  return tx.knowledgeBase.update({ where: { workspaceId_id: { workspaceId, id } }, data: { isActive: false } })
}

/** An agent or campaign that uses a knowledge base. */
export interface KnowledgeUser {
  kind: 'agent' | 'campaign'
  id: KnowledgeBaseId
  name: string
}

const selectUsers = statement(
  'knowledgeBases.listUsers',
  sql`
    select 'agent' as kind, id, name from agents where workspace_id = $workspaceId and is_active
      and ($id::int = any(knowledge_base_ids) or published_config->'knowledge' @> $published)
    union all
    select 'campaign', id, name from campaigns where workspace_id = $workspaceId and status not in ('completed', 'cancelled')
      and exists (select from jsonb_array_elements_text(coalesce(settings->'knowledgeBaseIds', '[]')) as used (id) where used.id = $id::text)
    order by kind, id`,
)

/** Lists the users that prevent deletion: active agents, by draft or published version, and unfinished campaigns. */
export async function listUsers({ workspaceId }: Pick<Actor, 'workspaceId'>, id: KnowledgeBaseId, tx?: Tx): Promise<KnowledgeUser[]> {
  const published = JSON.stringify([{ knowledgeBaseId: id }])
  return (await selectUsers.all({ workspaceId, id, published }, tx)) as KnowledgeUser[]
}

/** Names the first users, or returns null if there are none. */
async function namesOfUsers(tx: Tx, actor: Actor, id: KnowledgeBaseId): Promise<string | null> {
  const users = await listUsers(actor, id, tx)
  const names = users.slice(0, 3).map(({ kind, name }) => `the ${kind} ${name}`)
  return users.length === 0 ? null : [...names, ...(users.length > 3 ? ['others'] : [])].join(', ')
}

const incrementVersion = statement(
  'knowledgeBases.incrementVersion',
  sql`update knowledge_bases set version = version + 1, updated_at = $now where workspace_id = $workspaceId and id = $id and is_active`,
)

/** Increments the version for a change in the same transaction, which locks the row, and schedules a sync. Throws NOT_FOUND. */
export async function touch(tx: Tx, { workspaceId }: Actor, id: KnowledgeBaseId): Promise<void> {
  const changed = await incrementVersion.run({ workspaceId, id, now: clock.now() }, tx)
  if (changed === 0) throw notFound('Knowledge base')
  await scheduleSync(tx, workspaceId, id)
}

/** Returns the IDs without duplicates. Throws NOT_FOUND unless all are the workspace's knowledge bases and not deleted. */
export async function requireAll(workspaceId: WorkspaceId, ids: readonly number[]): Promise<number[]> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return []
  if ((await filterExisting(workspaceId, uniqueIds)).length < uniqueIds.length) throw notFound('Knowledge base')
  return uniqueIds
}

/** Filters the IDs to the workspace's knowledge bases that are not deleted, in the same order. */
export async function filterExisting(workspaceId: WorkspaceId, ids: readonly number[]): Promise<number[]> {
  const known = await db.knowledgeBase.findMany({
    where: { workspaceId, id: { in: ids.filter((id) => id <= MAX_ID) }, isActive: true },
    select: { id: true },
  })
  return ids.filter((id) => known.some((base) => base.id === id))
}

const selectSizes = statement(
  'knowledgeBases.readSizes',
  sql`
    select knowledge_base_id as id, count(*)::int as documents, sum(bytes)::int as bytes from knowledge_documents
    where workspace_id = $workspaceId and knowledge_base_id = any($ids) group by 1`,
)

/** Returns the number of documents and bytes of each knowledge base. */
export async function readSizes({ workspaceId }: Actor, ids: readonly number[]): Promise<Map<number, { documents: number; bytes: number }>> {
  const rows = await selectSizes.all({ workspaceId, ids: [...ids] })
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}

const selectCopies = statement(
  'knowledgeBases.listCopies',
  sql`
    select id, knowledge_base_id, engine, version, status, error from knowledge_base_syncs
    where workspace_id = $workspaceId and knowledge_base_id = any($ids) order by id desc`,
)

export interface Copy {
  id: KnowledgeBaseId
  knowledgeBaseId: KnowledgeBaseId
  engine: string
  version: number
  status: string
  error: string | null
}

/** Lists each knowledge base's copies at the providers, newest first. */
export async function listCopies({ workspaceId }: Actor, ids: readonly number[]): Promise<Map<number, Copy[]>> {
  const rows = await selectCopies.all({ workspaceId, ids: [...ids] })
  return new Map(ids.map((id) => [id, rows.filter((row) => row.knowledgeBaseId === id)]))
}
