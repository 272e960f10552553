import type { LeadImportId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { Person } from '../dataSubjects/people.ts'

const deleteOfNumber = statement('consents.deleteOfNumber', sql`delete from consents where workspace_id = $workspaceId and phone_number = $phoneNumber`)

/** Deletes the consents of a person. Returns how many. */
export const erase = (tx: Tx, { workspaceId, phoneNumber }: Person): Promise<number> => deleteOfNumber.run({ workspaceId, phoneNumber }, tx)

const deleteEnded = statement(
  'consents.deleteEnded',
  sql`
    delete from consents where id in (
      select id from consents where least(revoked_at, expires_at) < $endedBefore order by least(revoked_at, expires_at) limit $limit for update skip locked)`,
  { acrossWorkspaces: 'A sweep over all consents that have ended.' },
)

/** Deletes the next consents that were revoked or expired before a time. Returns how many. */
export const eraseEnded = (tx: Tx, endedBefore: Date, limit: number): Promise<number> => deleteEnded.run({ endedBefore, limit }, tx)

const deleteOfImport = statement(
  'consents.deleteOfImport',
  sql`
    delete from consents c where workspace_id = $workspaceId and import_id = $importId and revoked_at is null and not exists (
      select from leads l where l.workspace_id = $workspaceId and l.import_id = $importId and l.deleted_at is null and l.phone_number = c.phone_number)`,
)

/** Deletes the consents that an import recorded, except revoked ones and those of leads that stay. Run it after the leads are deleted. */
export const eraseOfImport = (tx: Tx, workspaceId: WorkspaceId, importId: LeadImportId): Promise<number> => deleteOfImport.run({ workspaceId, importId }, tx)
