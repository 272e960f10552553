import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Connection, Tx } from '../../../kernel/db/db.ts'
import type { Call, Message } from '../../../generated/prisma/client.ts'
import { STATS_LOCK } from '../../../kernel/db/locks.ts'
import { countryOf } from '../../../kernel/lib/phones.ts'
import { array, type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { addStats, FINISHED_CALL, statsOfCalls, statsOfMessages } from './callStatRows.ts'

/** Adds rows under a shared lock: concurrent with other calls, but never with `rebuild`, which would miss rows that are not yet committed. */
const addLocked = (rows: SqlText) => sql`
  with locked as materialized (select pg_advisory_xact_lock_shared(${STATS_LOCK}, $workspaceId))
  ${addStats(rows)}`

const addStatsOfCalls = statement(
  'callStats.addCalls',
  addLocked(
    statsOfCalls(sql`
      select ${FINISHED_CALL} from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
      where c.workspace_id = $workspaceId and c.id = any(${array('callIds', 'int')})`),
  ),
)

/**
 * Counts calls in the statistics, in the transaction that closes them, after their cost is settled. Run it last: other closing calls of the
 * workspace wait for the rows of their quarter hour and day.
 */
export async function countCalls(tx: Connection, workspaceId: WorkspaceId, calls: readonly Pick<Call, 'id'>[]): Promise<void> {
  if (calls.length > 0) await addStatsOfCalls.run({ workspaceId, callIds: calls.map(({ id }) => id) }, tx)
}

const addMessage = statement(
  'callStats.addMessage',
  addLocked(statsOfMessages(sql`select now()::timestamptz(3) as moment, $numberId?::int as number_id, $country?::text as country, $charged::bigint as amount`)),
)

/** Counts a message in the transaction that charges it, at the time of its ledger entry (the transaction's time). `charged` is in micro-units. */
export const countMessage = (tx: Tx, { workspaceId, numberId, toNumber }: Pick<Message, 'workspaceId' | 'numberId' | 'toNumber'>, charged: bigint) =>
  addMessage.run({ workspaceId, numberId, country: countryOf(toNumber), charged }, tx)
