import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { useMessages } from '../../messages.ts'

interface FormLayoutProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Label of the button that sends the form. "Save" by default. */
  action?: string
  isRunning: boolean
  /** Whether there is nothing to send yet. */
  isDisabled?: boolean
  isDanger?: boolean
  /** Hides the buttons from people who may only read. */
  isReadOnly?: boolean
  /** Closes the dialog or drawer that the form is in. */
  onCancel?: () => void
  cancelLabel?: string
  /** Why the form was refused, if no field is wrong. */
  problem?: { title: string; text: ReactNode }
  'aria-label'?: string
  children: ReactNode
}

const MAX_WIDTH = 640
/** The widest a page of settings or a step of a wizard gets, so that fields stay near their labels in a wide window. */
export const FORM_PAGE_WIDTH = 960

/** Layout of a form: its fields in one column, and below them its buttons. In a dialog or drawer they are at the end, in view, and next to Cancel. */
export function FormLayout({
  onSubmit,
  isRunning,
  isDisabled,
  isDanger,
  isReadOnly,
  action,
  onCancel,
  cancelLabel,
  problem,
  children,
  ...label
}: FormLayoutProps) {
  const t = useMessages('common')
  const place = onCancel && ({ justify: 'flex-end', pos: 'sticky', bottom: 0, py: 'sm', mb: '-sm', bg: 'var(--surface-raised)', style: { zIndex: 3 } } as const)
  return (
    <form onSubmit={onSubmit} noValidate data-read-only={isReadOnly || undefined} {...label}>
      <Stack maw={onCancel ? undefined : MAX_WIDTH}>
        {children}
        {problem?.text && (
          <Alert role="alert" color="bad" title={problem.title}>
            {problem.text}
          </Alert>
        )}
        {!isReadOnly && (
          <Group {...place}>
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {cancelLabel ?? t('cancel')}
              </Button>
            )}
            <Button type="submit" color={isDanger ? 'bad' : undefined} disabled={isDisabled} loading={isRunning}>
              {action ?? t('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
