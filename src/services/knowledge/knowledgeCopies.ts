import { setTimeout as sleep } from 'node:timers/promises'
import type { KnowledgeBaseId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import type { ProviderKnowledgeBase } from '../../providers/knowledge.ts'
import { isRefusal } from '../../providers/outcomes.ts'
import { causeOf } from '../../providers/problem.ts'
import { ProviderError } from '../../providers/provider.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { StatementTypes } from '../../generated/statements.ts'
import { upload, pollIntervalMs } from './knowledgeUploads.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'
import { fromJson } from '../shared/jsonColumns.ts'

/** How long a publish waits for providers to process knowledge bases. */
export const timeouts = { readMs: 25_000 }

const listStatuses = statement(
  'knowledgeCopies.listStatuses',
  sql`
    select base.id as knowledge_base_id, name, description, base.version, copy.id as copy_id, status, refs,
      not exists (select from knowledge_documents where workspace_id = $workspaceId and knowledge_base_id = base.id) as is_empty
    from knowledge_bases base left join knowledge_base_syncs copy
      on copy.workspace_id = base.workspace_id and copy.knowledge_base_id = base.id and copy.engine = $engine and copy.version = base.version and status in ('syncing', 'ready')
    where base.workspace_id = $workspaceId and base.id = any($ids) and is_active order by base.id`,
)

/** A knowledge base and the copy of its newest version at an engine, if it is being uploaded or ready. */
type CopyStatus = StatementTypes['knowledgeCopies.listStatuses']['row']

/**
 * Returns the current copies of the knowledge bases at the engine, and uploads missing ones first. A base without documents has none.
 * Throws CONFLICT if the provider is slow to process them: processing continues, and a later publish finds them ready. Throws
 * ProviderError, `rejected` if a base is deleted or unreadable for the provider.
 */
export async function ensureReady(workspaceId: WorkspaceId, engine: string, ids: readonly number[]): Promise<ProviderKnowledgeBase[]> {
  if (ids.length === 0) return []
  const until = performance.now() + timeouts.readMs
  for (let isLate = false; ; isLate = performance.now() > until) {
    const bases = await listStatuses.all({ workspaceId, engine, ids: [...ids] })
    if (bases.length < new Set(ids).size) throw rejectionError('The agent uses a deleted knowledge base. Remove it and publish again')
    const notReady = bases.filter(({ isEmpty, status }) => !isEmpty && status !== 'ready')
    if (notReady.length === 0) return bases.flatMap(copyOf)
    if (isLate) throw conflict('knowledge_processing', { voice_engine: engine })
    await awaitAll(notReady.map((base) => (base.copyId === null ? uploadNow(workspaceId, engine, base, until) : sleep(pollIntervalMs(engine)))))
  }
}

async function uploadNow(workspaceId: WorkspaceId, engine: string, { knowledgeBaseId, name, version }: CopyStatus, until: number) {
  const intent = await knowledgeIntents.begin({ workspaceId, knowledgeBaseId, engine, version })
  if (!intent) return
  await upload(intent, until).catch((error: unknown) => {
    throw isRefusal(error) ? rejectionError(`${name}: ${error.message}`) : error
  })
}

/** Waits for all, even if one fails, so that no work continues after the caller has returned. */
async function awaitAll(works: Promise<unknown>[]) {
  const failure = (await Promise.allSettled(works)).find((work) => work.status === 'rejected')
  if (failure) throw failure.reason
}

const rejectionError = (reason: string) =>
  new ProviderError('rejected', reason, { problems: [{ field: 'knowledge_base_ids', ...causeOf('provider_refused', { error: reason }) }] })

const copyOf = ({ knowledgeBaseId, name, description, version, copyId, status, refs }: CopyStatus): ProviderKnowledgeBase[] =>
  status === 'ready' ? [{ id: copyId!, knowledgeBaseId, version, name, description, refs: fromJson(refs) }] : []

/** Retains copies for the caller's transaction. Returns false if one was retired in the meantime. */
export async function retain(tx: Tx, workspaceId: WorkspaceId, copies: readonly ProviderKnowledgeBase[]): Promise<boolean> {
  if (copies.length === 0) return true
  const { count } = await tx.knowledgeBaseSync.updateMany({
    where: { workspaceId, id: { in: copies.map(({ id }) => id) }, status: 'ready' },
    data: { usedAt: clock.now() },
  })
  return count === copies.length
}

const listNewestReady = statement(
  'knowledgeCopies.listNewestReady',
  sql`
    select distinct on (base.id) copy.id, base.id as knowledge_base_id, copy.version, name, description, refs
    from knowledge_base_syncs copy join knowledge_bases base on base.workspace_id = copy.workspace_id and base.id = knowledge_base_id
    where copy.workspace_id = $workspaceId and knowledge_base_id = any($ids) and engine = $engine and status = 'ready' and is_active
    order by base.id, copy.version desc`,
)

/** Lists the newest ready copies at the engine for a call. Skips bases without a ready copy. */
export async function listForCalls(workspaceId: WorkspaceId, engine: string, ids: readonly number[]): Promise<ProviderKnowledgeBase[]> {
  if (ids.length === 0) return []
  const copies = await listNewestReady.all({ workspaceId, engine, ids: [...ids] })
  return copies.map(({ refs, ...copy }) => ({ ...copy, refs: fromJson(refs) }))
}

/** A knowledge base that calls cannot use now, and why. */
export interface MissingKnowledge {
  knowledgeBaseId: KnowledgeBaseId
  name: string | null
  reason: 'deleted' | 'failed' | 'not_ready'
  /** Why it failed, in the provider's words. */
  error: string | null
}

const OF_BASE = sql`where workspace_id = $workspaceId and knowledge_base_id = base.id and engine = $engine`

const listNotReady = statement(
  'knowledgeCopies.listNotReady',
  sql`
    select wanted.id as "knowledge_base_id!", name, failure.error,
      case when base.id is null then 'deleted' when failure.id is null then 'not_ready' else 'failed' end as reason
    from unnest($ids::int[]) as wanted (id)
    left join knowledge_bases base on base.workspace_id = $workspaceId and base.id = wanted.id and is_active
    left join lateral (
      select id, error from knowledge_base_syncs ${OF_BASE} and status = 'failed' and version = base.version order by id desc limit 1) failure on true
    where base.id is null or (not exists (select from knowledge_base_syncs ${OF_BASE} and status = 'ready')
      and exists (select from knowledge_documents where workspace_id = $workspaceId and knowledge_base_id = base.id))`,
)

/** Lists the knowledge bases without a ready copy at the engine. Bases without documents need none. */
export async function listMissing(workspaceId: WorkspaceId, engine: string, ids: readonly number[]): Promise<MissingKnowledge[]> {
  if (ids.length === 0) return []
  return (await listNotReady.all({ workspaceId, engine, ids: [...ids] })) as MissingKnowledge[]
}

const selectVersions = statement(
  'knowledgeBases.listVersions',
  sql`
    select id, version from knowledge_bases base where workspace_id = $workspaceId and id = any($ids) and is_active
      and exists (select from knowledge_documents where workspace_id = base.workspace_id and knowledge_base_id = base.id)`,
)

/** Returns the current versions of the knowledge bases by ID, without deleted and empty ones. */
export async function listVersions(workspaceId: WorkspaceId, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await selectVersions.all({ workspaceId, ids: [...ids] })
  return new Map(rows.map(({ id, version }) => [id, version]))
}
