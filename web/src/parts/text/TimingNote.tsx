import { lazy, Suspense } from 'react'
import type { CallTiming } from '../../../../src/inputs/callTiming.ts'
import type { TimingAdvisory } from './TimingAlert.tsx'

const TimingAlert = lazy(() => import('./TimingAlert.tsx').then((module) => ({ default: module.TimingAlert })))

/** The advisory of a call, if it has one. `mode` is what happens to a call that isn't placed yet. */
export const TimingNote = ({ advisory, mode }: { advisory: TimingAdvisory | null | undefined; mode?: CallTiming }) =>
  advisory && (
    <Suspense>
      <TimingAlert advisory={advisory} mode={mode} />
    </Suspense>
  )
