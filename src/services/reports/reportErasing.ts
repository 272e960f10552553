import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { ReportKindName } from '../../inputs/reports.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sql.ts'
import { ERASED, type Traces } from '../dataSubjects/phoneTraces.ts'

/** Kinds that hold sums and amounts, and nobody's number. */
const ABOUT_NOBODY: ReportKindName[] = ['ledger', 'usage']

/** Whose number is erased. */
interface Erased {
  workspaceId: number
  traces: Traces
}

/**
 * Sees to it that no file of a report has the number of somebody who was just erased. Files that are offered are not offered from here
 * on, and a sweep takes them away; reports that are being written begin anew, and those about the number itself end. What a run
 * has written of a report that is not its any more, it takes away itself; if it dies, the next run or the sweep does.
 */
export async function erase(tx: Tx, { workspaceId, traces }: Erased): Promise<void> {
  const now = clock.now()
  const about = sql`kind = 'person' and (filter->>'phoneNumber' ~ ${traces.pattern} or filter->>'phoneNumber' = ${ERASED})`
  // Held until the end, so that none that is just being finished is overlooked.
  await tx.$queryRaw(sql`select id from reports where workspace_id = ${workspaceId} and state in ('queued', 'running', 'done') order by id for update`)
  const over = await tx.$queryRaw<{ id: number }[]>(sql`
    update reports set state = case when state = 'done' then 'expired' else 'canceled' end, finished_at = coalesce(finished_at, ${now}::timestamptz), expires_at = ${now}::timestamptz
    where workspace_id = ${workspaceId} and ((state = 'done' and kind <> all(${ABOUT_NOBODY}::text[])) or (state in ('queued', 'running') and ${about})) returning id`)
  await tx.$executeRaw(
    sql`update reports set filter = filter || jsonb_build_object('phoneNumber', ${ERASED}::text) where workspace_id = ${workspaceId} and ${about}`,
  )
  const again = await tx.$queryRaw<{ id: number }[]>(sql`
    update reports set state = 'queued', owner = null, rows_processed = 0, rows_total = null
    where workspace_id = ${workspaceId} and state = 'running' and kind <> all(${ABOUT_NOBODY}::text[]) returning id`)
  for (const { id } of again) await enqueue(tx, 'reports.run', { reportId: id }, { queue: `reports ${workspaceId}` })
  afterCommit(tx, () => {
    for (const { id } of [...over, ...again]) publish('report.updated', { workspaceId, reportId: id })
  })
}
