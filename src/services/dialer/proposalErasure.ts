import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'
import type { PhonePatterns } from '../dataSubjects/phonePatterns.ts'

const deleteMentioning = statement(
  'campaignProposals.deleteMentioning',
  sql`delete from campaign_proposals where workspace_id = $workspaceId and ${mentionsNumber(sql`summary::text`)}`,
  { isUnprepared: true },
)

/** Deletes launch proposals that mention a number. Returns how many. */
export const eraseMentions = (
  tx: Tx,
  { workspaceId, pattern, keys }: { workspaceId: WorkspaceId } & Pick<PhonePatterns, 'pattern' | 'keys'>,
): Promise<number> => deleteMentioning.run({ workspaceId, pattern, keys }, tx)
