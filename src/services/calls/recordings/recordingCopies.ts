import { randomBytes } from 'node:crypto'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { encryptSecret } from '../../../kernel/crypto/encryption.ts'
import { encryptFile } from '../../../kernel/crypto/fileCipher.ts'
import { transaction } from '../../../kernel/db/db.ts'
import { addJobForRow, enqueue } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'
import { fileStore } from '../../shared/files.ts'
import * as keptRecordings from './keptRecordings.ts'
import { openSource, TooLargeError } from './recordingSource.ts'

/** Calls per batch. */
const BATCH_SIZE = 200
const HOUR_MS = 3_600_000
/** How far back the sweeps look for calls whose recordings are not copied. */
const RECENT_MS = HOUR_MS
export const EARLIER_MS = 7 * DAY_MS
/** Attempts end this long after the first. */
const GIVE_UP_MS = 7 * DAY_MS
/** Maximum duration of a copy. */
const COPY_MS = 600_000
/** Longer than a job waits between two attempts: after this, a sweep adds the job again, since it was lost. */
const RETRY_MS = 12 * HOUR_MS

/** Condition on `calls c`: its recording may be copied. */
const MAY_BE_COPIED = sql`c.recorded and c.has_recording and c.recording_deleted_at is null and c.recording_purged_at is null`

const scheduleCopies = statement(
  'recordingCopies.schedule',
  sql`
    with added as (
      insert into kept_recordings (call_id, workspace_id, created_at, retry_at)
      select c.id, c.workspace_id, $now, $retryAt from workspaces w join calls c on c.workspace_id = w.id
      where w.keeps_recordings and ${MAY_BE_COPIED} and c.ended_at > $since and c.finished_at is not null and c.provider_call_id is not null
        and not exists (select from kept_recordings k where k.call_id = c.id)
      limit ${BATCH_SIZE}
      on conflict do nothing returning call_id as id)
    select id, ${addJobForRow('recordings.copy', { field: 'callId', key: 'copy', at: sql`$now` })} is null as added from added`,
  { isUnprepared: true, acrossWorkspaces: 'A sweep over all recent calls.' },
)

const repeatLost = statement(
  'recordingCopies.repeatLost',
  sql`
    with lost as (
      update kept_recordings set retry_at = $retryAt where call_id in (
        select call_id from kept_recordings where kept_at is null and failure is null and removed_at is null and retry_at < $now
        order by retry_at limit ${BATCH_SIZE} for update skip locked)
      returning call_id as id)
    select count(${addJobForRow('recordings.copy', { field: 'callId', key: 'copy', at: sql`$now` })}) from lost`,
  { acrossWorkspaces: 'A sweep over all copies that are not made.' },
)

/** Copies that a week after they were planned are not permitted, such as in a workspace that no longer wants any. */
const endForbidden = statement(
  'recordingCopies.endForbidden',
  sql`
    update kept_recordings set failure = 'not_permitted' where call_id in (
      select k.call_id from kept_recordings k
        join calls c on c.workspace_id = k.workspace_id and c.id = k.call_id join workspaces w on w.id = k.workspace_id
      where k.kept_at is null and k.failure is null and k.removed_at is null and k.retry_at < $now and k.created_at < $since
        and not (w.keeps_recordings and ${MAY_BE_COPIED} and c.provider_call_id is not null)
      order by k.retry_at limit ${BATCH_SIZE} for update of k skip locked)`,
  { acrossWorkspaces: 'A sweep over all copies that are not made.' },
)

/**
 * Plans the copies of recordings whose calls have just finished: a row each, and a job in the same transaction. Several processes may run it
 * concurrently. Does nothing unless the server administrator turned it on. Ends with its batch at the signal.
 */
export async function sweep(signal?: AbortSignal): Promise<void> {
  await schedule(RECENT_MS, signal)
}

/**
 * Does the same for the calls of a week, such as those whose recording came late, adds lost jobs again, and gives up copies that have not been
 * permitted for a week.
 */
export async function sweepEarlier(signal?: AbortSignal): Promise<void> {
  await schedule(EARLIER_MS, signal)
  if (settings.keepRecordings === 'off' || signal?.aborted) return
  await endForbidden.run({ now: clock.now(), since: fromNow(-GIVE_UP_MS) })
  await repeatLost.run({ now: clock.now(), retryAt: fromNow(RETRY_MS) })
}

