/** The last row of a batch: its ID, and its time if rows are ordered by time. */
export interface BatchCursor {
  at?: Date
  id: number
}

/** Yields every row, read in batches of `size`: no transaction stays open, and few rows are in memory. */
export async function* readInBatches<Row>(
  size: number,
  read: (after: BatchCursor | null, take: number) => Promise<Row[]>,
  markOf: (row: Row) => BatchCursor,
): AsyncGenerator<Row> {
  for (let after: BatchCursor | null = null, more = true; more;) {
    const rows: Row[] = await read(after, size)
    yield* rows
    more = rows.length === size
    if (more) after = markOf(rows.at(-1)!)
  }
}

/** Does the same ordered by ID alone, which is above 0. */
export const readInBatchesById = <Row extends { id: number }>(size: number, read: (after: number, take: number) => Promise<Row[]>): AsyncGenerator<Row> =>
  readInBatches(
    size,
    (after, take) => read(after?.id ?? 0, take),
    ({ id }) => ({ id }),
  )
