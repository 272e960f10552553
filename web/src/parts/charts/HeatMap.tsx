import { Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Chart } from './Chart.tsx'
import classes from './charts.module.css'

interface HeatMapProps {
  label: string
  /** The 168 hours of a week from Monday: strength from 0 to 1, or null for no data, and a description. */
  hours: readonly { share: number | null; words: string }[]
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const STEPS = 6
const ZERO = '6%'

/** Heat map of a week, 7 days by 24 hours. */
export function HeatMap({ label, hours }: HeatMapProps) {
  const t = useMessages('common')
  const format = useFormat()
  const maximum = Math.max(...hours.map(({ share }) => share ?? 0), 0.01)
  const at = (weekday: number, hour: number) => (weekday - 1) * 24 + hour
  const read = (index: number) => `${format.weekday(Math.floor(index / 24) + 1, 'long')}, ${format.hour(index % 24)}: ${hours[index]!.words}`
  const table = {
    header: [t('day'), ...HOURS.map((hour) => format.hour(hour))],
    rows: WEEKDAYS.map((weekday) => [format.weekday(weekday, 'long'), ...HOURS.map((hour) => hours[at(weekday, hour)]!.words)]),
  }
  return (
    <>
      <HeatLegend maximum={maximum} />
      <Chart label={label} count={hours.length} across={24} read={read} table={table}>
        {(active, select) => (
          <div className={classes.heat} aria-hidden>
            {WEEKDAYS.map((weekday) => [
              <Text key={weekday} size="xs" c="dimmed" pr={4}>
                {format.weekday(weekday, 'short')}
              </Text>,
              ...HOURS.map((hour) => {
                const index = at(weekday, hour)
                return (
                  <div
                    key={index}
                    className={classes.cell}
                    data-active={active === index || undefined}
                    data-empty={hours[index]!.share === null || undefined}
                    style={{ '--strength': strengthOf(hours[index]!.share, maximum) } as object}
                    onPointerEnter={() => select(index)}
                    onPointerDown={() => select(index)}
                  />
                )
              }),
            ])}
            <span />
            {HOURS.map((hour) => (
              <Text key={hour} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {hour % 6 === 0 ? format.hour(hour) : ''}
              </Text>
            ))}
          </div>
        )}
      </Chart>
    </>
  )
}

/** From the lowest rate to the highest of the week, then what hours without calls look like. */
function HeatLegend({ maximum }: { maximum: number }) {
  const t = useMessages('common')
  const format = useFormat()
  return (
    <ul className={classes.heatLegend} aria-label={t('legend')}>
      <Text component="li" size="xs" c="dimmed">
        {format.percent(0)}
      </Text>
      {Array.from({ length: STEPS + 1 }, (_, step) => (
        <li key={step} className={classes.cell} style={{ '--strength': step === 0 ? ZERO : `${(step / STEPS) * 100}%` } as object} aria-hidden />
      ))}
      <Text component="li" size="xs" c="dimmed" mr="sm">
        {format.percent(maximum)}
      </Text>
      <li className={classes.cell} data-empty aria-hidden />
      <Text component="li" size="xs" c="dimmed">
        {t('noData')}
      </Text>
    </ul>
  )
}

/** Quantizes to distinguishable steps, each a share of the color. */
const strengthOf = (share: number | null, most: number) => (share ? `${(Math.ceil((share / most) * STEPS) / STEPS) * 100}%` : ZERO)
