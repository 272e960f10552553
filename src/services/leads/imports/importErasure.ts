import type { LeadImportId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'

/** Searches of whole tables are rare, and planned each time. */
const SEARCH = { isUnprepared: true }

/** Deletes the files of imports. An import that was never run fails with `$error`. */
const DELETE_FILES = sql`
  update lead_imports set content = null,
    status = case when status = 'uploaded' then 'failed' else status end, error = case when status = 'uploaded' then $error else error end`

const deleteFiles = statement('leadImports.deleteFiles', sql`${DELETE_FILES} where id = any($ids)`, { acrossWorkspaces: 'A sweep over all uploaded files.' })

/** Deletes the files of imports past their retention. The imports stay, with their counts and error positions. The caller has locked them. */
export async function eraseFiles(tx: Tx, importIds: readonly LeadImportId[]): Promise<void> {
  await deleteFiles.run({ ids: [...importIds], error: 'It was not run within a day, and its file was deleted' }, tx)
}

/** The number to erase: a regular expression that matches it in text. */
interface ErasedNumber {
  workspaceId: WorkspaceId
  pattern: string
}

const deleteMentioningFiles = statement(
  'leadImports.deleteMentioningFiles',
  sql`${DELETE_FILES} where workspace_id = $workspaceId and status <> 'running' and content ~ $pattern`,
  SEARCH,
)

/** Deletes uploaded files that mention a number, except those of running imports. Returns how many. */
export const eraseMentioningFiles = (tx: Tx, { workspaceId, pattern }: ErasedNumber): Promise<number> =>
  deleteMentioningFiles.run({ workspaceId, pattern, error: 'Its file was erased' }, tx)

const deleteMentioningChanges = statement(
  'leadImports.deleteMentioningChanges',
  sql`delete from lead_import_changes where workspace_id = $workspaceId and phone_keys(array[before::text]) && $keys and before::text ~ $pattern`,
  SEARCH,
)

/** Deletes earlier data of leads that mentions a number, which has these keys. Returns how many rows. */
export const eraseMentions = (tx: Tx, { workspaceId, pattern, keys }: ErasedNumber & { keys: number[] }): Promise<number> =>
  deleteMentioningChanges.run({ workspaceId, pattern, keys }, tx)
