import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction, type Tx } from '../../../kernel/db/db.ts'
import { conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import * as calls from '../calls.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** So many calls' recordings come of age in one transaction. */
const BATCH = 200

/**
 * Deletes a call's recording: nobody hears it from now on, and a job sees to it that the provider deletes it too, as
 * often as it takes. NOT_FOUND where there is none; CONFLICT while the call is not finished, since providers delete
 * with the audio what is still to come of it.
 */
export async function remove(actor: Actor, callId: number) {
  const call = await calls.get(actor, callId)
  if (!call.hasRecording || call.recordingDeletedAt) throw notFound('Recording')
  if (!call.finishedAt) throw conflict('The call has not ended yet. Delete the recording after the call.')
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId: actor.workspaceId, id: callId, recordingDeletedAt: null }, data: { recordingDeletedAt: clock.now() } })
    await purgeSoon(tx, callId)
  })
  return calls.get(actor, callId)
}

/** How long the workspace keeps recordings, in days; null for as long as the provider does. */
export const keepFor = ({ workspaceId }: Actor, days: number | null) =>
  db.workspace.update({ where: { id: workspaceId }, data: { recordingRetentionDays: days } })

/** Deletes what has come of age (spec: call recording), and asks again for what a provider has not deleted in an hour. */
export async function sweep(): Promise<void> {
  while ((await age()) === BATCH);
  const late = await anyWorkspace.$queryRaw<{ id: number }[]>`
    select id from calls where recording_deleted_at < ${clock.now()}::timestamptz - interval '1 hour' and recording_purged_at is null order by recording_deleted_at limit ${BATCH}`
  for (const { id } of late) await purgeSoon(anyWorkspace, id)
}

const age = () =>
  transaction(async (tx) => {
    const old = await tx.$queryRaw<{ id: number }[]>`
      update calls set recording_deleted_at = now() where id in (
        select c.id from workspaces w join calls c on c.workspace_id = w.id
        where w.recording_retention_days is not null and c.has_recording and c.recording_deleted_at is null
          and c.ended_at < ${clock.now()}::timestamptz - make_interval(days => w.recording_retention_days) and c.finished_at is not null
        limit ${BATCH} for update of c skip locked)
      returning id`
    for (const { id } of old) await purgeSoon(tx, id)
    return old.length
  })

/**
 * Has the provider delete it. Deleting twice does no harm: if the process dies after the provider did, the job runs
 * again and finds it gone. A provider that fails is asked again.
 */
export async function purge(callId: number): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call?.recordingDeletedAt || call.recordingPurgedAt || !call.providerCallId) return
  await provider(call.provider).deleteRecording(call.providerCallId)
  await anyWorkspace.call.update({ where: { id: callId }, data: { recordingPurgedAt: clock.now() } })
}

const purgeSoon = (tx: Pick<Tx, '$executeRaw'>, callId: number) => enqueue(tx, 'recordings.purge', { callId }, { key: `purge:${callId}` })
