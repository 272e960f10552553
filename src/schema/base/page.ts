import type { Page } from '../../services/shared/paging.ts'

const idOf = ({ id }: { id: number | bigint }) => String(id)

/** Converts a page to a Relay connection. The cursor is the row's ID unless the list has another order. */
export const connection = <Row extends { id: number | bigint }>(
  { rows, hasMore }: Page<Row>,
  after?: string | null,
  cursorOf: (row: Row) => string = idOf,
) => ({
  edges: rows.map((node) => ({ cursor: cursorOf(node), node })),
  pageInfo: {
    hasNextPage: hasMore,
    hasPreviousPage: after != null,
    startCursor: rows[0] ? cursorOf(rows[0]) : null,
    endCursor: rows.length ? cursorOf(rows.at(-1)!) : null,
  },
})
