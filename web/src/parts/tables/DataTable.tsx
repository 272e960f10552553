import { Box, Center, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './DataTable.module.css'
import { ErrorAlert, SkeletonLines } from '../page/States.tsx'
import type { Pages } from './usePages.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** A track of a CSS grid, such as `120px` or `minmax(160px, 2fr)`. */
  width: string
  /** Whether the column is hidden in narrow windows. */
  isMinor?: boolean
  isNumber?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called on a row click. For keyboard use, the first column needs a link or button that does the same. */
  onOpen?: (row: Row) => void
  /** Whether the row is open beside the table. */
  isOpen?: (row: Row) => boolean
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Source of rows in pages: scrolling loads more. */
  pages?: Pages<Row>
  rowHeight?: number
}

const AHEAD = 12
/** The next page loads while this many rows are still below, so that scrolling seldom waits. */
const PRELOAD_ROWS = 60

/** Virtualized table with rows of one height. */
export function DataTable<Row>({ label, columns, rows, rowKey, onOpen, isOpen, empty, pages, rowHeight = 46 }: DataTableProps<Row>) {
  const t = useMessages('common')
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const visibleColumns = isNarrow ? columns.filter((column) => !column.isMinor) : columns
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const isEmpty = rows.length === 0
  useLayoutEffect(() => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0), [isEmpty])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: AHEAD,
    scrollMargin: top,
    getItemKey: (index) => rowKey(rows[index]!),
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (pages?.hasMore && lastShown >= rows.length - PRELOAD_ROWS) pages.loadMore()
  }, [pages, lastShown, rows.length])

  if (pages?.isLoading) return <SkeletonLines />
  if (isEmpty) return pages?.error ? <ErrorAlert error={pages.error} onRetry={pages.retry} /> : <>{empty}</>
  const open = (row: Row) => (event: MouseEvent) => {
    if (onOpen && !(event.target as HTMLElement).closest('a, button, input, label')) onOpen(row)
  }
  return (
    <>
      <Box
        className={classes.frame}
        role="region"
        aria-label={label}
        tabIndex={0}
        style={{ '--tracks': visibleColumns.map(({ width }) => width).join(' ') } as CSSProperties}
      >
        <div className={classes.table} role="table" aria-label={label} aria-rowcount={pages?.hasMore ? -1 : rows.length + 1}>
          <div role="rowgroup">
            <div className={`${classes.row} ${classes.head}`} role="row" aria-rowindex={1} style={{ height: 36 }}>
              {visibleColumns.map(({ key, header, isNumber }) => (
                <div key={key} role="columnheader" className={`${classes.cell} ${isNumber ? classes.end : ''}`}>
                  {header}
                </div>
              ))}
            </div>
          </div>
          <div ref={body} role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {items.map(({ index, key, start }) => {
              const row = rows[index]!
              return (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-current={isOpen?.(row) || undefined}
                  data-opens={onOpen ? true : undefined}
                  className={classes.row}
                  style={{ position: 'absolute', top: 0, height: rowHeight, transform: `translateY(${start - top}px)` }}
                  onClick={open(row)}
                >
                  {visibleColumns.map(({ key: column, cell, isNumber }) => (
                    <div key={column} role="cell" className={`${classes.cell} ${isNumber ? classes.end : ''}`}>
                      {cell(row)}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
        </div>
      </Box>
      {pages?.error && <ErrorAlert error={pages.error} onRetry={pages.retry} />}
      {pages?.isLoadingMore && !pages.error && (
        <Center p="sm" role="status" aria-label={t('loading')}>
          <Loader size="sm" type="dots" />
        </Center>
      )}
    </>
  )
}
