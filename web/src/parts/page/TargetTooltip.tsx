import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

interface TargetTooltipProps {
  label: string
  target: RefObject<HTMLElement | null>
  isOpen: boolean
}

export function TargetTooltip({ label, target, isOpen }: TargetTooltipProps) {
  return <Tooltip label={label} target={target} opened={isOpen} />
}
