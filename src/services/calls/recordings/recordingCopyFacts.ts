import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import { db } from '../../../kernel/db/db.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'
import * as calls from '../calls.ts'
import * as recordings from './recordings.ts'

/** Returns what is known about the copy of a call's recording; null if there is none. Throws NOT_FOUND for an unknown call. */
export async function get(actor: Actor, callId: CallId) {
  const { workspaceId } = actor
  const call = await calls.get(actor, callId)
  const row = await db.keptRecording.findFirst({
    where: { workspaceId, callId, removedAt: null, keptAt: { not: null } },
    include: { workspace: { select: { recordingRetentionDays: true } } },
  })
  if (!row || !recordings.isAvailable(call)) return null
  const days = row.workspace.recordingRetentionDays
  return {
    keptAt: row.keptAt!,
    sha256: Buffer.from(row.sha256!).toString('hex'),
    bytes: Number(row.bytes),
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1_000,
    expiresAt: days === null || !call.endedAt ? null : new Date(call.endedAt.getTime() + days * DAY_MS),
  }
}
export type RecordingCopyFacts = NonNullable<Awaited<ReturnType<typeof get>>>
