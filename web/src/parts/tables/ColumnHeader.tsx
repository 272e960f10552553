import { UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { ColumnResizer } from './ColumnResizer.tsx'
import classes from './DataTable.module.css'
import type { TableLayout } from './tableLayout.ts'

/** The orders that a column can sort its list in, as the list's filter names them. */
export interface ColumnSort {
  ascending: string
  descending?: string
}

interface ColumnHeaderProps {
  column: { key: string; header: string; isNumber?: boolean; sort?: ColumnSort }
  /** The order of the list. */
  sort?: string
  onSort?: (sort: string) => void
  layout?: TableLayout
}

/** Title of a column: sorts the list if the column can, and takes another width. */
export function ColumnHeader({ column: { key, header, isNumber, sort: orders }, sort, onSort, layout }: ColumnHeaderProps) {
  const t = useMessages('common')
  const direction = !orders || !sort ? undefined : sort === orders.ascending ? 'ascending' : sort === orders.descending ? 'descending' : undefined
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  const next = orders && (direction === 'ascending' ? (orders.descending ?? orders.ascending) : orders.ascending)
  return (
    <div
      role="columnheader"
      // Without the texts of what the header contains.
      aria-label={orders || layout ? header : undefined}
      aria-sort={orders ? (direction ?? 'none') : undefined}
      className={`${classes.cell} ${isNumber ? classes.end : ''}`}
    >
      {next && onSort ? (
        <UnstyledButton
          className={classes.sort}
          aria-label={t('sortBy', { column: header })}
          data-active={direction ? true : undefined}
          onClick={() => onSort(next)}
        >
          {header}
          <Icon size={12} aria-hidden />
        </UnstyledButton>
      ) : (
        header
      )}
      {layout && <ColumnResizer columnKey={key} header={header} layout={layout} />}
    </div>
  )
}
