import { randomUUID } from 'node:crypto'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, pool } from '../../kernel/db/db.ts'
import { type KnowledgeBaseSync, Prisma } from '../../generated/prisma/client.ts'
import { requireProcessId, isProcessDead } from '../../kernel/liveness.ts'
import { LeaseLostError } from '../../providers/outcomes.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Longer than any request between two saved steps, and longer than a publish waits for a provider. */
const LEASE_MS = 120_000
const FIELDS = Object.keys(Prisma.KnowledgeBaseSyncScalarFieldEnum)

/** An upload of a knowledge base's version that this process owns. */
export interface Intent {
  copy: KnowledgeBaseSync
  owner: string
  /** Whether the provider may have resources that are not saved here. */
  mayHaveOrphans: boolean
}

const createCopy = statement(
  'knowledgeCopies.create',
  sql`
    insert into knowledge_base_syncs (workspace_id, knowledge_base_id, engine, version, tag, owner, lease_until, used_at)
    select workspace_id, id, $engine, version, $tag, $owner, $leaseUntil, $now from knowledge_bases
    where workspace_id = $workspaceId and id = $knowledgeBaseId and version = $version and is_active
    on conflict (knowledge_base_id, engine, version) where status in ('syncing', 'ready') do nothing
    returning ${selectList(FIELDS)}`,
)

/**
 * Commits the upload of a version to an engine, before any request to the provider. Returns null if another process uploads or has
 * uploaded it, or if it is no longer the newest version.
 */
export async function begin(copySource: Pick<KnowledgeBaseSync, 'workspaceId' | 'knowledgeBaseId' | 'engine' | 'version'>): Promise<Intent | null> {
  const owner = requireProcessId()
  const copy = await createCopy.get({ ...copySource, tag: randomUUID(), owner, leaseUntil: fromNow(LEASE_MS), now: clock.now() })
  return copy ? { copy, owner, mayHaveOrphans: false } : null
}

/** Saves the provider's resources. Throws LeaseLostError if another process has taken over. */
export async function save(intent: Intent, refs: Record<string, string>): Promise<void> {
  if (!(await change(intent, { refs, leaseUntil: fromNow(LEASE_MS) }))) throw new LeaseLostError()
  intent.copy.refs = refs
}

/** Makes the copy available to agents and calls. Throws LeaseLostError. */
export async function complete(intent: Intent): Promise<void> {
  if (!(await change(intent, { status: 'ready', usedAt: clock.now(), ...DONE }))) throw new LeaseLostError()
}

/** Marks the copy failed. Its resources are deleted at the provider later. */
export const fail = (intent: Intent, error: string) => change(intent, { status: 'failed', error, retiredAt: clock.now(), ...DONE })

/** Retires the copy for a newer version. Its resources are deleted at the provider later. */
export const giveUp = (intent: Intent) => change(intent, { status: 'retired', retiredAt: clock.now(), ...DONE })

/** Releases the upload, so that any process may take it over after `ms` milliseconds. */
export const release = (intent: Intent, ms = 0) => change(intent, { owner: null, leaseUntil: fromNow(ms) })

const listSyncing = statement(
  'knowledgeCopies.listSyncing',
  sql`select ${selectList(FIELDS)} from knowledge_base_syncs where status = 'syncing' order by lease_until limit $limit`,
)

/** Takes over abandoned uploads. Only one process takes each. */
export async function takeAbandoned(limit = 20): Promise<Intent[]> {
  const owner = requireProcessId()
  const intents: Intent[] = []
  for (const copy of await listSyncing.all({ limit })) {
    const isAbandoned = copy.leaseUntil! <= clock.now() || (copy.owner !== null && (await isProcessDead(pool, copy.owner)))
    if (!isAbandoned) continue
    const unchanged = { id: copy.id, status: 'syncing', owner: copy.owner, leaseUntil: copy.leaseUntil }
    const { count } = await anyWorkspace.knowledgeBaseSync.updateMany({ where: unchanged, data: { owner, leaseUntil: fromNow(LEASE_MS) } })
    if (count === 1) intents.push({ copy, owner, mayHaveOrphans: true })
  }
  return intents
}

const DONE = { owner: null, leaseUntil: null }

/** Returns whether this process still owned it. */
const change = async ({ copy: { workspaceId, id }, owner }: Intent, data: Prisma.KnowledgeBaseSyncUpdateManyMutationInput) =>
  (await db.knowledgeBaseSync.updateMany({ where: { workspaceId, id, status: 'syncing', owner }, data })).count === 1
