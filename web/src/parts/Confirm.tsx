import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'

interface Question {
  title: string
  body: ReactNode
  /** What the button says that does it. */
  action: string
  /** It cannot be taken back, or costs money. */
  danger?: boolean
}

const Context = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** Asks before something is done: `if (await confirm({ … })) …`. */
export const useConfirm = () => use(Context)

export function WithConfirm({ children }: { children: ReactNode }) {
  const t = useMessages('common')
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
      {/* Above a drawer that asks. */}
      <Modal zIndex={300} opened={isOpen} onClose={() => close(false)} title={question?.title} centered closeButtonProps={{ 'aria-label': t('close') }}>
        <Stack>
          <Text component="div" size="sm">
            {question?.body}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => close(false)} data-autofocus>
              {t('cancel')}
            </Button>
            <Button color={question?.danger ? 'red.8' : undefined} onClick={() => close(true)}>
              {question?.action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Context>
  )
}
