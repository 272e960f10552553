/** Where a batch ends: a moment where rows are read by one, and an id. */
export interface Mark {
  at?: Date
  id: number
}

/** Every row in batches of so many, each beginning behind the last: no transaction is open meanwhile, and few rows are in memory. */
export async function* inBatches<Row>(
  size: number,
  read: (after: Mark | null, take: number) => Promise<Row[]>,
  markOf: (row: Row) => Mark,
): AsyncGenerator<Row> {
  for (let after: Mark | null = null, more = true; more;) {
    const rows: Row[] = await read(after, size)
    yield* rows
    more = rows.length === size
    if (more) after = markOf(rows.at(-1)!)
  }
}

/** The same by id alone, which is above 0. */
export const byId = <Row extends { id: number }>(size: number, read: (after: number, take: number) => Promise<Row[]>): AsyncGenerator<Row> =>
  inBatches(
    size,
    (after, take) => read(after?.id ?? 0, take),
    ({ id }) => ({ id }),
  )
