import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'

export interface Question {
  title: string
  body: ReactNode
  /** What the button says that does it. */
  action: string
  /** What the button says that does not; "Cancel" when absent. */
  cancel?: string
  /** It cannot be taken back, or costs money. */
  danger?: boolean
}

interface ConfirmDialogProps {
  question: Question
  isOpen: boolean
  onAnswer: (isYes: boolean) => void
}

/** Asks, above whatever asked, a drawer too. */
export function ConfirmDialog({ question: { title, body, action, cancel, danger }, isOpen, onAnswer }: ConfirmDialogProps) {
  const t = useMessages('common')
  return (
    <Modal zIndex={300} opened={isOpen} onClose={() => onAnswer(false)} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Text component="div" size="sm">
          {body}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
            {cancel ?? t('cancel')}
          </Button>
          <Button color={danger ? 'red.8' : undefined} onClick={() => onAnswer(true)}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
