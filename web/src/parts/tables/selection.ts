import { useMemo, useState } from 'react'

/** The maximum number of rows that one action takes. */
export const MAX_SELECTED = 1_000

/** The rows of a table that a person has selected, by key. */
export interface Selection<Row> {
  keys: ReadonlySet<string>
  rows: readonly Row[]
  /** Selects or deselects a row, and with `isRange` every row from the one before. */
  toggle: (key: string, isRange: boolean) => void
  /** Selects all loaded rows, up to the maximum, or none. */
  toggleAll: () => void
  clear: () => void
}

/** Keeps the selection of a list's loaded rows. A row that leaves the list leaves the selection. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string): Selection<Row> {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const selected = useMemo(() => (chosen.size === 0 ? [] : rows.filter((row) => chosen.has(rowKey(row)))), [rows, chosen, rowKey])
  const keys = useMemo(() => new Set(selected.map(rowKey)), [selected, rowKey])
  const select = (next: Iterable<string>) => choose(new Set([...next].slice(0, MAX_SELECTED)))
  return {
    keys,
    rows: selected,
    toggle(key, isRange) {
      const all = rows.map(rowKey)
      const [from, to] = [isRange && last !== null ? all.indexOf(last) : -1, all.indexOf(key)]
      const touched = from < 0 ? [key] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
      setLast(key)
      select(keys.has(key) ? [...keys].filter((each) => !touched.includes(each)) : [...keys, ...touched])
    },
    toggleAll: () => select(keys.size === Math.min(rows.length, MAX_SELECTED) ? [] : rows.map(rowKey)),
    clear: () => select([]),
  }
}
