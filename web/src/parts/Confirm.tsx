import { createContext, lazy, type ReactNode, Suspense, use, useRef, useState } from 'react'
import type { Question } from './ConfirmDialog.tsx'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })))

const Context = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** Asks before something is done: `if (await confirm({ … })) …`. */
export const useConfirm = () => use(Context)

export function WithConfirm({ children }: { children: ReactNode }) {
  const [question, ask] = useState<Question | null>(null)
  const [isOpen, open] = useState(false)
  const answer = useRef<(answer: boolean) => void>(() => {})
  const confirm = (next: Question) => {
    ask(next)
    open(true)
    return new Promise<boolean>((resolve) => (answer.current = resolve))
  }
  const close = (isYes: boolean) => {
    open(false)
    answer.current(isYes)
  }
  return (
    <Context value={confirm}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog question={question} isOpen={isOpen} onAnswer={close} />
        </Suspense>
      )}
    </Context>
  )
}
