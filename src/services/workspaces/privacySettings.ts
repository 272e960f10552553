import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import type { Workspace } from '../../generated/prisma/client.ts'
import { type DataRetentionInput, LEAD_FILE_DAYS, type Redaction } from '../../inputs/privacySettings.ts'
import * as workspaces from './workspaces.ts'

/** Retention of each class of data in days; null keeps it forever. */
export interface DataRetention {
  recordings: number | null
  transcripts: number | null
  calls: number | null
  messages: number | null
  leadFiles: number
}

export const getRetention = async (actor: Actor): Promise<DataRetention> => retentionOf(await workspaces.get(actor))

/** Sets the retention of data classes; omitted ones stay unchanged. Older data is deleted within minutes. */
export async function setRetention(
  { workspaceId }: Actor,
  { recordings, transcripts, calls, messages, leadFiles }: DataRetentionInput,
): Promise<DataRetention> {
  const data = {
    recordingRetentionDays: recordings,
    transcriptRetentionDays: transcripts,
    callRetentionDays: calls,
    messageRetentionDays: messages,
    leadFileRetentionDays: leadFiles === null ? LEAD_FILE_DAYS : leadFiles,
  }
  return retentionOf(await db.workspace.update({ where: { id: workspaceId }, data }))
}

/** Sets the retention of recordings in days; null for the provider's own retention. */
export const setRecordingRetention = ({ workspaceId }: Actor, days: number | null): Promise<Workspace> =>
  db.workspace.update({ where: { id: workspaceId }, data: { recordingRetentionDays: days } })

/** Sets whether recordings that end from now on are copied to the file store, if the server administrator turned this on. Earlier copies stay. */
export const setRecordingCopies = ({ workspaceId }: Actor, areMade: boolean): Promise<Workspace> =>
  db.workspace.update({ where: { id: workspaceId }, data: { keepsRecordings: areMade } })

const retentionOf = (workspace: Workspace): DataRetention => ({
  recordings: workspace.recordingRetentionDays,
  transcripts: workspace.transcriptRetentionDays,
  calls: workspace.callRetentionDays,
  messages: workspace.messageRetentionDays,
  leadFiles: workspace.leadFileRetentionDays,
})

/** Returns what is masked in new data about the calls of the workspace. */
export const getRedactions = async (actor: Actor): Promise<Redaction[]> => (await workspaces.get(actor)).redactions as Redaction[]

/** Sets what is masked from now on; stored data stays unchanged. */
export async function setRedactions({ workspaceId }: Actor, kinds: readonly Redaction[]): Promise<Redaction[]> {
  const workspace = await db.workspace.update({ where: { id: workspaceId }, data: { redactions: [...new Set(kinds)].sort() } })
  return workspace.redactions as Redaction[]
}
