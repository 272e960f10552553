import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { ReportKindName } from '../../inputs/reports.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sql.ts'
import { ERASED_PLACEHOLDER, type PhonePatterns } from '../dataSubjects/phonePatterns.ts'

/** Kinds that contain only totals and amounts, no phone numbers. */
const KINDS_WITHOUT_PERSONAL_DATA: ReportKindName[] = ['ledger', 'usage']

/** The number to erase. */
interface ErasedNumber {
  workspaceId: WorkspaceId
  traces: PhonePatterns
}

/**
 * Makes sure that no report file contains the erased number. Finished files expire now and a sweep deletes them; running reports start over;
 * reports about the number itself are canceled. A run that lost its report deletes its own file; if it dies, the next run or the sweep does.
 */
export async function erase(tx: Tx, { workspaceId, traces }: ErasedNumber): Promise<void> {
  const now = clock.now()
  const isAboutNumber = sql`type = 'person' and (filter->>'phoneNumber' ~ ${traces.pattern} or filter->>'phoneNumber' = ${ERASED_PLACEHOLDER})`
  // Locked until commit, so that a report that is just finishing is not missed.
  await tx.$queryRaw(sql`select id from reports where workspace_id = ${workspaceId} and status in ('queued', 'running', 'done') order by id for update`)
  const ended = await tx.$queryRaw<{ id: number }[]>(sql`
    update reports set status = case when status = 'done' then 'expired' else 'canceled' end, finished_at = coalesce(finished_at, ${now}::timestamptz), expires_at = ${now}::timestamptz
    where workspace_id = ${workspaceId} and ((status = 'done' and type <> all(${KINDS_WITHOUT_PERSONAL_DATA}::text[])) or (status in ('queued', 'running') and ${isAboutNumber})) returning id`)
  await tx.$executeRaw(
    sql`update reports set filter = filter || jsonb_build_object('phoneNumber', ${ERASED_PLACEHOLDER}::text) where workspace_id = ${workspaceId} and ${isAboutNumber}`,
  )
  const restarted = await tx.$queryRaw<{ id: number }[]>(sql`
    update reports set status = 'queued', owner = null, rows_processed = 0, rows_total = null
    where workspace_id = ${workspaceId} and status = 'running' and type <> all(${KINDS_WITHOUT_PERSONAL_DATA}::text[]) returning id`)
  for (const { id } of restarted) await enqueue(tx, 'reports.run', { reportId: id }, { queue: `reports ${workspaceId}` })
  afterCommit(tx, () => {
    for (const { id } of [...ended, ...restarted]) publish('report.updated', { workspaceId, reportId: id })
  })
}
