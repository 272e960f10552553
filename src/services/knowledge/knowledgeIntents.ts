import { randomUUID } from 'node:crypto'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, pool } from '../../kernel/db/db.ts'
import { type KnowledgeCopy, Prisma } from '../../generated/prisma/client.ts'
import { aliveOwner, isGone } from '../../kernel/liveness.ts'
import { TakenOver } from '../../providers/outcomes.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'

/** Longer than every request between two steps that are saved, and than anybody waits for a provider to read. */
const LEASE_MS = 120_000
const FIELDS = Object.keys(Prisma.KnowledgeCopyScalarFieldEnum)

/** A version of a knowledge base on its way to a provider, in this process. */
export interface Intent {
  copy: KnowledgeCopy
  owner: string
  /** Something may have been made at the provider without being saved here. */
  mayHaveMore: boolean
}

/**
 * Commits that the version is to be brought to that engine, before anything is asked of the provider. Null when somebody
 * does it or has done it already, and when it is not the newest version any more.
 */
export async function begin(wanted: Pick<KnowledgeCopy, 'workspaceId' | 'knowledgeBaseId' | 'engine' | 'version'>): Promise<Intent | null> {
  const owner = aliveOwner()
  const { workspaceId, knowledgeBaseId, engine, version } = wanted
  const [copy] = await query<KnowledgeCopy>(sql`
    insert into knowledge_copies (workspace_id, knowledge_base_id, engine, version, tag, owner, lease_until, used_at)
    select workspace_id, id, ${engine}, version, ${randomUUID()}::uuid, ${owner}::uuid, ${inMs(LEASE_MS)}, ${clock.now()} from knowledge_bases
    where workspace_id = ${workspaceId} and id = ${knowledgeBaseId} and version = ${version} and is_active
    on conflict (knowledge_base_id, engine, version) where state in ('syncing', 'ready') do nothing
    returning ${columns(FIELDS)}`)
  return copy ? { copy, owner, mayHaveMore: false } : null
}

/** Notes what there is at the provider now. Throws TakenOver when another process goes on with it. */
export async function save(intent: Intent, refs: Record<string, string>): Promise<void> {
  if (!(await change(intent, { refs, leaseUntil: inMs(LEASE_MS) }))) throw new TakenOver()
  intent.copy.refs = refs
}

/** Agents and calls may use it from now on. Throws TakenOver. */
export async function complete(intent: Intent): Promise<void> {
  if (!(await change(intent, { state: 'ready', usedAt: clock.now(), ...DONE }))) throw new TakenOver()
}

/** Ends it in vain; what was made is deleted at the provider. */
export const fail = (intent: Intent, error: string) => change(intent, { state: 'failed', error, retiredAt: clock.now(), ...DONE })

/** Gives it up for a newer version; what was made is deleted at the provider. */
export const giveUp = (intent: Intent) => change(intent, { state: 'retired', retiredAt: clock.now(), ...DONE })

/** Leaves it to whoever comes by after so many milliseconds. */
export const release = (intent: Intent, ms = 0) => change(intent, { owner: null, leaseUntil: inMs(ms) })

/** Takes over what nobody works on; each is taken by one process only. */
export async function takeAbandoned(limit = 20): Promise<Intent[]> {
  const owner = aliveOwner()
  const underWay = await query<KnowledgeCopy>(sql`select ${columns(FIELDS)} from knowledge_copies where state = 'syncing' order by lease_until limit ${limit}`)
  const taken: Intent[] = []
  for (const copy of underWay) {
    const isAbandoned = copy.leaseUntil! <= clock.now() || (copy.owner !== null && (await isGone(pool, copy.owner)))
    if (!isAbandoned) continue
    const asSeen = { id: copy.id, state: 'syncing', owner: copy.owner, leaseUntil: copy.leaseUntil }
    const { count } = await anyWorkspace.knowledgeCopy.updateMany({ where: asSeen, data: { owner, leaseUntil: inMs(LEASE_MS) } })
    if (count === 1) taken.push({ copy, owner, mayHaveMore: true })
  }
  return taken
}

const DONE = { owner: null, leaseUntil: null }

/** Answers whether this process still had it. */
const change = async ({ copy: { workspaceId, id }, owner }: Intent, data: Prisma.KnowledgeCopyUpdateManyMutationInput) =>
  (await db.knowledgeCopy.updateMany({ where: { workspaceId, id, state: 'syncing', owner }, data })).count === 1
