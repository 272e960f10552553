import { randomUUID } from 'node:crypto'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { type KnowledgeBaseSync, Prisma } from '../../generated/prisma/client.ts'
import { ENDED_LEASE, heldBy, IS_FREE, newLease, releasedLease, renewedLease, requireHeld, TAKE, takeParams } from '../../kernel/leases.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const FIELDS = Object.keys(Prisma.KnowledgeBaseSyncScalarFieldEnum)

/** An upload of a knowledge base's version that this process owns. */
export interface Intent {
  copy: KnowledgeBaseSync
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
  const copy = await createCopy.get({ ...copySource, tag: randomUUID(), ...newLease(), now: clock.now() })
  return copy ? { copy, mayHaveOrphans: false } : null
}

/** Saves the provider's resources. Throws LeaseLostError if the upload was taken over. */
export async function save(intent: Intent, refs: Record<string, string>): Promise<void> {
  requireHeld(await change(intent, { refs, ...renewedLease() }))
  intent.copy.refs = refs
}

/** Makes the copy available to agents and calls. Throws LeaseLostError. */
export async function complete(intent: Intent): Promise<void> {
  requireHeld(await change(intent, { status: 'ready', usedAt: clock.now(), ...ENDED_LEASE }))
}

/** Marks the copy failed. Its resources are deleted at the provider later. */
export const fail = (intent: Intent, error: string) => change(intent, { status: 'failed', error, retiredAt: clock.now(), ...ENDED_LEASE })

/** Retires the copy for a newer version. Its resources are deleted at the provider later. */
export const giveUp = (intent: Intent) => change(intent, { status: 'retired', retiredAt: clock.now(), ...ENDED_LEASE })

/** Releases the upload, so that any process may take it over after `ms` milliseconds. */
export const release = (intent: Intent, ms = 0) => change(intent, releasedLease(ms))

const takeFree = statement(
  'knowledgeCopies.takeFree',
  sql`
    update knowledge_base_syncs set ${TAKE} where id in (
      select id from knowledge_base_syncs where status = 'syncing' and ${IS_FREE} order by lease_until limit $limit for update skip locked)
    returning ${selectList(FIELDS)}`,
  { acrossWorkspaces: 'A sweep over all abandoned uploads.' },
)

/** Takes over abandoned uploads. Only one process takes each. */
export async function takeAbandoned(limit = 20): Promise<Intent[]> {
  const copies = await takeFree.all({ limit, ...takeParams() })
  return copies.map((copy) => ({ copy, mayHaveOrphans: true }))
}

/** Returns how many rows it changed: none if the upload was taken over. */
const change = async ({ copy }: Intent, data: Prisma.KnowledgeBaseSyncUpdateManyMutationInput) =>
  (await db.knowledgeBaseSync.updateMany({ where: heldBy(copy), data })).count
