import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../../kernel/db/db.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { addJobForRow, enqueue } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Deleted calls are remembered this long, since webhooks may be late. */
const RETENTION_DAYS = 30
const BATCH_SIZE = 200

const scheduleDeletions = statement(
  'providerDeletions.schedule',
  sql`
    with scheduled as (
      insert into provider_deletions (workspace_id, provider, provider_call_id)
      select workspace_id, provider, provider_call_id from calls
      where workspace_id = $workspaceId and id = any($callIds) and provider_call_id is not null
      on conflict do nothing returning id)
    select count(${addJobForRow('providerDeletions.run', { field: 'deletionId', key: 'deletion', at: sql`$now` })})
    from scheduled`,
)

/**
 * Schedules the deletion of calls at their voice providers: a row that outlives the call, and a job. Skips calls that no provider had, and
 * calls whose recording was deleted together with the call.
 */
export async function schedule(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  if (callIds.length > 0) await scheduleDeletions.run({ workspaceId, callIds: [...callIds], now: clock.now() }, tx)
}

/**
 * Deletes the call at the provider. Deleting twice is harmless: if the process dies after the provider deleted it, the job runs again and
 * finds it deleted. Failures are retried.
 */
export async function run(deletionId: number): Promise<void> {
  const deletion = await anyWorkspace.providerDeletion.findUnique({ where: { id: deletionId } })
  if (!deletion || deletion.doneAt) return
  enterWorkspace(deletion.workspaceId)
  await provider(deletion.provider).deleteCall(deletion.providerCallId)
  await anyWorkspace.providerDeletion.update({ where: { id: deletionId }, data: { doneAt: clock.now() } })
}

const findDeletion = statement(
  'providerDeletions.find',
  sql`select 1 as found from provider_deletions where workspace_id = $workspaceId and provider = $provider and provider_call_id = $providerCallId`,
)

/** Whether webhooks about a provider's call are ignored, since the call is deleted here, and deleted or about to be deleted at the provider. */
export async function isScheduled(workspaceId: WorkspaceId, name: string, providerCallId: string): Promise<boolean> {
  return isStorable(providerCallId) && (await findDeletion.get({ workspaceId, provider: name, providerCallId })) !== undefined
}

const listOverdue = statement(
  'providerDeletions.listOverdue',
  sql`select id from provider_deletions where done_at is null and created_at < $now::timestamptz - interval '1 hour' order by created_at limit ${BATCH_SIZE}`,
  { acrossWorkspaces: 'A sweep over all deletions that are pending.' },
)
const deleteOld = statement(
  'providerDeletions.deleteOld',
  sql`delete from provider_deletions where done_at < $now::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  { acrossWorkspaces: 'A sweep over all old deletions.' },
)

/** Retries deletions that are pending for an hour, and removes rows of old ones. */
export async function sweep(): Promise<void> {
  const overdue = await listOverdue.all({ now: clock.now() })
  for (const { id } of overdue) await enqueue(anyWorkspace, 'providerDeletions.run', { deletionId: id }, { key: `deletion:${id}` })
  await deleteOld.run({ now: clock.now() })
}
