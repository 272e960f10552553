import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Chart } from './Chart.tsx'
import classes from './charts.module.css'

export interface Series {
  key: string
  name: string
  /** Legend content instead of the name, such as a link. */
  legend?: ReactNode
}

interface ColumnsProps {
  label: string
  series: readonly Series[]
  /** One column each, with its name and a stacked value per series. */
  points: readonly { name: string; values: readonly number[] }[]
  total: string
}

const HEIGHT = 100
const WIDTH = 10
/** Gap between segments, so that they are distinguishable without color. */
const GAP = 0.6

/** Stacked columns by day. At most six series, the number of chart colors. */
export function Columns({ label, series, points, total }: ColumnsProps) {
  const t = useMessages('common')
  const format = useFormat()
  const sums = points.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const top = roundTop(Math.max(...sums, 1))
  const read = (index: number) => {
    const { name, values } = points[index]!
    const parts = series.flatMap((one, at) => (values[at] ? [`${one.name} ${format.number(values[at])}`] : []))
    return [`${name}: ${total} ${format.number(sums[index])}`, ...parts].join(' · ')
  }
  const table = {
    header: [t('day'), total, ...series.map(({ name }) => name)],
    rows: points.map(({ name, values }, index) => [name, format.number(sums[index]), ...values.map((value) => format.number(value))]),
  }
  return (
    <>
      <Legend series={series} />
      <Chart label={label} count={points.length} across={1} read={read} table={table}>
        {(active, select) => (
          <div className={classes.plot} aria-hidden>
            <div className={classes.scale}>
              {[top, top / 2, 0].map((value) => (
                <Text key={value} size="xs" c="dimmed">
                  {format.compact(value)}
                </Text>
              ))}
            </div>
            <svg className={classes.columns} viewBox={`0 0 ${points.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
              {points.map(({ name, values }, index) => (
                <g key={name} onPointerEnter={() => select(index)} onPointerDown={() => select(index)}>
                  <rect className={classes.column} data-active={active === index || undefined} x={index * WIDTH} width={WIDTH} height={HEIGHT} />
                  <Stack values={values} top={top} x={index * WIDTH} />
                </g>
              ))}
            </svg>
            <div className={classes.ends}>
              {pickLabels(points.map(({ name }) => name)).map((name, index) => (
                <Text key={index} size="xs" c="dimmed">
                  {name}
                </Text>
              ))}
            </div>
          </div>
        )}
      </Chart>
    </>
  )
}

function Stack({ values, top, x }: { values: readonly number[]; top: number; x: number }) {
  let below = 0
  return values.map((value, index) => {
    const height = (value / top) * HEIGHT
    below += height
    if (height === 0) return null
    return (
      <rect key={index} fill={`var(--chart-${index + 1})`} x={x + 1} width={WIDTH - 2} y={HEIGHT - below} height={height > 2 * GAP ? height - GAP : height} />
    )
  })
}

function Legend({ series }: Pick<ColumnsProps, 'series'>) {
  return (
    <ul className={`${classes.chart} ${classes.legend}`}>
      {series.map(({ key, name, legend }, index) => (
        <li key={key}>
          <span className={classes.swatch} style={{ background: `var(--chart-${index + 1})` }} aria-hidden />
          <Text span size="sm">
            {legend ?? name}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** The first, middle, and last name. */
const pickLabels = (names: string[]) => (names.length < 3 ? names : [names[0]!, names[Math.floor(names.length / 2)]!, names.at(-1)!])

/** Rounds up to an even axis maximum with one significant digit, or a half of one: 37 becomes 40, 1,201 becomes 1,500. */
function roundTop(value: number) {
  const size = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * size >= value) ?? 10
  // Half of it is also written, and half a call is no number.
  return 2 * Math.ceil((step * size) / 2)
}
