import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../../theme/tokens.ts'
import classes from './charts.module.css'

export interface Bar {
  key: string
  name: ReactNode
  value: ReactNode
  /** Length of the bar, 0 to 1. */
  share: number
  /** The meaning of what is counted, if it has one. */
  tone?: Tone
}

/** Horizontal bars for a funnel, outcomes, or costs. The values are also written next to them. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ol className={classes.bars} aria-label={label}>
      {bars.map(({ key, name, value, share, tone }) => (
        <li key={key}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
            <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Text component="div" size="sm" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Text>
          </Group>
          <div className={classes.track} aria-hidden>
            <div className={classes.fill} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%`, background: tone && `var(--tone-${tone})` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
