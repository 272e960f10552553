import type { Row } from './leadRows.ts'

/** As many rows as one request may have (contract: Leads per batch), in as many bytes as are well below its limit. */
const MAX_ROWS = 10_000
const MAX_BYTES = 8 * 1024 * 1024

export interface Batch {
  rows: Row[]
  /** Number of its first row in the file, from 1. */
  firstRow: number
  /** Number of the batch, from 1. */
  number: number
}

/** Rows in batches as large as a request takes. The same file always makes the same batches. */
export async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<Batch> {
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
