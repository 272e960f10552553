import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { type KnowledgeBase, Prisma } from '../../generated/prisma/client.ts'
import type { KnowledgeBaseChanges, KnowledgeBaseInput } from '../../inputs/knowledgeBases.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { wake } from './knowledgeSync.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.KnowledgeBaseScalarFieldEnum)

/** Knowledge bases that are not deleted, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<KnowledgeBase>('knowledge_bases', fields, { workspaceId, isActive: true }))

export async function get({ workspaceId }: Actor, id: number): Promise<KnowledgeBase> {
  const base = await db.knowledgeBase.findFirst({ where: { workspaceId, id, isActive: true } })
  if (!base) throw notFound('Knowledge base')
  return base
}

export const create = ({ workspaceId }: Actor, { name, description }: KnowledgeBaseInput): Promise<KnowledgeBase> =>
  db.knowledgeBase.create({ data: { workspaceId, name, description: description ?? null } })

/** Changes what is given: providers are told both, so that this is a new version. An empty change is a 400. */
export async function update(actor: Actor, id: number, { name, description }: KnowledgeBaseChanges): Promise<KnowledgeBase> {
  if (name === undefined && description === undefined) throw badInput('No fields to update')
  const before = await get(actor, id)
  const after = { name: name ?? before.name, description: description === undefined ? before.description : description }
  if (after.name === before.name && after.description === before.description) return before
  return transaction(async (tx) => {
    await touch(tx, actor, id)
    return tx.knowledgeBase.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: after })
  })
}

/**
 * Deletes a knowledge base: its documents here at once, its copies at the providers once no published agent and no call
 * uses them. CONFLICT while an active agent or a campaign that may still call uses it. Inactive agents lose it.
 */
export const remove = (actor: Actor, id: number): Promise<KnowledgeBase> =>
  transaction(async (tx) => {
    const { workspaceId } = actor
    await touch(tx, actor, id)
    const names = await namesOfUsers(tx, workspaceId, id)
    if (names) throw conflict(`The knowledge base is used by ${names}. Remove it there first.`)
    await tx.$executeRaw`update agents set knowledge_base_ids = array_remove(knowledge_base_ids, ${id}::int)
      where workspace_id = ${workspaceId} and not is_active and ${id}::int = any(knowledge_base_ids)`
    await tx.knowledgeDocument.deleteMany({ where: { workspaceId, knowledgeBaseId: id } })
    return tx.knowledgeBase.update({ where: { workspaceId_id: { workspaceId, id } }, data: { isActive: false } })
  })

/** An agent or a campaign that answers from a knowledge base, or may still do so. */
export interface User {
  kind: 'agent' | 'campaign'
  id: number
  name: string
}

/** Who keeps it from being deleted: active agents, published or as they are edited, and campaigns that may still call. */
export const users = ({ workspaceId }: Actor, id: number): Promise<User[]> => query<User>(usersOf(workspaceId, id))

const usersOf = (workspaceId: number, id: number) => sql`
  select 'agent' as kind, id, name from agents where workspace_id = ${workspaceId} and is_active
    and (${id}::int = any(knowledge_base_ids) or published_config->'knowledge' @> ${JSON.stringify([{ knowledgeBaseId: id }])}::jsonb)
  union all
  select 'campaign', id, name from campaigns where workspace_id = ${workspaceId} and status not in ('completed', 'cancelled')
    and exists (select from jsonb_array_elements_text(coalesce(settings->'knowledgeBaseIds', '[]')) as used (id) where used.id = ${String(id)})
  order by kind, id`

/** The first of them in words; null for nobody. */
async function namesOfUsers(tx: Tx, workspaceId: number, id: number): Promise<string | null> {
  const found = await tx.$queryRaw<User[]>(usersOf(workspaceId, id))
  const names = found.slice(0, 3).map(({ kind, name }) => `the ${kind} ${name}`)
  return found.length === 0 ? null : [...names, ...(found.length > 3 ? ['others'] : [])].join(', ')
}

/** Counts the version up, for the change that the transaction makes; the row stays locked. Has it brought to where campaigns need it. NOT_FOUND. */
export async function touch(tx: Tx, { workspaceId }: Actor, id: number): Promise<void> {
  const changed = await tx.$executeRaw`
    update knowledge_bases set version = version + 1, updated_at = ${clock.now()} where workspace_id = ${workspaceId} and id = ${id} and is_active`
  if (changed === 0) throw notFound('Knowledge base')
  await wake(tx, workspaceId, id)
}

/** The ids, each once. NOT_FOUND unless all of them are knowledge bases of the workspace that are not deleted. */
export async function requireAll(workspaceId: number, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  if ((await existing(workspaceId, wanted)).length < wanted.length) throw notFound('Knowledge base')
  return wanted
}

/** Those of the ids that are knowledge bases of the workspace and not deleted, in their order. */
export async function existing(workspaceId: number, ids: readonly number[]): Promise<number[]> {
  const known = await db.knowledgeBase.findMany({
    where: { workspaceId, id: { in: ids.filter((id) => id <= MAX_ID) }, isActive: true },
    select: { id: true },
  })
  return ids.filter((id) => known.some((base) => base.id === id))
}

/** How much each of them holds. */
export async function sizes({ workspaceId }: Actor, ids: readonly number[]): Promise<Map<number, { documents: number; bytes: number }>> {
  const rows = await query<{ id: number; documents: number; bytes: number }>(sql`
    select knowledge_base_id as id, count(*)::int as documents, sum(bytes)::int as bytes from knowledge_documents
    where workspace_id = ${workspaceId} and knowledge_base_id = any(${ids}::int[]) group by 1`)
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}

const COPY = ['id', 'knowledgeBaseId', 'engine', 'version', 'state', 'error']
export interface Copy {
  id: number
  knowledgeBaseId: number
  engine: string
  version: number
  state: string
  error: string | null
}

/** What each of them has at the providers, newest first. */
export async function copies({ workspaceId }: Actor, ids: readonly number[]): Promise<Map<number, Copy[]>> {
  const rows = await query<Copy>(sql`
    select ${columns(COPY)} from knowledge_copies
    where workspace_id = ${workspaceId} and knowledge_base_id = any(${ids}::int[]) order by id desc`)
  return new Map(ids.map((id) => [id, rows.filter((row) => row.knowledgeBaseId === id)]))
}
