import { Box, Button, Center, Group, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './DataTable.module.css'
import { ColumnHeader, type ColumnSort } from './ColumnHeader.tsx'
import type { Selection } from './selection.ts'
import { SelectionCell, SelectionHeader } from './SelectionBoxes.tsx'
import { arrangeColumns, type ColumnLayout, type TableLayout } from './tableLayout.ts'
import { ErrorAlert, SkeletonLines } from '../page/States.tsx'
import { PHONE_ROW_HEIGHT, PHONE_SECOND_LINE, ROW_HEIGHT } from '../../theme/tokens.ts'
import type { Pages } from './usePages.ts'
import { useRowWindow } from './useRowWindow.ts'
import { markOverflow, watchOverflow } from './watchOverflow.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /**
   * Track of a CSS grid. By default as wide as the content, so that no number, time or status is cut. Text of any length needs a
   * minimum and a share, such as `minmax(160px, 2fr)`, and is cut where it doesn't fit.
   */
  width?: string
  /** Whether the column is hidden in narrow windows. */
  isMinor?: boolean
  /** Whether the column is hidden in all but wide windows. */
  isExtra?: boolean
  isNumber?: boolean
  /** Whether the column is hidden until it is chosen. Needs the table's `layout`. */
  isOptional?: boolean
  /** The orders of the list that a click on the header chooses. Needs the table's `onSort`. */
  sort?: ColumnSort
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
  /** Shown above the table, such as the number of rows. */
  summary?: ReactNode
  /** In narrow windows, shown under the first column: what has no column there. */
  secondLine?: (row: Row) => ReactNode
  /** How the person arranged the columns. Without it, they are as listed. */
  layout?: TableLayout
  /** Order of the list, and what chooses another. */
  sort?: string
  onSort?: (sort: string) => void
  /** The rows that the person selects, and what names a row's checkbox. On phones, a button shows the checkboxes. */
  selection?: Selection<Row>
  rowName?: (row: Row) => string
}

const AS_LISTED: ColumnLayout = {}
/** Width of what may be of any length in a column that is as wide as its content. */
const MAX_CONTENT_WIDTH = 260
/** Track of the first column on phones. It takes the room that the others leave, and shows its number whole. */
const FILLING = 'minmax(max-content, 1fr)'
/** The next page loads while this many rows are still below, so that scrolling seldom waits. */
const PRELOAD_ROWS = 60

/** The table of the dashboard: virtualized, with rows of one height. The first column stays in view when the others are scrolled sideways. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, isOpen, empty, pages, summary, secondLine, layout, sort, onSort, rowName } = props
  const t = useMessages('common')
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  // A phone has no room for a column that is seldom used.
  const [isSelecting, setSelecting] = useState(false)
  const selection = isNarrow && !isSelecting ? undefined : props.selection
  const toggleSelecting = () => {
    props.selection?.clear()
    setSelecting(!isSelecting)
  }
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const arrangement = layout?.layout ?? AS_LISTED
  const visibleColumns = arrangeColumns(columns, arrangement, { isNarrow, isWide })
  const trackOf = ({ key, width }: Column<Row>, position: number) =>
    isNarrow ? (width ?? (position === 0 ? FILLING : 'max-content')) : toTrack(width, arrangement.widths?.[key])
  const body = useRef<HTMLDivElement>(null)
  const isEmpty = rows.length === 0
  const rowHeight = isNarrow ? PHONE_ROW_HEIGHT + (secondLine ? PHONE_SECOND_LINE : 0) : ROW_HEIGHT
  const { start, end } = useRowWindow(body, rows.length, rowHeight)
  useEffect(() => {
    if (pages?.hasMore && end > rows.length - PRELOAD_ROWS) pages.loadMore()
  }, [pages, end, rows.length])

  const isLoading = pages?.isLoading ?? false
  const top = (summary || (isNarrow && props.selection)) && (
    <Group justify="space-between" gap="xs">
      {summary}
      {isNarrow && props.selection && !isLoading && !isEmpty && (
        <Button variant={isSelecting ? 'light' : 'default'} aria-pressed={isSelecting} onClick={toggleSelecting}>
          {t('selectRows')}
        </Button>
      )}
    </Group>
  )
  if (isLoading || isEmpty)
    return (
      <>
        {top}
        {isLoading ? <SkeletonLines /> : pages?.error ? <ErrorAlert error={pages.error} onRetry={pages.retry} /> : empty}
      </>
    )
  const open = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    if (!onOpen || (event.target as HTMLElement).closest('a, button, input, label, [data-select]')) return
    // The focus returns to the row when what it opened is closed.
    event.currentTarget.querySelector<HTMLElement>('a, button')?.focus()
    onOpen(row)
  }
  return (
    <>
      {top}
      <Box
        ref={watchOverflow}
        className={classes.frame}
        role="region"
        aria-label={label}
        tabIndex={0}
        data-selectable={selection ? true : undefined}
        style={{ '--tracks': [...(selection ? ['36px'] : []), ...visibleColumns.map(trackOf)].join(' ') } as CSSProperties}
        onScroll={({ currentTarget }) => markOverflow(currentTarget)}
      >
        <div className={classes.table} role="table" aria-label={label} aria-rowcount={pages?.hasMore ? -1 : rows.length + 1}>
          <div role="rowgroup" className={classes.group}>
            <div className={`${classes.row} ${classes.head}`} role="row" aria-rowindex={1}>
              {selection && <SelectionHeader selection={selection} total={rows.length} />}
              {visibleColumns.map((column) => (
                <ColumnHeader key={column.key} column={column} sort={sort} onSort={onSort} layout={isNarrow ? undefined : layout} />
              ))}
            </div>
          </div>
          <div
            ref={body}
            role="rowgroup"
            className={`${classes.group} ${classes.body}`}
            style={{ paddingTop: start * rowHeight, paddingBottom: (rows.length - end) * rowHeight }}
          >
            {rows.slice(start, end).map((row, offset) => {
              const index = start + offset
              return (
                <div
                  key={rowKey(row)}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-current={isOpen?.(row) || undefined}
                  data-selected={selection?.keys.has(rowKey(row)) || undefined}
                  data-opens={onOpen ? true : undefined}
                  className={classes.row}
                  style={{ height: rowHeight }}
                  onClick={open(row)}
                >
                  {selection && <SelectionCell selection={selection} rowKey={rowKey(row)} name={rowName?.(row) ?? rowKey(row)} />}
                  {visibleColumns.map(({ key: column, cell, isNumber, width }, position) => (
                    <div
                      key={column}
                      role="cell"
                      className={`${classes.cell} ${isNumber ? classes.end : ''}`}
                      style={{ maxWidth: width || arrangement.widths?.[column] ? undefined : MAX_CONTENT_WIDTH }}
                    >
                      {isNarrow && position === 0 ? (
                        <div className={classes.lines}>
                          <div className={classes.name}>{cell(row)}</div>
                          {secondLine && <div className={classes.second}>{secondLine(row)}</div>}
                        </div>
                      ) : (
                        cell(row)
                      )}
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

/** Returns the track of a column. A chosen width never cuts what is as wide as its content, such as a number. */
const toTrack = (width: string | undefined, chosen: number | undefined) =>
  chosen === undefined ? (width ?? 'max-content') : width ? `${chosen}px` : `minmax(max-content, ${chosen}px)`
