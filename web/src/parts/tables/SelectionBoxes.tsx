import type { ChangeEvent } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './DataTable.module.css'
import { MAX_SELECTED, type Selection } from './selection.ts'

/** Selects all loaded rows, or none. */
export function SelectionHeader({ selection: { keys, toggleAll }, total }: { selection: Selection<unknown>; total: number }) {
  const t = useMessages('common')
  const isAll = keys.size > 0 && keys.size === Math.min(total, MAX_SELECTED)
  return (
    <div role="columnheader" aria-label={t('selection')} className={`${classes.cell} ${classes.select}`}>
      <input
        type="checkbox"
        aria-label={t('selectAll')}
        checked={isAll}
        ref={(box) => void (box && (box.indeterminate = keys.size > 0 && !isAll))}
        onChange={toggleAll}
      />
    </div>
  )
}

/** Selects a row, and with the shift key all from the one selected before. */
export function SelectionCell({ selection: { keys, toggle }, rowKey, name }: { selection: Selection<unknown>; rowKey: string; name: string }) {
  const t = useMessages('common')
  const change = ({ nativeEvent }: ChangeEvent) => toggle(rowKey, Boolean((nativeEvent as MouseEvent).shiftKey))
  return (
    <div role="cell" data-select className={`${classes.cell} ${classes.select}`}>
      <label className={classes.box}>
        <input type="checkbox" aria-label={t('selectRow', { name })} checked={keys.has(rowKey)} onChange={change} />
      </label>
    </div>
  )
}
