import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Call, KeptRecording } from '../../../generated/prisma/client.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { db } from '../../../kernel/db/db.ts'
import { fromNow } from '../../../kernel/lib/clock.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'
import * as calls from '../calls.ts'
import { EARLIER_MS } from './recordingCopies.ts'
import * as recordings from './recordings.ts'

export type CopyStatus = 'waiting' | 'stored' | 'failed' | 'deleted' | 'none'
export type CopyReason = 'queued' | 'retrying' | 'too_large' | 'unavailable' | 'not_permitted' | 'no_recording' | 'server_off' | 'workspace_off' | 'too_old'

/** What is known about the copy of a call's recording. The facts of the audio are null until it is stored. */
export interface RecordingCopyFacts {
  status: CopyStatus
  reason: CopyReason | null
  keptAt: Date | null
  sha256: string | null
  bytes: number | null
  durationSeconds: number | null
  expiresAt: Date | null
}

/** Returns whether this server has, will have, or can't have a copy of a call's recording, and why. Throws NOT_FOUND for an unknown call. */
export async function get(actor: Actor, callId: CallId): Promise<RecordingCopyFacts> {
  const { workspaceId } = actor
  const call = await calls.get(actor, callId)
  const [row, { keepsRecordings, recordingRetentionDays: days }] = await Promise.all([
    db.keptRecording.findFirst({ where: { workspaceId, callId } }),
    db.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { keepsRecordings: true, recordingRetentionDays: true } }),
  ])
  const [status, reason = null] = stateOf(call, row, keepsRecordings)
  const nothing = { status, reason, keptAt: null, sha256: null, bytes: null, durationSeconds: null, expiresAt: null }
  if (status !== 'stored' || !row) return nothing
  return {
    ...nothing,
    keptAt: row.keptAt,
    sha256: Buffer.from(row.sha256!).toString('hex'),
    bytes: Number(row.bytes),
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1_000,
    expiresAt: days === null || !call.endedAt ? null : new Date(call.endedAt.getTime() + days * DAY_MS),
  }
}

/** The conditions are those by which copies are planned and made (`recordingCopies.ts`). */
function stateOf(call: Call, row: KeptRecording | null, keepsRecordings: boolean): [CopyStatus, CopyReason?] {
  if (call.recordingDeletedAt || row?.removedAt) return ['deleted']
  if (!recordings.isAvailable(call)) return ['none', 'no_recording']
  if (row?.keptAt) return ['stored']
  if (row?.failure) return ['failed', row.failure as CopyReason]
  if (settings.keepRecordings === 'off') return ['none', 'server_off']
  if (!keepsRecordings) return ['none', 'workspace_off']
  if (row) return ['waiting', row.attempt === 0 ? 'queued' : 'retrying']
  if (call.recordingPurgedAt || !call.providerCallId) return ['none', 'no_recording']
  return call.endedAt && call.endedAt < fromNow(-EARLIER_MS) ? ['none', 'too_old'] : ['waiting', 'queued']
}
