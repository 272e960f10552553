import { useViewer } from '../viewer.tsx'
import { useStoredState } from './storedState.ts'

/** How a person arranged the columns of a list, by their keys. What is missing is as the list has it. */
export interface ColumnLayout {
  /** The columns after the first, in order. Columns that are new since then come last. */
  order?: readonly string[]
  /** The visible columns, if the person has chosen. */
  visible?: readonly string[]
  /** Widths in pixels. */
  widths?: Readonly<Record<string, number>>
}

export interface TableLayout {
  layout: ColumnLayout
  change: (changes: ColumnLayout) => void
  replace: (layout: ColumnLayout) => void
  reset: () => void
}

interface Arranged {
  key: string
  isMinor?: boolean
  isExtra?: boolean
  isOptional?: boolean
}

/** Keeps a list's layout in the browser, for each person. */
export function useTableLayout(list: string): TableLayout {
  const { id } = useViewer()
  const [layout, keep] = useStoredState(`callwright.columns.${id}.${list}`, toLayout)
  return { layout, change: (changes) => keep({ ...layout, ...changes }), replace: keep, reset: () => keep({}) }
}

const isKeys = (value: unknown): value is string[] => Array.isArray(value) && value.every((key) => typeof key === 'string')

/** Reads a stored layout, which may be from another version, or from a program. */
export function toLayout(value: unknown): ColumnLayout {
  const { order, visible, widths } = (value ?? {}) as Record<string, unknown>
  const pixels = typeof widths === 'object' && widths ? Object.entries(widths).filter(([, width]) => typeof width === 'number') : []
  return {
    ...(isKeys(order) && { order }),
    ...(isKeys(visible) && { visible }),
    ...(pixels.length > 0 && { widths: Object.fromEntries(pixels) as Record<string, number> }),
  }
}

/** Orders columns as in the layout. The first stays the first, because it opens the row. */
export function orderColumns<Each extends Arranged>(columns: readonly Each[], { order }: ColumnLayout): readonly Each[] {
  const [first, ...others] = columns
  if (!first || !order) return columns
  const position = ({ key }: Each) => (order.includes(key) ? order.indexOf(key) : order.length)
  return [first, ...others.toSorted((one, other) => position(one) - position(other))]
}

/** Whether a column is visible in a wide window. */
export const isVisible = ({ key, isOptional }: Arranged, { visible }: ColumnLayout) => (visible ? visible.includes(key) : !isOptional)

/** Returns the columns to show. What a person chose is shown wherever there is room to scroll to it: in all windows but phones. */
export function arrangeColumns<Each extends Arranged>(
  columns: readonly Each[],
  layout: ColumnLayout,
  { isNarrow, isWide }: { isNarrow: boolean; isWide: boolean },
): readonly Each[] {
  const fits = ({ isMinor, isExtra, isOptional }: Each) => (isNarrow ? !isMinor && !isExtra && !isOptional : Boolean(layout.visible) || isWide || !isExtra)
  return orderColumns(columns, layout).filter((column) => column.key === columns[0]!.key || (fits(column) && isVisible(column, layout)))
}
