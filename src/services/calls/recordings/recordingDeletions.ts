import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction, type Tx } from '../../../kernel/db/db.ts'
import { conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import * as calls from '../calls.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Recordings deleted in one transaction. */
const BATCH_SIZE = 200

/**
 * Deletes a call's recording: it is unavailable at once, and a job deletes it at the provider, with retries. Throws NOT_FOUND if there is
 * none; CONFLICT until the call is finished, since providers delete the pending transcript and analysis together with the audio.
 */
export async function remove(actor: Actor, callId: CallId) {
  const call = await calls.get(actor, callId)
  if (!call.hasRecording || call.recordingDeletedAt) throw notFound('Recording')
  if (!call.finishedAt) throw conflict('The call has not ended yet. Delete the recording after the call.')
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId: actor.workspaceId, id: callId, recordingDeletedAt: null }, data: { recordingDeletedAt: clock.now() } })
    await enqueuePurge(tx, callId)
  })
  return calls.get(actor, callId)
}

/** Sets the workspace's recording retention in days; null for the provider's own retention. */
export const setRetention = ({ workspaceId }: Actor, days: number | null) =>
  db.workspace.update({ where: { id: workspaceId }, data: { recordingRetentionDays: days } })

/** Deletes recordings past their retention (spec: call recording), and retries deletions that are pending for an hour. */
export async function sweep(): Promise<void> {
  while ((await deleteExpired()) === BATCH_SIZE);
  const overdue = await anyWorkspace.$queryRaw<{ id: CallId }[]>`
    select id from calls where recording_deleted_at < ${clock.now()}::timestamptz - interval '1 hour' and recording_purged_at is null order by recording_deleted_at limit ${BATCH_SIZE}`
  for (const { id } of overdue) await enqueuePurge(anyWorkspace, id)
}

const deleteExpired = () =>
  transaction(async (tx) => {
    const expired = await tx.$queryRaw<{ id: CallId }[]>`
      update calls set recording_deleted_at = ${clock.now()}::timestamptz where id in (
        select c.id from workspaces w join calls c on c.workspace_id = w.id
        where w.recording_retention_days is not null and c.has_recording and c.recording_deleted_at is null
          and c.ended_at < ${clock.now()}::timestamptz - make_interval(days => w.recording_retention_days) and c.finished_at is not null
        limit ${BATCH_SIZE} for update of c skip locked)
      returning id`
    for (const { id } of expired) await enqueuePurge(tx, id)
    return expired.length
  })

/**
 * Deletes the recording at the provider. Deleting twice is harmless: if the process dies after the provider deleted it, the job runs again and
 * finds it deleted. Failures are retried.
 */
export async function purge(callId: CallId): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call?.recordingDeletedAt || call.recordingPurgedAt || !call.providerCallId) return
  await provider(call.provider).deleteRecording(call.providerCallId)
  await anyWorkspace.call.update({ where: { id: callId }, data: { recordingPurgedAt: clock.now() } })
}

const enqueuePurge = (tx: Pick<Tx, '$executeRaw'>, callId: CallId) => enqueue(tx, 'recordings.purge', { callId }, { key: `purge:${callId}` })
