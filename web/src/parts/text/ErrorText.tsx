import { lazy, Suspense } from 'react'
import type { Problem } from '../../api/problems.ts'
import { loadMessages, useMessages } from '../../messages.ts'

interface ErrorTextProps {
  /** Null if the server couldn't be reached. */
  problem: Problem | null
}

/** Loaded with the first error, since few visits show one. Without its words, an error says what the server wrote. */
const ErrorWords = lazy(() =>
  Promise.all([import('./ErrorWords.tsx'), loadMessages('errors')]).then(
    ([{ ErrorWords: Words }]) => ({ default: Words }),
    () => ({ default: ({ problem }: { problem: Problem }) => problem.message }),
  ),
)

/** What went wrong, in the language of the dashboard. */
export function ErrorText({ problem }: ErrorTextProps) {
  const t = useMessages('common')
  return problem ? (
    <Suspense>
      <ErrorWords problem={problem} />
    </Suspense>
  ) : (
    t('offline')
  )
}
