import { createHash } from 'node:crypto'
import { send } from './api.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, usage } from './errors.ts'
import { type Batch, splitBatches } from './leadBatches.ts'
import { openRejects, type Rejects } from './leadRejects.ts'
import { type ColumnMapping, readRows } from './leadRows.ts'
import { openText } from './leadText.ts'
import type { Operation } from './manifest.ts'
import { bar, progressLine } from './progress.ts'
import { oneLine } from './text.ts'

export interface Options {
  file: string
  column?: ColumnMapping
  errorsTo?: string
}
/** A rejected row, by its index in the batch. */
interface RowError {
  index: number
  phone_number: string | null
  error: string
}
interface Answer {
  imported?: number
  created?: number
  updated?: number
  errors: RowError[]
  import_id: number | null
}
interface Totals {
  /** Totals of `imported`, or of `created` and `updated`. */
  counts: Record<string, number>
  failed: number
  total: number
  /** Batches that an earlier run sent already. */
  repeated: number
  batches: number
  importIds: number[]
  errors: object[]
}

/** Maximum rejected rows to list. */
const MAX_LISTED_ERRORS = 100

/**
 * Sends the rows of a file in batches. The idempotency key of each request is a hash of its content, so running the
 * command again, after Ctrl-C or a crash at any point, sends nothing twice: the server returns the stored response.
 */
export async function sendFile(context: Context, operation: Operation, path: string, body: object, options: Options): Promise<void> {
  const { output } = context
  const list = operation.tool === 'add_leads' ? 'leads' : 'items'
  const text = await openText(options.file)
  const content = await readRows(text, options.column ?? {}, list === 'leads' ? ['phone_number'] : ['external_id', 'phone_number'])
  const rejects = options.errorsTo === undefined ? null : await openRejects(options.errorsTo, content)
  const line = progressLine(!output.quiet)
  const totals: Totals = { counts: {}, failed: 0, total: 0, repeated: 0, batches: 0, importIds: [], errors: [] }
  const draw = () => {
    const share = text.size ? `${bar(text.read() / text.size)} ` : ''
    return `${share}${totals.total} rows sent${totals.failed > 0 ? `, ${totals.failed} rejected` : ''}`
  }
  try {
    for await (const batch of splitBatches(content.rows)) {
      line.draw(draw)
      const answer = await sendBatch(context, operation, path, { ...body, [list]: batch.rows.map(({ lead }) => lead) }, batch)
      line.clear()
      await addToTotals(context, totals, batch, answer, rejects)
      line.draw(draw)
    }
  } catch (error) {
    line.clear()
    throw addProgress(error, totals)
  } finally {
    await rejects?.close()
  }
  line.clear()
  await printTotals(context, totals)
}

async function sendBatch(context: Context, operation: Operation, path: string, body: object, batch: Batch): Promise<Answer & { isRepeated: boolean }> {
  const { globals, signal } = context
  const key =
    globals.idempotencyKey ??
    createHash('sha256')
      .update(JSON.stringify([operation.tool, path, body]))
      .digest('hex')
      .slice(0, 40)
  try {
    const response = await send(context.session(), { method: operation.method, path, body, idempotencyKey: `leads-${key}-${batch.number}`, signal })
    return { ...((await response.json()) as Answer), isRepeated: response.headers.get('Idempotent-Replayed') === 'true' }
  } catch (error) {
    if (error instanceof Failure) throw addRowNumbers(error, batch)
    throw signal.aborted ? new Failure(EXIT.interrupted, 'Interrupted') : new Failure(EXIT.server, 'The connection was lost')
  }
}

/** Adds row and line numbers to a failure that is about single rows of the batch. */
function addRowNumbers(failure: Failure, { rows, firstRow }: Batch): Failure {
  if (!Array.isArray(failure.detail)) return failure
  const detail = failure.detail.map((issue: { loc?: unknown[] }) => {
    const [, , index, ...inside] = issue.loc ?? []
    const row = typeof index === 'number' ? rows[index] : undefined
    return row ? { ...issue, loc: ['header', `row ${firstRow + (index as number)} (line ${row.line})`, ...inside] } : issue
  })
  return new Failure(failure.exit, detail, failure.more)
}

async function addToTotals(
  { output }: Context,
  totals: Totals,
  { rows, firstRow }: Batch,
  answer: Answer & { isRepeated: boolean },
  rejects: Rejects | null,
): Promise<void> {
  const { errors, import_id, isRepeated, imported, created, updated } = answer
  for (const [name, count] of Object.entries({ imported, created, updated })) if (count !== undefined) totals.counts[name] = (totals.counts[name] ?? 0) + count
  totals.failed += errors.length
  totals.total += rows.length
  totals.batches++
  if (isRepeated) totals.repeated++
  if (import_id !== null) totals.importIds.push(import_id)
  for (const { index, phone_number, error } of errors) {
    const row = rows[index]!
    await rejects?.add(row, error)
    if (totals.errors.length >= MAX_LISTED_ERRORS) continue
    totals.errors.push({ row: firstRow + index, line: row.line, phone_number, error })
    output.note(`row ${firstRow + index} (line ${row.line})  ${oneLine(phone_number ?? '')}  ${oneLine(error)}`)
  }
}

async function printTotals({ output }: Context, { counts, failed, total, repeated, batches, importIds, errors }: Totals): Promise<void> {
  if (total === 0) throw usage('The file has no rows')
  if (failed > errors.length) output.note(`… and ${failed - errors.length} more. Use --errors-to <file> to save all of them.`)
  if (repeated > 0) output.note(`${repeated} of ${batches} batches were already sent and were skipped.`)
  await output.object({ ...counts, failed, total, import_ids: importIds, ...(output.json ? { repeated_batches: repeated, errors } : {}) })
  if (failed === total) throw new Failure(EXIT.conflict, 'No row was accepted')
}

/** Adds the number of sent rows to the error that stopped the run. */
function addProgress(error: unknown, { total }: Totals): unknown {
  if (!(error instanceof Failure) || typeof error.detail !== 'string') return error
  const progress = total > 0 ? ` ${total} rows were already sent.` : ''
  return new Failure(error.exit, `${error.detail.replace(/\.$/, '')}.${progress} Run the same command again. No row is sent twice.`, error.more)
}
