import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

interface TargetTooltipProps {
  label: string
  target: RefObject<HTMLElement | null>
}

/** A tooltip of an element that is already pointed at or focused. */
export function TargetTooltip({ label, target }: TargetTooltipProps) {
  return <Tooltip label={label} target={target} defaultOpened />
}
