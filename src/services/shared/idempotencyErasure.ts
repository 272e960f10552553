import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'

/** Searches of whole tables are rare, and planned each time. */
const SEARCH = { isUnprepared: true }

const deleteMentioning = statement(
  'idempotencyKeys.deleteMentioning',
  sql`delete from idempotency_keys where workspace_id = $workspaceId and (${mentionsNumber(sql`key`)} or ${mentionsNumber(sql`path`)})`,
  SEARCH,
)
const redactResponses = statement(
  'idempotencyKeys.redactResponses',
  sql`update idempotency_keys set body = regexp_replace(body, $pattern, $placeholder, 'g') where workspace_id = $workspaceId and ${mentionsNumber(sql`body`)}`,
  SEARCH,
)

/** The number to erase: what finds it in text (`PhonePatterns`), and the text that replaces it. */
interface ErasedNumber {
  workspaceId: WorkspaceId
  pattern: string
  keys: number[]
  placeholder: string
}

/** Deletes keys that mention a number, and redacts it in the stored responses of the others. Returns how many rows changed. */
export const eraseMentions = async (tx: Tx, number: ErasedNumber): Promise<number> =>
  (await deleteMentioning.run(number, tx)) + (await redactResponses.run(number, tx))
