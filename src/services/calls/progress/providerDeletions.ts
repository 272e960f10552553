import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../../kernel/db/db.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { enqueue, enqueueSql } from '../../../kernel/db/queue.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Deleted calls are remembered this long, since webhooks may be late. */
const RETENTION_DAYS = 30
const BATCH_SIZE = 200

/**
 * Schedules the deletion of calls at their voice providers: a row that outlives the call, and a job. Skips calls that no provider had, and
 * calls whose recording was deleted together with the call.
 */
export async function schedule(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  if (callIds.length === 0) return
  await tx.$queryRaw(sql`
    with scheduled as (
      insert into provider_deletions (workspace_id, provider, provider_call_id)
      select workspace_id, provider, provider_call_id from calls
      where workspace_id = ${workspaceId} and id = any(${callIds}::int[]) and provider_call_id is not null
      on conflict do nothing returning id)
    select count(${enqueueSql('providerDeletions.run', { field: 'deletionId', id: sql`id`, key: sql`'deletion:' || id`, at: clock.now() })}) from scheduled`)
}

/**
 * Deletes the call at the provider. Deleting twice is harmless: if the process dies after the provider deleted it, the job runs again and
 * finds it deleted. Failures are retried.
 */
export async function run(deletionId: number): Promise<void> {
  const deletion = await anyWorkspace.providerDeletion.findUnique({ where: { id: deletionId } })
  if (!deletion || deletion.doneAt) return
  await provider(deletion.provider).deleteCall(deletion.providerCallId)
  await anyWorkspace.providerDeletion.update({ where: { id: deletionId }, data: { doneAt: clock.now() } })
}

/** Whether webhooks about a provider's call are ignored, since the call is deleted here, and deleted or about to be deleted at the provider. */
export async function isScheduled(name: string, providerCallId: string): Promise<boolean> {
  if (!isStorable(providerCallId)) return false
  const [deletion] = await query(sql`select 1 from provider_deletions where provider = ${name} and provider_call_id = ${providerCallId}`)
  return deletion !== undefined
}

/** Retries deletions that are pending for an hour, and removes rows of old ones. */
export async function sweep(): Promise<void> {
  const overdue = await anyWorkspace.$queryRaw<{ id: number }[]>`
    select id from provider_deletions where done_at is null and created_at < ${clock.now()}::timestamptz - interval '1 hour' order by created_at limit ${BATCH_SIZE}`
  for (const { id } of overdue) await enqueue(anyWorkspace, 'providerDeletions.run', { deletionId: id }, { key: `deletion:${id}` })
  await anyWorkspace.$executeRaw`delete from provider_deletions where done_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`
}
