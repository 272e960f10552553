import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import type { Workspace } from '../../generated/prisma/client.ts'
import { type DataRetentionInput, LEAD_FILE_DAYS, type Redaction } from '../../inputs/dataDuties.ts'
import * as workspaces from '../workspaces/workspaces.ts'

/** How many days each class of data is kept; null keeps it. */
export interface DataRetention {
  recordings: number | null
  transcripts: number | null
  calls: number | null
  messages: number | null
  leadFiles: number
}

export const retention = async (actor: Actor): Promise<DataRetention> => retentionOf(await workspaces.get(actor))

/** Sets how long classes of data are kept; those that are not named stay as they are. What is older is deleted within minutes. */
export async function keepFor({ workspaceId }: Actor, { recordings, transcripts, calls, messages, leadFiles }: DataRetentionInput): Promise<DataRetention> {
  const data = {
    recordingRetentionDays: recordings,
    transcriptRetentionDays: transcripts,
    callRetentionDays: calls,
    messageRetentionDays: messages,
    leadFileRetentionDays: leadFiles === null ? LEAD_FILE_DAYS : leadFiles,
  }
  return retentionOf(await db.workspace.update({ where: { id: workspaceId }, data }))
}

const retentionOf = (workspace: Workspace): DataRetention => ({
  recordings: workspace.recordingRetentionDays,
  transcripts: workspace.transcriptRetentionDays,
  calls: workspace.callRetentionDays,
  messages: workspace.messageRetentionDays,
  leadFiles: workspace.leadFileRetentionDays,
})

/** What is masked in whatever is written about the workspace's calls. */
export const redactions = async (actor: Actor): Promise<Redaction[]> => (await workspaces.get(actor)).redactions as Redaction[]

/** Masks these kinds from now on; what was stored before stays as it is. */
export async function redact({ workspaceId }: Actor, kinds: readonly Redaction[]): Promise<Redaction[]> {
  const workspace = await db.workspace.update({ where: { id: workspaceId }, data: { redactions: [...new Set(kinds)].sort() } })
  return workspace.redactions as Redaction[]
}
