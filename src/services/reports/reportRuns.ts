import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, pool, transaction } from '../../kernel/db/db.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { Report } from '../../generated/prisma/client.ts'
import type { ReportFormat, ReportKindName } from '../../inputs/reports.ts'
import { aliveOwner, isGone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { fileStore, keyOf, removeBefore } from './reportFiles.ts'
import { CONTENT_TYPES, WRITERS } from './reportFormats.ts'
import { KINDS } from './reportKinds.ts'
import type { ReportRow } from './reportRows.ts'
import { announce, keptFilterOf } from './reports.ts'

/** How long a file is kept. */
const RETENTION_MS = 7 * 86_400_000
/** How often it is noted how far a report is, and looked whether it is still wanted. */
const NOTE_MS = 1_000
/** A report at which so many processes died is not begun again. */
const MAX_ATTEMPTS = 5
/** One that failed by our own fault so often is not tried again either. */
const MAX_FAILURES = 3

/** Aborted when this process is about to end. */
let ending: AbortSignal | null = null
/** Has reports given back once the signal is aborted, so that another process, or this one after its restart, begins them anew. */
export function endWith(signal: AbortSignal) {
  ending = signal
}

/** Reports that this process is at. */
const atWork = new Set<number>()

/** Somebody has canceled the report, or taken it over. */
class Unwanted extends Error {}

/**
 * Writes the file of a report. Safe to run twice: a report belongs to the process at work on it for as long as that lives. If it
 * dies, the next run begins anew at a place of its own, and takes away what the earlier one left. Only the run that the row names
 * can finish it, so that a file is offered once and whole. What makes a report impossible ends it as `failed`.
 */
export async function run(reportId: number): Promise<void> {
  if (atWork.has(reportId)) return
  atWork.add(reportId)
  try {
    const report = await begin(reportId)
    if (report) await carryOut(report)
  } finally {
    atWork.delete(reportId)
  }
}

/** Takes the report over for this process; null when there is nothing to do. */
async function begin(reportId: number): Promise<Report | null> {
  const owner = aliveOwner()
  const found = await anyWorkspace.report.findUnique({ where: { id: reportId } })
  if (!found || !['queued', 'running'].includes(found.state)) return null
  if (found.owner && found.owner !== owner && !(await isGone(pool, found.owner))) throw new DomainError('UNAVAILABLE', 'Another server process is working on this export.')
  const { workspaceId, id, state, attempt } = found
  const { count } = await anyWorkspace.report.updateMany({
    where: { workspaceId, id, state, attempt },
    data: { state: 'running', owner, attempt: attempt + 1, rowsProcessed: 0, rowsTotal: null },
  })
  return count === 0 ? null : { ...found, owner, attempt: attempt + 1 }
}

async function carryOut(report: Report) {
  const { attempt } = report
  try {
    if (attempt > MAX_ATTEMPTS) throw new DomainError('CONFLICT', `The export failed after ${MAX_ATTEMPTS} attempts. Try a shorter period.`)
    await removeBefore(report, attempt)
    await finish(report, await write(report))
  } catch (error) {
    await fileStore()
      .remove(keyOf(report, attempt))
      .catch((err: Error) => log.warn({ err: err.message, reportId: report.id }, 'could not remove the partial file of an export yet'))
    if (!(error instanceof Unwanted)) await giveUp(report, error)
  }
}

/** What may pass is tried again by the job, from the beginning; what cannot be is told. */
async function giveUp(report: Report, error: unknown) {
  const isOurs = !(error instanceof DomainError)
  if (isOurs) log.error({ err: error, reportId: report.id }, 'could not write the file of an export')
  if (isOurs ? report.attempt < MAX_FAILURES : error.code === 'UNAVAILABLE') {
    await settle(report, { state: 'queued' })
    throw error
  }
  const now = clock.now()
  await settle(report, {
    state: 'failed',
    error: isOurs ? 'The file could not be written. Request the export again.' : error.message,
    finishedAt: now,
    expiresAt: now,
  })
}

/** Writes the whole file; answers how large it is. */
async function write(report: Report): Promise<{ rows: number; bytes: number }> {
  const { from, to, ...filter } = keptFilterOf(report)
  const kind = KINDS[report.kind as ReportKindName]
  const format = report.format as ReportFormat
  const opened = await kind.open(actorOf(report), { ...filter, period: { from: momentOf(from), to: momentOf(to) } })
  await note(report, { rowsTotal: await opened.count() })
  const progress = noted(report, opened.rows)
  const file = WRITERS[format]({ ...opened, rows: progress.rows }, report.kind)
  try {
    const bytes = await fileStore().write(keyOf(report, report.attempt), file, CONTENT_TYPES[format])
    return { rows: progress.done(), bytes }
  } finally {
    file.destroy()
  }
}

/** The same rows; as they go by, how many they were is noted, and it ends where nobody wants them any more. */
function noted(report: Report, rows: AsyncIterable<ReportRow>) {
  let done = 0
  async function* passing() {
    let last = performance.now()
    for await (const row of rows) {
      if (ending?.aborted) throw new DomainError('UNAVAILABLE', 'The server is shutting down.')
      yield row
      done += 1
      if (performance.now() - last < NOTE_MS) continue
      await note(report, { rowsProcessed: done })
      last = performance.now()
    }
  }
  return { rows: passing(), done: () => done }
}

/** Whoever asked, as far as it matters here; what they may see was looked at then. */
const actorOf = ({ workspaceId, userId, apiKeyId, kind }: Report): Actor => ({
  kind: apiKeyId ? 'key' : 'session',
  workspaceId,
  keyId: apiKeyId ?? undefined,
  userId: userId ?? undefined,
  scopes: new Set([KINDS[kind as ReportKindName].scope]),
})

const momentOf = (text: string | null) => (text === null ? null : new Date(text))

/** Notes how far it is. Throws Unwanted when the report is not this run's any more. */
async function note(report: Report, data: { rowsProcessed?: number; rowsTotal?: number }) {
  const { workspaceId, id, attempt } = report
  const { count } = await anyWorkspace.report.updateMany({ where: { workspaceId, id, attempt, state: 'running' }, data })
  if (count === 0) throw new Unwanted()
  publish('report.updated', { workspaceId, reportId: id })
}

/** If the process dies before this, the whole file is taken away by the run that follows. */
async function finish(report: Report, { rows, bytes }: { rows: number; bytes: number }) {
  const isMine = await settle(report, {
    state: 'done',
    rowsProcessed: rows,
    rowsTotal: rows,
    bytes: BigInt(bytes),
    fileKey: keyOf(report, report.attempt),
    finishedAt: clock.now(),
    expiresAt: inMs(RETENTION_MS),
  })
  if (!isMine) throw new Unwanted()
}

const settle = ({ workspaceId, id, attempt }: Report, data: Partial<Report> & { filter?: never }) =>
  transaction(async (tx) => {
    const { count } = await tx.report.updateMany({ where: { workspaceId, id, attempt, state: 'running' }, data: { ...data, owner: null } })
    announce(tx, { workspaceId, id })
    return count > 0
  })
