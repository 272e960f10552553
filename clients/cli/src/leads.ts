import { createHash } from 'node:crypto'
import { send } from './api.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, usage } from './errors.ts'
import { type Batch, batchesOf } from './leadBatches.ts'
import { openRejects, type Rejects } from './leadRejects.ts'
import { type Named, readRows } from './leadRows.ts'
import { openText } from './leadText.ts'
import type { Operation } from './manifest.ts'
import { bar, progressLine } from './progress.ts'
import { oneLine } from './text.ts'

export interface Options {
  file: string
  column?: Named
  errorsTo?: string
}
/** A row that was refused, by its place in its batch. */
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
  /** `imported`, or `created` and `updated`. */
  counts: Record<string, number>
  failed: number
  total: number
  /** Batches that an earlier run had sent already. */
  repeated: number
  batches: number
  importIds: number[]
  errors: object[]
}

/** So many refused rows are named. */
const NAMED = 100

/**
 * Sends the rows of a file in as many requests as it takes. Each has a key made of what it holds, so that the same command
 * run again, after Ctrl-C or a crash at any point, sends nothing twice: what was taken is answered from memory.
 */
export async function sendFile(context: Context, operation: Operation, path: string, body: object, options: Options): Promise<void> {
  const { output } = context
  const list = operation.tool === 'add_leads' ? 'leads' : 'items'
  const text = await openText(options.file)
  const read = await readRows(text, options.column ?? {}, list === 'leads' ? ['phone_number'] : ['external_id', 'phone_number'])
  const rejects = options.errorsTo === undefined ? null : await openRejects(options.errorsTo, read)
  const line = progressLine(!output.quiet)
  const totals: Totals = { counts: {}, failed: 0, total: 0, repeated: 0, batches: 0, importIds: [], errors: [] }
  const draw = () => {
    const share = text.size ? `${bar(text.read() / text.size)} ` : ''
    return `${share}${totals.total} rows sent${totals.failed > 0 ? `, ${totals.failed} refused` : ''}`
  }
  try {
    for await (const batch of batchesOf(read.rows)) {
      line.draw(draw)
      const answer = await sendBatch(context, operation, path, { ...body, [list]: batch.rows.map(({ lead }) => lead) }, batch)
      line.clear()
      await take(context, totals, batch, answer, rejects)
      line.draw(draw)
    }
  } catch (error) {
    line.clear()
    throw broken(error, totals)
  } finally {
    await rejects?.close()
  }
  line.clear()
  await tell(context, totals)
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
    if (error instanceof Failure) throw placed(error, batch)
    throw signal.aborted ? new Failure(EXIT.interrupted, 'Interrupted') : new Failure(EXIT.server, 'The answer broke off')
  }
}

/** Of a request that is refused as a whole, because of what one row holds: which one it is. */
function placed(failure: Failure, { rows, firstRow }: Batch): Failure {
  if (!Array.isArray(failure.detail)) return failure
  const detail = failure.detail.map((issue: { loc?: unknown[] }) => {
    const [, , index, ...inside] = issue.loc ?? []
    const row = typeof index === 'number' ? rows[index] : undefined
    return row ? { ...issue, loc: ['header', `row ${firstRow + (index as number)} (line ${row.line})`, ...inside] } : issue
  })
  return new Failure(failure.exit, detail, failure.more)
}

async function take(
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
    if (totals.errors.length >= NAMED) continue
    totals.errors.push({ row: firstRow + index, line: row.line, phone_number, error })
    output.note(`row ${firstRow + index} (line ${row.line})  ${oneLine(phone_number ?? '')}  ${oneLine(error)}`)
  }
}

async function tell({ output }: Context, { counts, failed, total, repeated, batches, importIds, errors }: Totals): Promise<void> {
  if (total === 0) throw usage('The file has no rows')
  if (failed > errors.length) output.note(`… and ${failed - errors.length} more; --errors-to <file> keeps them all`)
  if (repeated > 0) output.note(`${repeated} of ${batches} batches were sent before, and not sent again`)
  await output.object({ ...counts, failed, total, import_ids: importIds, ...(output.json ? { repeated_batches: repeated, errors } : {}) })
  if (failed === total) throw new Failure(EXIT.conflict, 'No row was taken')
}

/** What ended it, and how far it went. */
function broken(error: unknown, { total }: Totals): unknown {
  if (!(error instanceof Failure) || typeof error.detail !== 'string') return error
  const so = total > 0 ? ` ${total} rows were sent before.` : ''
  return new Failure(error.exit, `${error.detail}.${so} The same command again sends nothing twice`, error.more)
}
