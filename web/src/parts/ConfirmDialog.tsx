import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Dialog } from './page/Dialog.tsx'
import { PhoneText } from './text/PhoneNumber.tsx'

export interface Question {
  title: string
  body: ReactNode
  /** Label of the confirm button. */
  action: string
  /** Label of the cancel button. Defaults to "Cancel". */
  cancel?: string
  /** Whether the action can't be undone or costs money. */
  danger?: boolean
}

interface ConfirmDialogProps {
  question: Question
  isOpen: boolean
  onAnswer: (isYes: boolean) => void
}

/** Confirmation dialog, above everything, including drawers. */
export function ConfirmDialog({ question: { title, body, action, cancel, danger }, isOpen, onAnswer }: ConfirmDialogProps) {
  const t = useMessages('common')
  return (
    <Dialog zIndex={300} opened={isOpen} onClose={() => onAnswer(false)} title={<PhoneText text={title} />}>
      <Stack>
        <Text component="div" size="sm">
          {typeof body === 'string' ? <PhoneText text={body} /> : body}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
            {cancel ?? t('cancel')}
          </Button>
          <Button color={danger ? 'bad' : undefined} onClick={() => onAnswer(true)}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
