import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import type { KnowledgeCopy } from '../../providers/knowledge.ts'
import { isRefusal } from '../../providers/outcomes.ts'
import { ProviderError } from '../../providers/provider.ts'
import { query, sql, type Sql } from '../../kernel/db/sql.ts'
import { bring, pause } from './knowledgeUploads.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'

/** How long a publish waits for providers to read. */
export const patience = { readMs: 25_000 }

/** A knowledge base, and what its newest version has at an engine. */
interface Standing {
  knowledgeBaseId: number
  name: string
  description: string | null
  version: number
  isEmpty: boolean
  copyId: number | null
  state: 'syncing' | 'ready' | null
  refs: Record<string, string> | null
}

/**
 * Copies at that engine of all these knowledge bases as they are now; what is not there yet is brought there first. A base
 * without documents has none. CONFLICT when the provider takes its time to read them: it goes on, and a later publish finds
 * them ready. Throws ProviderError, `rejected` where a base is deleted or cannot be read there.
 */
export async function ready(workspaceId: number, engine: string, ids: readonly number[]): Promise<KnowledgeCopy[]> {
  if (ids.length === 0) return []
  const until = performance.now() + patience.readMs
  for (let isLate = false; ; isLate = performance.now() > until) {
    const bases = await standings(workspaceId, engine, ids)
    if (bases.length < new Set(ids).size) throw refused('The agent uses a deleted knowledge base. Remove it and publish again')
    const wanting = bases.filter(({ isEmpty, state }) => !isEmpty && state !== 'ready')
    if (wanting.length === 0) return bases.flatMap(copyOf)
    if (isLate) throw conflict(`The voice provider ${engine} is still processing the knowledge bases of this agent. Try again in a moment.`)
    await allOf(wanting.map((base) => (base.copyId === null ? bringNow(workspaceId, engine, base, until) : sleep(pause(engine)))))
  }
}

async function bringNow(workspaceId: number, engine: string, { knowledgeBaseId, name, version }: Standing, until: number) {
  const intent = await knowledgeIntents.begin({ workspaceId, knowledgeBaseId, engine, version })
  if (!intent) return
  await bring(intent, until).catch((error: unknown) => {
    throw isRefusal(error) ? refused(`${name}: ${error.message}`) : error
  })
}

/** Waits for all, also when one fails: nothing goes on behind the back of who asked. */
async function allOf(works: Promise<unknown>[]) {
  const failed = (await Promise.allSettled(works)).find((work) => work.status === 'rejected')
  if (failed) throw failed.reason
}

const refused = (reason: string) => new ProviderError('rejected', reason, { problems: [{ field: 'knowledge_base_ids', reason }] })

const standings = (workspaceId: number, engine: string, ids: readonly number[]) =>
  query<Standing>(sql`
    select base.id as "knowledgeBaseId", name, description, base.version, copy.id as "copyId", state, refs,
      not exists (select from knowledge_documents where workspace_id = base.workspace_id and knowledge_base_id = base.id) as "isEmpty"
    from knowledge_bases base left join knowledge_copies copy
      on copy.knowledge_base_id = base.id and copy.engine = ${engine} and copy.version = base.version and state in ('syncing', 'ready')
    where base.workspace_id = ${workspaceId} and base.id = any(${ids}::int[]) and is_active order by base.id`)

const copyOf = ({ knowledgeBaseId, name, description, version, copyId, state, refs }: Standing): KnowledgeCopy[] =>
  state === 'ready' ? [{ id: copyId!, knowledgeBaseId, version, name, description, refs: refs! }] : []

/** Keeps copies for what the transaction commits; false when one was given up meanwhile. */
export async function keep(tx: Tx, workspaceId: number, copies: readonly KnowledgeCopy[]): Promise<boolean> {
  if (copies.length === 0) return true
  const { count } = await tx.knowledgeCopy.updateMany({
    where: { workspaceId, id: { in: copies.map(({ id }) => id) }, state: 'ready' },
    data: { usedAt: clock.now() },
  })
  return count === copies.length
}

/** The newest copies that are ready at that engine, for a call to be answered from; of a base that has none yet, none. */
export async function forCalls(workspaceId: number, engine: string, ids: readonly number[]): Promise<KnowledgeCopy[]> {
  if (ids.length === 0) return []
  return query<KnowledgeCopy>(sql`
    select distinct on (base.id) copy.id, base.id as "knowledgeBaseId", copy.version, name, description, refs
    from knowledge_copies copy join knowledge_bases base on base.workspace_id = copy.workspace_id and base.id = knowledge_base_id
    where copy.workspace_id = ${workspaceId} and knowledge_base_id = any(${ids}::int[]) and engine = ${engine} and state = 'ready' and is_active
    order by base.id, copy.version desc`)
}

/** A knowledge base that calls could not be answered from now, and why. */
export interface Missing {
  knowledgeBaseId: number
  name: string | null
  reason: 'deleted' | 'failed' | 'not_ready'
  /** Why it failed, in the provider's words. */
  error: string | null
}

/** Those of the knowledge bases that have no copy at that engine yet; those without documents need none. */
export async function missing(workspaceId: number, engine: string, ids: readonly number[]): Promise<Missing[]> {
  if (ids.length === 0) return []
  return query<Missing>(sql`
    select wanted.id as "knowledgeBaseId", name, failure.error,
      case when base.id is null then 'deleted' when failure.id is null then 'not_ready' else 'failed' end as reason
    from unnest(${ids}::int[]) as wanted (id)
    left join knowledge_bases base on base.workspace_id = ${workspaceId} and base.id = wanted.id and is_active
    left join lateral (
      select id, error from knowledge_copies ${ofBase(workspaceId, engine)} and state = 'failed' and version = base.version order by id desc limit 1) failure on true
    where base.id is null or (not exists (select from knowledge_copies ${ofBase(workspaceId, engine)} and state = 'ready')
      and exists (select from knowledge_documents where workspace_id = ${workspaceId} and knowledge_base_id = base.id))`)
}
const ofBase = (workspaceId: number, engine: string): Sql => sql`where workspace_id = ${workspaceId} and knowledge_base_id = base.id and engine = ${engine}`

/** What the knowledge bases are at now, by id; those that are deleted or hold nothing are left out. */
export async function versions(workspaceId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await query<{ id: number; version: number }>(sql`
    select id, version from knowledge_bases base where workspace_id = ${workspaceId} and id = any(${ids}::int[]) and is_active
      and exists (select from knowledge_documents where workspace_id = base.workspace_id and knowledge_base_id = base.id)`)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
