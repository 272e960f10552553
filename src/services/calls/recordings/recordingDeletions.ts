import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, type Connection, transaction } from '../../../kernel/db/db.ts'
import { conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import * as calls from '../calls.ts'
import * as keptRecordings from './keptRecordings.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Recordings deleted in one transaction. */
const BATCH_SIZE = 200

/**
 * Deletes a call's recording: it is unavailable at once, and jobs delete it at the provider and its copy here, with retries. Throws NOT_FOUND if there is
 * none; CONFLICT until the call is finished, since providers delete the pending transcript and analysis together with the audio.
 */
export async function remove(actor: Actor, callId: CallId) {
  const call = await calls.get(actor, callId)
  if (!call.hasRecording || call.recordingDeletedAt) throw notFound('Recording')
  if (!call.finishedAt) throw conflict('call_not_ended')
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId: actor.workspaceId, id: callId, recordingDeletedAt: null }, data: { recordingDeletedAt: clock.now() } })
    await enqueuePurge(tx, callId)
    await keptRecordings.remove(tx, [callId])
  })
  return calls.get(actor, callId)
}

const listOverdue = statement(
  'recordings.listOverdue',
  sql`
    (select id as "id!" from calls where recording_deleted_at < $now::timestamptz - interval '1 hour' and recording_purged_at is null
      order by recording_deleted_at limit ${BATCH_SIZE})
    union all
    (select call_id from kept_recordings where original_due_at < $now::timestamptz - interval '1 hour' order by original_due_at limit ${BATCH_SIZE})`,
  { acrossWorkspaces: 'A sweep over all recordings that are pending deletion.' },
)

/** Deletes recordings past their retention (spec: call recording), and retries deletions that are pending for an hour. */
export async function sweep(): Promise<void> {
  while ((await deleteExpired()) === BATCH_SIZE);
  const overdue = await listOverdue.all({ now: clock.now() })
  for (const { id } of overdue) await enqueuePurge(anyWorkspace, id)
}

const deleteExpiredRecordings = statement(
  'recordings.deleteExpired',
  sql`
    update calls set recording_deleted_at = $now where id in (
      select call.id from workspaces workspace join calls call on call.workspace_id = workspace.id
      where workspace.recording_retention_days is not null and call.has_recording and call.recording_deleted_at is null
        and call.ended_at < $now::timestamptz - make_interval(days => workspace.recording_retention_days) and call.finished_at is not null
      limit ${BATCH_SIZE} for update of call skip locked)
    returning id`,
  { acrossWorkspaces: 'A sweep over all expired recordings.' },
)

const deleteExpired = () =>
  transaction(async (tx) => {
    const expired = await deleteExpiredRecordings.all({ now: clock.now() }, tx)
    for (const { id } of expired) await enqueuePurge(tx, id)
    await keptRecordings.remove(
      tx,
      expired.map(({ id }) => id),
    )
    return expired.length
  })

/**
 * Deletes the recording at the provider, because it was deleted here or moved to the file store. Deleting twice is harmless: if the process dies after the provider deleted it, the job runs again and
 * finds it deleted. Failures are retried.
 */
export async function purge(callId: CallId): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.recordingPurgedAt || !call.providerCallId) return
  const { workspaceId } = call
  enterWorkspace(workspaceId)
  const moved = { workspaceId, callId, originalDueAt: { not: null }, removedAt: null }
  if (!call.recordingDeletedAt && (await anyWorkspace.keptRecording.count({ where: moved })) === 0) return
  await provider(call.provider).deleteRecording(call.providerCallId)
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId, id: callId }, data: { recordingPurgedAt: clock.now() } })
    await tx.keptRecording.updateMany({ where: { workspaceId, callId }, data: { originalDueAt: null } })
  })
}

const enqueuePurge = (tx: Connection, callId: CallId) => enqueue(tx, 'recordings.purge', { callId }, { key: `purge:${callId}` })
