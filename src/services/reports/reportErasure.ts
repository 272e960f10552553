import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { ReportKindName } from '../../inputs/reports.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { ERASED_PLACEHOLDER, type PhonePatterns } from '../dataSubjects/phonePatterns.ts'

/** Kinds that contain only totals and amounts, no phone numbers. */
const KINDS_WITHOUT_PERSONAL_DATA: ReportKindName[] = ['ledger', 'usage']

/** The number to erase. */
interface ErasedNumber {
  workspaceId: WorkspaceId
  traces: PhonePatterns
}

const lockReports = statement(
  'reports.lockForErasure',
  sql`select id from reports where workspace_id = $workspaceId and status in ('queued', 'running', 'done') order by id for update`,
)

/** Condition: the report is about the erased number. */
const IS_ABOUT_NUMBER = sql`type = 'person' and (filter->>'phoneNumber' ~ $pattern or filter->>'phoneNumber' = $placeholder)`

const endReports = statement(
  'reports.endForErasure',
  sql`
    update reports set status = case when status = 'done' then 'expired' else 'canceled' end, finished_at = coalesce(finished_at, $now), expires_at = $now
    where workspace_id = $workspaceId
      and ((status = 'done' and type <> all($kindsWithoutPersonalData)) or (status in ('queued', 'running') and ${IS_ABOUT_NUMBER}))
    returning id`,
)

const eraseNumber = statement(
  'reports.eraseNumber',
  sql`
    update reports set filter = filter || jsonb_build_object('phoneNumber', $placeholder::text)
    where workspace_id = $workspaceId and ${IS_ABOUT_NUMBER}`,
)

const restartReports = statement(
  'reports.restartForErasure',
  sql`
    update reports set status = 'queued', owner = null, lease_until = null, rows_processed = 0, rows_total = null
    where workspace_id = $workspaceId and status = 'running' and type <> all($kindsWithoutPersonalData) returning id`,
)

/**
 * Makes sure that no report file contains the erased number. Finished files expire now and a sweep deletes them; running reports start over;
 * reports about the number itself are canceled. A run that lost its report deletes its own file; if it dies, the next run or the sweep does.
 */
export async function erase(tx: Tx, { workspaceId, traces: { pattern } }: ErasedNumber): Promise<void> {
  // Locked until commit, so that a report that is just finishing is not missed.
  await lockReports.run({ workspaceId }, tx)
  const params = { workspaceId, pattern, placeholder: ERASED_PLACEHOLDER, kindsWithoutPersonalData: KINDS_WITHOUT_PERSONAL_DATA, now: clock.now() }
  const ended = await endReports.all(params, tx)
  await eraseNumber.run(params, tx)
  const restarted = await restartReports.all(params, tx)
  for (const { id } of restarted) await enqueue(tx, 'reports.run', { reportId: id }, { queue: `reports ${workspaceId}` })
  afterCommit(tx, () => {
    for (const { id } of [...ended, ...restarted]) publish('report.updated', { workspaceId, reportId: id })
  })
}
