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
  /** The first page has not come yet. */
  isLoading: boolean
  hasMore: boolean
  /** A further page is on its way. */
  isLoadingMore: boolean
  error: CombinedError | null
  /** Asks for the next page, once however often it is called. */
  more(): void
  retry(): void
}

interface Shown<Row> {
  key: string
  cursors: (string | null)[]
  pages: PageOf<Row>[]
  error: CombinedError | null
}

/**
 * The pages of a list as far as somebody has read it. All of them stay as the cache knows them: where a mutation makes the
 * list stale they are read anew, and when the first page ends elsewhere than it did, what follows it begins anew too, so
 * that no row is left out. `variables` are those of the filter, without `first` and `after`.
 */
export function usePages<Data, Row, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'first' | 'after'>,
  pageOf: (data: Data) => PageOf<Row>,
  size = 100,
): Pages<Row> {
  const client = useClient()
  const key = JSON.stringify(variables)
  const [kept, keep] = useState<Shown<Row>>(() => nothing(key))
  const [attempt, setAttempt] = useState(0)
  const shown = kept.key === key ? kept : nothing<Row>(key)
  const { cursors } = shown

  const open = useRef(new Map<string | null, () => void>())
  useEffect(() => {
    const asked = open.current
    return () => {
      asked.forEach((stop) => stop())
      asked.clear()
    }
  }, [client, document, key, size, attempt])

  // Each page is asked for once, and watched from then on: to load another asks for none of those before it again.
  useEffect(() => {
    const change = (after: string | null, page: PageOf<Row> | null, error: CombinedError | null) =>
      keep((before) => {
        const now = before.key === key ? before : nothing<Row>(key)
        if (!page) return { ...now, error }
        const index = now.cursors.indexOf(after)
        if (index < 0) return now
        const pages = [...now.pages]
        pages[index] = page
        const isMoved = now.cursors[index + 1] !== undefined && now.cursors[index + 1] !== page.pageInfo.endCursor
        return isMoved ? { key, cursors: now.cursors.slice(0, index + 1), pages: pages.slice(0, index + 1), error: null } : { ...now, pages, error: null }
      })
    for (const [after, stop] of open.current) {
      if (cursors.includes(after)) continue
      stop()
      open.current.delete(after)
    }
    for (const after of cursors) {
      if (open.current.has(after)) continue
      const { unsubscribe } = pipe(
        client.query(document, { ...variables, first: size, after } as unknown as Variables),
        subscribe(({ data, error }) => change(after, data ? pageOf(data) : null, error ?? null)),
      )
      open.current.set(after, unsubscribe)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `variables` are compared by their text
  }, [client, document, key, cursors, size, attempt])

  const rows = useMemo(() => shown.pages.flatMap((page) => page.nodes), [shown.pages])
  const last = shown.pages[cursors.length - 1]
  return {
    rows,
    isLoading: shown.pages.length === 0 && shown.error === null,
    hasMore: last?.pageInfo.hasNextPage ?? false,
    isLoadingMore: shown.pages.length > 0 && shown.pages.length < cursors.length,
    error: shown.error,
    more() {
      const next = last?.pageInfo.hasNextPage ? last.pageInfo.endCursor : null
      if (next) keep((before) => (before.cursors.includes(next) ? before : { ...before, cursors: [...before.cursors, next] }))
    },
    retry: () => setAttempt(attempt + 1),
  }
}

const nothing = <Row>(key: string): Shown<Row> => ({ key, cursors: [null], pages: [], error: null })
