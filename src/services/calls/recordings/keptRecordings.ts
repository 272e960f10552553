import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { KeptRecording } from '../../../generated/prisma/client.ts'
import { decryptSecret } from '../../../kernel/crypto/encryption.ts'
import { type ByteRange, decryptFile, encryptedRange } from '../../../kernel/crypto/fileCipher.ts'
import { anyWorkspace, type Connection, db } from '../../../kernel/db/db.ts'
import { addJobForRow } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { readInBatchesById } from '../../shared/batches.ts'
import { fileStore } from '../../shared/files.ts'

/** Rows per batch. */
const BATCH_SIZE = 200
/** The files are encrypted, so their type says nothing. */
export const FILE_TYPE = 'application/octet-stream'

/** What the key of a file is bound to. */
export const aadOf = (callId: number) => `kept_recordings.data_key:${callId}`

/** Returns the name of an attempt's file. Each attempt has its own, so that two never write to the same. */
export const fileKeyOf = ({ workspaceId, callId }: Pick<KeptRecording, 'workspaceId' | 'callId'>, attempt: number) =>
  `recordings/${workspaceId}/${callId}-${attempt}`

/** The copy of a recording. `read` returns null if its file is missing. */
export interface KeptAudio {
  bytes: number
  contentType: string
  sha256: Uint8Array
  read(range: ByteRange): Promise<Readable | null>
}

/** Returns the complete copy of a call's recording; null if there is none. */
export async function find(workspaceId: WorkspaceId, callId: CallId): Promise<KeptAudio | null> {
  const row = await db.keptRecording.findFirst({ where: { workspaceId, callId, removedAt: null, keptAt: { not: null } } })
  if (!row?.dataKey || row.keptAttempt === null) return null
  const [file, bytes] = [fileKeyOf(row, row.keptAttempt), Number(row.bytes)]
  const key = Buffer.from(decryptSecret(row.dataKey, aadOf(callId)), 'base64')
  return {
    bytes,
    contentType: row.contentType!,
    sha256: row.sha256!,
    async read(range) {
      const content = await fileStore().read(file, encryptedRange(range, bytes))
      return content && Readable.from(decryptFile(content, key, bytes, range), { objectMode: false }).once('close', () => content.destroy())
    },
  }
}

const removeCopies = statement(
  'keptRecordings.remove',
  sql`
    with removed as (
      update kept_recordings set removed_at = $now, data_key = null, original_due_at = null where call_id = any($callIds) and removed_at is null
      returning call_id as id)
    select count(${addJobForRow('recordings.discard', { field: 'callId', key: 'discard', at: sql`$now` })}) from removed`,
  { acrossWorkspaces: 'The caller has locked these calls, and named their workspaces.' },
)

/** Makes copies unreadable, since their keys are deleted, and adds jobs that delete the files. The same ends copies that are being made. */
export async function remove(tx: Connection, callIds: readonly CallId[]): Promise<void> {
  if (callIds.length > 0) await removeCopies.run({ callIds: [...callIds], now: clock.now() }, tx)
}

/** Deletes the files of a removed copy. Safe to repeat: if the process dies, the job runs again, and an hour later the sweep. */
export async function discard(callId: CallId): Promise<void> {
  const row = await anyWorkspace.keptRecording.findUnique({ where: { callId } })
  if (row?.removedAt) await removeFiles(row, row.attempt)
}

/** Deletes the files of all attempts up to this one. Safe to repeat. */
export async function removeFiles(row: Pick<KeptRecording, 'workspaceId' | 'callId'>, upTo: number): Promise<void> {
  for (let attempt = 1; attempt <= upTo; attempt++) await fileStore().remove(fileKeyOf(row, attempt))
}

const listRemoved = statement(
  'keptRecordings.listRemoved',
  sql`
    select call_id, workspace_id, attempt from kept_recordings where removed_at < $now::timestamptz - interval '1 hour'
    order by removed_at limit ${BATCH_SIZE}`,
  { acrossWorkspaces: 'A sweep over all removed copies.' },
)
const deleteRow = statement('keptRecordings.delete', sql`delete from kept_recordings where workspace_id = $workspaceId and call_id = $callId`)

/**
 * Deletes files and rows of copies that were removed an hour ago. Until then the row stays, since a copy that was being made meanwhile may have
 * left a file. If the process dies, the next sweep repeats it.
 */
export async function sweep(): Promise<void> {
  for (const row of await listRemoved.all({ now: clock.now() })) {
    await removeFiles(row, row.attempt)
    await deleteRow.run({ workspaceId: row.workspaceId, callId: row.callId }, anyWorkspace)
  }
}

const listKeptAfter = statement(
  'keptRecordings.listAfter',
  sql`
    select call_id as id, workspace_id, kept_attempt as "attempt!" from kept_recordings
    where kept_attempt is not null and removed_at is null and call_id > $after order by call_id limit $take`,
  { acrossWorkspaces: 'A backup has the files of all workspaces.' },
)

/** Yields the files of all complete copies that the transaction of a connection sees. */
export async function* listStored(client: ClientBase): AsyncGenerator<{ key: string; contentType: string }> {
  for await (const { id, workspaceId, attempt } of readInBatchesById(BATCH_SIZE, (after, take) => listKeptAfter.all({ after, take }, client)))
    yield { key: fileKeyOf({ workspaceId, callId: id }, attempt), contentType: FILE_TYPE }
}
