import { Box } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'

const TargetTooltip = lazy(() => import('./TargetTooltip.tsx').then(({ TargetTooltip }) => ({ default: TargetTooltip })))

/** A tooltip that is loaded when its target is first pointed at or focused, because placing it takes a library. The target needs a label of its own. */
export function LazyTooltip({ label, children }: { label: string; children: ReactNode }) {
  const target = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  return (
    <>
      <Box ref={target} onPointerEnter={want} onFocus={want}>
        {children}
      </Box>
      {isWanted && (
        <Suspense>
          <TargetTooltip label={label} target={target} />
        </Suspense>
      )}
    </>
  )
}
