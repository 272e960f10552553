import { Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './charts.module.css'

export interface ChartTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

interface ChartProps {
  label: string
  /** Number of values, and values per row. The arrow keys move by these. */
  count: number
  across?: number
  /** Returns a value in words. */
  read: (index: number) => string
  /** All values, for screen readers. */
  table: ChartTable
  children: (activeIndex: number | null, setActive: (index: number | null) => void) => ReactNode
}

/**
 * Accessible frame of a chart: a single tab stop in which arrow keys move between values. The current value is written
 * below and exposed as the slider's value. A hidden table has all values.
 */
export function Chart({ label, count, across = count, read, table, children }: ChartProps) {
  const t = useMessages('common')
  const [selected, select] = useState<number | null>(null)
  const active = selected !== null && selected < count ? selected : null
  const move = (event: KeyboardEvent) => {
    const to = findTarget(event.key, active, count, across)
    if (to === undefined) return
    event.preventDefault()
    select(to)
  }
  return (
    <div>
      <div
        className={classes.chart}
        role="slider"
        tabIndex={0}
        aria-readonly
        aria-roledescription={t('chart')}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={active === null ? t('chartHint') : read(active)}
        onKeyDown={move}
        onBlur={() => select(null)}
        onPointerLeave={() => select(null)}
      >
        {children(active, select)}
      </div>
      <Text size="xs" c="dimmed" mt={6} mih="2.6em" aria-hidden data-reading>
        {active === null ? t('chartHint') : read(active)}
      </Text>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {table.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}

/** Returns the index that a key moves to, null to leave, or undefined for other keys. */
function findTarget(key: string, active: number | null, count: number, across: number): number | null | undefined {
  if (key === 'Escape') return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }
  const step = steps[key]
  if (step === undefined) return undefined
  if (active === null) return step > 0 ? 0 : count - 1
  const next = active + step
  return next >= 0 && next < count ? next : active
}
