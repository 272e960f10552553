import { lazy, Suspense } from 'react'
import type { Problem } from '../../api/problems.ts'
import { loadMessages, useMessages } from '../../messages.ts'

interface ErrorTextProps {
  /** Null if the server couldn't be reached. */
  problem: Problem | null
}

/** Loaded with the first error, since few visits show one. */
const ErrorWords = lazy(async () => {
  try {
    const [{ ErrorWords: Words }] = await Promise.all([import('./ErrorWords.tsx'), loadMessages('errors')])
    return { default: Words }
  } catch {
    return { default: ({ problem }: { problem: Problem }) => problem.message }
  }
})

/** What went wrong, in the language of the dashboard. */
export function ErrorText({ problem }: ErrorTextProps) {
  const t = useMessages('common')
  if (!problem) return t('offline')
  return (
    <Suspense fallback={null}>
      <ErrorWords problem={problem} />
    </Suspense>
  )
}
