import { Box } from '@mantine/core'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'

const TargetTooltip = lazy(() => import('./TargetTooltip.tsx').then(({ TargetTooltip }) => ({ default: TargetTooltip })))

/** A tooltip that is loaded when its target is first pointed at or focused, because placing it takes a library. The target needs a label of its own. */
export function LazyTooltip({ label, children }: { label: string; children: ReactNode }) {
  const target = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = () => (setWanted(true), setOpen(true))
  const close = () => setOpen(false)
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  return (
    <>
      <Box ref={target} onPointerEnter={open} onPointerLeave={close} onFocus={open} onBlur={close} onKeyDown={closeOnEscape}>
        {children}
      </Box>
      {isWanted && (
        <Suspense>
          <TargetTooltip label={label} target={target} isOpen={isOpen} />
        </Suspense>
      )}
    </>
  )
}
