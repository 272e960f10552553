import { useEffect, useMemo, useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useClient } from 'urql'
import { pipe, subscribe } from 'wonka'

/** A page of a connection. */
export interface PageOf<Row> {
  nodes: readonly Row[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

export interface Pages<Row> {
  rows: readonly Row[]
  /** Whether the first page is still loading. */
  isLoading: boolean
  /** How many rows the list has. Undefined until all are loaded. */
  total: number | undefined
  hasMore: boolean
  /** Whether a further page is loading. */
  isLoadingMore: boolean
  error: CombinedError | null
  /** Loads the next page. Repeated calls have no effect while it loads. */
  loadMore(): void
  retry(): void
}

interface PagesState<Row> {
  key: string
  cursors: (string | null)[]
  pages: PageOf<Row>[]
  error: CombinedError | null
}

/** Whether the server has to count the rows: there are some, and not all are loaded. */
export const needsCount = ({ total, rows }: Pages<unknown>) => total === undefined && rows.length > 0

/**
 * The loaded pages of a list, kept in sync with the cache. Pages that a mutation invalidates are refetched. If a page's
 * end cursor changes, the pages after it are dropped, so that no row is skipped. `variables` are the filter's, without
 * `first` and `after`.
 */
export function usePages<Data, Row, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'first' | 'after'>,
  pageOf: (data: Data) => PageOf<Row>,
  size = 100,
): Pages<Row> {
  const client = useClient()
  const key = JSON.stringify(variables)
  const [state, setState] = useState<PagesState<Row>>(() => createEmptyState(key))
  const [attempt, setAttempt] = useState(0)
  const current = state.key === key ? state : createEmptyState<Row>(key)
  const { cursors } = current

  const subscriptionsRef = useRef(new Map<string | null, () => void>())
  useEffect(() => {
    const subscriptions = subscriptionsRef.current
    return () => {
      subscriptions.forEach((stop) => stop())
      subscriptions.clear()
    }
  }, [client, document, key, size, attempt])

  // Each page is queried once and then subscribed to, so that loading another page doesn't refetch earlier ones.
  useEffect(() => {
    const applyPage = (after: string | null, page: PageOf<Row> | null, error: CombinedError | null) =>
      setState((before) => {
        const now = before.key === key ? before : createEmptyState<Row>(key)
        if (!page) return { ...now, error }
        const index = now.cursors.indexOf(after)
        if (index < 0) return now
        const pages = [...now.pages]
        pages[index] = page
        const hasEndMoved = now.cursors[index + 1] !== undefined && now.cursors[index + 1] !== page.pageInfo.endCursor
        return hasEndMoved ? { key, cursors: now.cursors.slice(0, index + 1), pages: pages.slice(0, index + 1), error: null } : { ...now, pages, error: null }
      })
    for (const [after, stop] of subscriptionsRef.current) {
      if (cursors.includes(after)) continue
      stop()
      subscriptionsRef.current.delete(after)
    }
    for (const after of cursors) {
      if (subscriptionsRef.current.has(after)) continue
      const { unsubscribe } = pipe(
        client.query(document, { ...variables, first: size, after } as unknown as Variables),
        subscribe(({ data, error }) => applyPage(after, data ? pageOf(data) : null, error ?? null)),
      )
      subscriptionsRef.current.set(after, unsubscribe)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` is the serialized `variables`
  }, [client, document, key, cursors, size, attempt])

  const rows = useMemo(() => current.pages.flatMap((page) => page.nodes), [current.pages])
  const last = current.pages[cursors.length - 1]
  return {
    rows,
    isLoading: current.pages.length === 0 && current.error === null,
    total: last && !last.pageInfo.hasNextPage ? rows.length : undefined,
    hasMore: last?.pageInfo.hasNextPage ?? false,
    isLoadingMore: current.pages.length > 0 && current.pages.length < cursors.length,
    error: current.error,
    loadMore() {
      const next = last?.pageInfo.hasNextPage ? last.pageInfo.endCursor : null
      if (next) setState((before) => (before.cursors.includes(next) ? before : { ...before, cursors: [...before.cursors, next] }))
    },
    retry: () => setAttempt(attempt + 1),
  }
}

const createEmptyState = <Row>(key: string): PagesState<Row> => ({ key, cursors: [null], pages: [], error: null })
