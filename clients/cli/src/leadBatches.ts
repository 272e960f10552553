import type { Row } from './leadRows.ts'

/** Maximum rows of one request (contract: Leads per batch). The byte limit stays well below the server's. */
const MAX_ROWS = 10_000
const MAX_BYTES = 8 * 1024 * 1024

export interface Batch {
  rows: Row[]
  /** Row number of the batch's first row in the file, from 1. */
  firstRow: number
  /** Batch number, from 1. */
  number: number
}

/** Splits rows into batches that fit into one request. The same file always yields the same batches. */
export async function* splitBatches(rows: AsyncIterable<Row>): AsyncGenerator<Batch> {
  let batch: Batch = { rows: [], firstRow: 1, number: 1 }
  let bytes = 0
  for await (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row.lead)) + 1
    if (batch.rows.length === MAX_ROWS || (batch.rows.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch
      batch = { rows: [], firstRow: batch.firstRow + batch.rows.length, number: batch.number + 1 }
      bytes = 0
    }
    batch.rows.push(row)
    bytes += size
  }
  if (batch.rows.length > 0) yield batch
}
