import type { LeadId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { partOf } from '../../kernel/db/patterns.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Maximum number of leads whose calls a search by name looks for. */
const MAX_LEADS = 1_000

const findLeads = statement(
  'calls.findLeads',
  sql`select id from leads where workspace_id = $workspaceId and deleted_at is null and name ilike $part limit ${MAX_LEADS + 1}`,
)

/** Finds the leads whose name contains the text. Throws BAD_REQUEST if too many do. */
export async function findLeadIds(workspaceId: WorkspaceId, text: string): Promise<LeadId[]> {
  const rows = await findLeads.all({ workspaceId, part: partOf(text) })
  if (rows.length > MAX_LEADS) throw badRequest('too_many_named_leads', { limit: MAX_LEADS })
  return rows.map(({ id }) => id as LeadId)
}
