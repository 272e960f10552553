import { createContext, lazy, type ReactNode, Suspense, use, useRef, useState } from 'react'
import type { Question } from './ConfirmDialog.tsx'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })))

const Context = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** Returns a function that asks for confirmation: `if (await confirm({ … })) …`. */
export const useConfirm = () => use(Context)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(answer: boolean) => void>(() => {})
  const confirm = (next: Question) => {
    setQuestion(next)
    setOpen(true)
    return new Promise<boolean>((resolve) => (answer.current = resolve))
  }
  const close = (isYes: boolean) => {
    setOpen(false)
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
