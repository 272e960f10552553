import classes from './charts.module.css'

const WIDTH = 100
const HEIGHT = 28
const EDGE = 2

/** Decorative trend line. The figures are written elsewhere. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const maximum = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.flatMap((value, index) => (value === null ? [] : [`${index * step},${HEIGHT - EDGE - (value / maximum) * (HEIGHT - 2 * EDGE)}`]))
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
