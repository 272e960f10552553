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
  /** How many values there are, and how many of them stand side by side; the arrow keys go by that. */
  count: number
  across?: number
  /** A value in words. */
  read: (index: number) => string
  /** Everything it shows, for those who do not see it. */
  table: ChartTable
  children: (shown: number | null, show: (index: number | null) => void) => ReactNode
}

/**
 * The frame of a chart: one stop of the tab key, on which the arrow keys go from value to value; each is told in words, below
 * the chart for the eye and to a screen reader as the chart's value. A hidden table has all of them.
 */
export function Chart({ label, count, across = count, read, table, children }: ChartProps) {
  const t = useMessages('common')
  const [chosen, show] = useState<number | null>(null)
  const shown = chosen !== null && chosen < count ? chosen : null
  const move = (event: KeyboardEvent) => {
    const to = target(event.key, shown, count, across)
    if (to === undefined) return
    event.preventDefault()
    show(to)
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
        aria-valuenow={(shown ?? 0) + 1}
        aria-valuetext={shown === null ? t('chartHint') : read(shown)}
        onKeyDown={move}
        onBlur={() => show(null)}
        onPointerLeave={() => show(null)}
      >
        {children(shown, show)}
      </div>
      <Text size="xs" c="dimmed" mt={6} mih="2.6em" aria-hidden data-reading>
        {shown === null ? t('chartHint') : read(shown)}
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

/** Where a key leads to; undefined for keys that lead nowhere. */
function target(key: string, shown: number | null, count: number, across: number): number | null | undefined {
  if (key === 'Escape') return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }
  const step = steps[key]
  if (step === undefined) return undefined
  if (shown === null) return step > 0 ? 0 : count - 1
  const next = shown + step
  return next >= 0 && next < count ? next : shown
}
