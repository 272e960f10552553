import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../../kernel/db/db.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { enqueue, enqueueing } from '../../../kernel/db/queue.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Wishes that are an hour old are asked for again; those that came true are remembered so long, since webhooks may be late. */
const RETENTION_DAYS = 30
const BATCH = 200

/**
 * Has the voice providers delete the calls there: a row that outlives the call, and a job. Calls that no provider ever had, or
 * whose recording was deleted, and the call with it, are left out.
 */
export async function wish(tx: Tx, workspaceId: number, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  await tx.$queryRaw(sql`
    with wished as (
      insert into provider_deletions (workspace_id, provider, provider_call_id)
      select workspace_id, provider, provider_call_id from calls
      where workspace_id = ${workspaceId} and id = any(${callIds}::int[]) and provider_call_id is not null
      on conflict do nothing returning id)
    select count(${enqueueing('providerDeletions.run', { field: 'deletionId', id: sql`id`, key: sql`'deletion:' || id`, at: clock.now() })}) from wished`)
}

/**
 * Has the provider delete the call. Deleting twice does no harm: if the process dies after the provider did, the job runs
 * again and finds it gone. A provider that fails is asked again.
 */
export async function run(deletionId: number): Promise<void> {
  const wished = await anyWorkspace.providerDeletion.findUnique({ where: { id: deletionId } })
  if (!wished || wished.doneAt) return
  await provider(wished.provider).deleteCall(wished.providerCallId)
  await anyWorkspace.providerDeletion.update({ where: { id: deletionId }, data: { doneAt: clock.now() } })
}

/** Whether nothing more is to be taken in of a provider's call: it is deleted here, and there or soon. */
export async function isWished(name: string, providerCallId: string): Promise<boolean> {
  if (!isStorable(providerCallId)) return false
  const [found] = await query(sql`select 1 from provider_deletions where provider = ${name} and provider_call_id = ${providerCallId}`)
  return found !== undefined
}

/** Asks again for what a provider has not deleted in an hour, and forgets what it deleted long ago. */
export async function sweep(): Promise<void> {
  const late = await anyWorkspace.$queryRaw<{ id: number }[]>`
    select id from provider_deletions where done_at is null and created_at < ${clock.now()}::timestamptz - interval '1 hour' order by created_at limit ${BATCH}`
  for (const { id } of late) await enqueue(anyWorkspace, 'providerDeletions.run', { deletionId: id }, { key: `deletion:${id}` })
  await anyWorkspace.$executeRaw`delete from provider_deletions where done_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`
}
