import classes from './charts.module.css'

const WIDTH = 100
const HEIGHT = 28
const EDGE = 2

/** How something went, as a line without figures; the figures stand elsewhere, so that nobody has to see it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.flatMap((value, index) => (value === null ? [] : [`${index * step},${HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)}`]))
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
