import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './DataTable.module.css'
import type { TableLayout } from './tableLayout.ts'

export const MIN_WIDTH = 64
export const MAX_WIDTH = 800
/** Pixels of an arrow key. */
const STEP = 16

interface ColumnResizerProps {
  columnKey: string
  header: string
  layout: TableLayout
}

/** The edge of a column, which sets its width: by dragging, or by the arrow keys. A double click restores it. */
export function ColumnResizer({ columnKey, header, layout: { layout, change } }: ColumnResizerProps) {
  const t = useMessages('common')
  const start = useRef<{ x: number; width: number } | null>(null)
  const widths = layout.widths ?? {}
  const widthOf = (handle: HTMLElement) => Math.round(handle.parentElement!.getBoundingClientRect().width)
  const setWidth = (width: number) => change({ widths: { ...widths, [columnKey]: Math.min(Math.max(Math.round(width), MIN_WIDTH), MAX_WIDTH) } })
  const restore = () => {
    const { [columnKey]: _, ...others } = widths
    change({ widths: others })
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: widthOf(event.currentTarget) }
  }
  const drag = ({ clientX }: PointerEvent) => {
    if (start.current) setWidth(start.current.width + clientX - start.current.x)
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step) setWidth(widthOf(event.currentTarget) + step)
    else if (event.key === 'Escape') restore()
    else return
    event.preventDefault()
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidth', { column: header })}
      aria-valuenow={widths[columnKey] ?? 0}
      aria-valuetext={widths[columnKey] ? t('pixels', { count: widths[columnKey] }) : t('automatic')}
      aria-valuemin={0}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={classes.resizer}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={() => (start.current = null)}
      onDoubleClick={restore}
      onKeyDown={pressKey}
    />
  )
}
