import type { ReportId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { DomainError, LeaseLostError } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { Prisma, type Report } from '../../generated/prisma/client.ts'
import type { ReportFormat, ReportKindName } from '../../inputs/reports.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { ENDED_LEASE, heldBy, IS_FREE, renewedLease, requireHeld, TAKE, takeParams } from '../../kernel/leases.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { fileKeyOf, removeEarlierFiles } from './reportFiles.ts'
import { fileStore } from '../shared/files.ts'
import { CONTENT_TYPES, WRITERS } from './reportFormats.ts'
import { KINDS } from './reportKinds.ts'
import type { ReportRow } from './reportRows.ts'
import { announce, storedFilterOf } from './reports.ts'

const FIELDS = Object.keys(Prisma.ReportScalarFieldEnum)

/** How long a file is kept. */
const RETENTION_MS = 7 * 86_400_000
/** Interval for saving progress and checking for cancellation. */
const PROGRESS_INTERVAL_MS = 1_000
/** Maximum attempts, including those that ended with the process. */
const MAX_ATTEMPTS = 5
/** Maximum failures through internal errors. */
const MAX_FAILURES = 3

/** Aborted when this server is about to stop. It then releases running reports. Another process, or this one after its restart, starts them over. */
export const stopSignal = perServer<AbortSignal | null>(() => null)

/**
 * Writes the file of a report. Safe to run twice, because each run takes the report by a lease. If a run dies, the next one starts over with a
 * key of its own and deletes the earlier file. Only the latest run can finish the report, so a file is offered once and complete. An error that
 * a retry cannot fix ends the report as `failed`. Throws UNAVAILABLE while the report is not finished and not free, so that the job comes back:
 * another run works on it, or has just left it to the next one.
 */
export async function run(reportId: ReportId): Promise<void> {
  const report = (await take.get({ reportId, ...takeParams() })) as Report | undefined
  if (report) return inWorkspace(report.workspaceId, () => writeAndFinish(report))
  if ((await anyWorkspace.report.count({ where: { id: reportId, status: { in: UNFINISHED } } })) > 0)
    throw new DomainError('UNAVAILABLE', 'Another server process is working on this export.')
}

const UNFINISHED = ['queued', 'running']

const take = statement(
  'reports.take',
  sql`
    update reports set status = 'running', ${TAKE}, rows_processed = 0, rows_total = null
    where id = $reportId and status in ('queued', 'running') and ${IS_FREE} returning ${selectList(FIELDS)}`,
  { acrossWorkspaces: 'The job of a report knows only its ID.' },
)

async function writeAndFinish(report: Report) {
  const { attempt } = report
  try {
    if (attempt > MAX_ATTEMPTS) throw new DomainError('CONFLICT', `The export failed after ${MAX_ATTEMPTS} attempts. Try a shorter period.`)
    await removeEarlierFiles(report, attempt)
    await finish(report, await write(report))
  } catch (error) {
    await fileStore()
      .remove(fileKeyOf(report, attempt))
      .catch((err: Error) => log.warn({ err: err.message, reportId: report.id }, 'could not remove the partial file of an export yet'))
    if (!(error instanceof LeaseLostError)) await retryOrFail(report, error)
  }
}

/** Requeues the report after a transient error, so that the job retries from the start; otherwise saves the error. */
async function retryOrFail(report: Report, error: unknown) {
  const isInternal = !(error instanceof DomainError)
  if (isInternal) log.error({ err: error, reportId: report.id }, 'could not write the file of an export')
  if (isInternal ? report.attempt < MAX_FAILURES : error.code === 'UNAVAILABLE') {
    await end(report, { status: 'queued' })
    throw error
  }
  const now = clock.now()
  await end(report, {
    status: 'failed',
    error: isInternal ? 'The file could not be written. Request the export again.' : error.message,
    finishedAt: now,
    expiresAt: now,
  })
}

/** Writes the whole file; returns its size. */
async function write(report: Report): Promise<{ rows: number; bytes: number }> {
  const { from, to, ...filter } = storedFilterOf(report)
  const kind = KINDS[report.type as ReportKindName]
  const format = report.format as ReportFormat
  const reportRows = await kind.open(actorOf(report), { ...filter, period: { from: momentOf(from), to: momentOf(to) } })
  await saveProgress(report, { rowsTotal: await reportRows.count() })
  const progress = withProgress(report, reportRows.rows)
  const file = WRITERS[format]({ ...reportRows, rows: progress.rows }, report.type)
  try {
    const bytes = await fileStore().write(fileKeyOf(report, report.attempt), file, CONTENT_TYPES[format])
    return { rows: progress.done(), bytes }
  } finally {
    file.destroy()
  }
}

/** Passes rows through, saves the progress, and stops if the report is canceled. */
function withProgress(report: Report, rows: AsyncIterable<ReportRow>) {
  let processed = 0
  async function* passRows() {
    let last = performance.now()
    for await (const row of rows) {
      if (stopSignal()?.aborted) throw new DomainError('UNAVAILABLE', 'The server is shutting down.')
      yield row
      processed += 1
      if (performance.now() - last < PROGRESS_INTERVAL_MS) continue
      await saveProgress(report, { rowsProcessed: processed })
      last = performance.now()
    }
  }
  return { rows: passRows(), done: () => processed }
}

/** Returns the actor who created the report, with only the scope of its kind; permissions were checked on creation. */
const actorOf = ({ workspaceId, userId, apiKeyId, type }: Report): Actor => ({
  kind: apiKeyId ? 'key' : 'session',
  workspaceId,
  keyId: apiKeyId ?? undefined,
  userId: userId ?? undefined,
  scopes: new Set([KINDS[type as ReportKindName].scope]),
})

const momentOf = (text: string | null) => (text === null ? null : new Date(text))

/** Saves the progress. Throws LeaseLostError if the report was canceled or taken over. */
async function saveProgress(report: Report, data: { rowsProcessed?: number; rowsTotal?: number }) {
  requireHeld((await anyWorkspace.report.updateMany({ where: heldBy(report), data: { ...data, ...renewedLease() } })).count)
  publish('report.updated', { workspaceId: report.workspaceId, reportId: report.id })
}

/** Offers the file. If the process dies before this, the next run deletes the file. */
async function finish(report: Report, { rows, bytes }: { rows: number; bytes: number }) {
  const count = await end(report, {
    status: 'done',
    rowsProcessed: rows,
    rowsTotal: rows,
    bytes: BigInt(bytes),
    fileKey: fileKeyOf(report, report.attempt),
    finishedAt: clock.now(),
    expiresAt: fromNow(RETENTION_MS),
  })
  requireHeld(count)
}

/** Ends the run. Returns how many rows it changed: none if the report was canceled or taken over. */
const end = (report: Report, data: Prisma.ReportUpdateManyMutationInput) =>
  transaction(async (tx) => {
    const { count } = await tx.report.updateMany({ where: heldBy(report), data: { ...data, ...ENDED_LEASE } })
    announce(tx, report)
    return count
  })
