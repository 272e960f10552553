import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const deleteMentioning = statement(
  'campaignProposals.deleteMentioning',
  sql`delete from campaign_proposals where workspace_id = $workspaceId and summary::text ~ $pattern`,
  { isUnprepared: true },
)

/** Deletes launch proposals that mention a number. Returns how many. */
export const eraseMentions = (tx: Tx, { workspaceId, pattern }: { workspaceId: WorkspaceId; pattern: string }): Promise<number> =>
  deleteMentioning.run({ workspaceId, pattern }, tx)