async function schedule(agoMs: number, signal: AbortSignal | undefined) {
  const isOn = () => settings.keepRecordings !== 'off' && !signal?.aborted
  while (isOn() && (await scheduleCopies.all({ now: clock.now(), since: fromNow(-agoMs), retryAt: fromNow(RETRY_MS) })).length === BATCH_SIZE);
}

const beginAttempt = statement(
  'recordingCopies.begin',
  sql`
    update kept_recordings k set attempt = k.attempt + 1, retry_at = $retryAt from calls c, workspaces w
    where k.call_id = $callId and k.kept_at is null and k.failure is null and k.removed_at is null
      and c.workspace_id = k.workspace_id and c.id = k.call_id and ${MAY_BE_COPIED} and w.id = k.workspace_id and w.keeps_recordings
    returning k.workspace_id, k.call_id, k.attempt, k.created_at, c.provider, c.provider_call_id as "provider_call_id!", c.duration_seconds`,
  { acrossWorkspaces: 'A job names a call, whose row names the workspace.' },
)
type Attempt = NonNullable<Awaited<ReturnType<typeof beginAttempt.get>>>

/**
 * Copies a recording to the file store, encrypted. If the process dies, the row names the attempt: the next one deletes its file, as does the
 * removal of the copy. If the copy is complete but the row isn't updated, the next attempt copies it again. Failures are retried for a week,
 * since a provider may have the audio late. Safe to run twice: each run has its own file, and only the last attempt's is kept.
 */
export async function copy(callId: CallId): Promise<void> {
  if (settings.keepRecordings === 'off') return
  const attempt = await beginAttempt.get({ callId, retryAt: fromNow(RETRY_MS) })
  if (!attempt) return
  enterWorkspace(attempt.workspaceId)
  await keptRecordings.removeFiles(attempt, attempt.attempt - 1)
  try {
    await writeCopy(attempt)
  } catch (error) {
    const failure = error instanceof TooLargeError ? 'too_large' : attempt.createdAt < fromNow(-GIVE_UP_MS) ? 'unavailable' : null
    if (!failure) throw error
    await giveUp.run({ workspaceId: attempt.workspaceId, callId, failure })
  }
}

const giveUp = statement(
  'recordingCopies.giveUp',
  sql`update kept_recordings set failure = $failure where workspace_id = $workspaceId and call_id = $callId and kept_at is null`,
)

async function writeCopy(attempt: Attempt) {
  const { workspaceId, callId, durationSeconds } = attempt
  const file = keptRecordings.fileKeyOf(attempt, attempt.attempt)
  const source = await openSource(attempt.provider, attempt.providerCallId, AbortSignal.timeout(COPY_MS))
  const key = randomBytes(32)
  await fileStore().write(file, encryptFile(source.content, key), keptRecordings.FILE_TYPE)
  const { durationMs, ...measure } = source.measure()
  const isKept = await finish({
    ...measure,
    workspaceId,
    callId,
    attempt: attempt.attempt,
    contentType: source.contentType,
    durationMs: durationMs ?? (durationSeconds === null ? null : durationSeconds * 1000),
    dataKey: encryptSecret(key.toString('base64'), keptRecordings.aadOf(callId)),
  })
  if (!isKept) await fileStore().remove(file)
}

/** The call is locked, so that the copy of a recording that is being deleted is not kept. */
const finishAttempt = statement(
  'recordingCopies.finish',
  sql`
    with call as (select c.id from calls c where c.workspace_id = $workspaceId and c.id = $callId and ${MAY_BE_COPIED} for share)
    update kept_recordings k set kept_at = $now, kept_attempt = $attempt, data_key = $dataKey, sha256 = $sha256, bytes = $bytes,
      content_type = $contentType, duration_ms = $durationMs?, original_due_at = $originalDueAt?
    from call where k.workspace_id = $workspaceId and k.call_id = call.id and k.attempt = $attempt and k.kept_at is null and k.removed_at is null`,
)

/** Offers the copy, and plans the deletion of the original if the server administrator wants it. Returns whether the copy is still wanted. */
const finish = (result: Omit<Parameters<typeof finishAttempt.run>[0], 'now' | 'originalDueAt'>): Promise<boolean> =>
  transaction(async (tx) => {
    const now = clock.now()
    const isMoved = settings.keepRecordings === 'move'
    const isKept = (await finishAttempt.run({ ...result, now, originalDueAt: isMoved ? now : null }, tx)) > 0
    if (isKept && isMoved) await enqueue(tx, 'recordings.purge', { callId: result.callId as CallId }, { key: `purge:${result.callId}` })
    return isKept
  })
