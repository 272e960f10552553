import type { Page } from '../services/paging.ts'

/** A service's page seen as a Relay connection; the cursor is the row's id. */
export const connection = <Row extends { id: number }>({ rows, hasMore }: Page<Row>, after?: string | null) => ({
  edges: rows.map((node) => ({ cursor: String(node.id), node })),
  pageInfo: {
    hasNextPage: hasMore,
    hasPreviousPage: after != null,
    startCursor: rows[0] ? String(rows[0].id) : null,
    endCursor: rows.length ? String(rows.at(-1)!.id) : null,
  },
})
