import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useMessages } from '../../messages.ts'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'

interface AccessFormProps<Fields> {
  /** Label of the submit button. */
  action: string
  /** Initial values of the fields to show, out of `name`, `workspaceName`, `email` and `password`. */
  fields: Fields
  schema: z.ZodType
  submit: (fields: Fields) => Promise<void>
  notice?: string | null
  /** Messages by error code. Other errors have the words of their reason. */
  messages?: Record<string, string>
  footer?: ReactNode
}

/** Form that starts a session. */
export function AccessForm<Fields extends Record<string, string>>({ action, fields, schema, submit, notice, messages = {}, footer }: AccessFormProps<Fields>) {
  const t = useMessages('access')
  const form = useAppForm(fields, schema)
  const [problem, setProblem] = useState<ReactNode>(null)
  const [isRunning, setRunning] = useState(false)
  const focus = (path: string) => form.getInputNode(path)?.focus()
  const handleError = (error: Error) => {
    if (form.showServerErrors(error)) return
    setProblem(messages[problemOf(error)?.code ?? ''] ?? <ErrorText problem={problemOf(error)} />)
    focus('password')
  }
  const send = form.onSubmit(
    async (values) => {
      setRunning(true)
      setProblem(null)
      await submit(values as Fields).catch(handleError)
      setRunning(false)
    },
    (errors) => focus(Object.keys(fields).find((name) => name in errors) ?? 'email'),
  )
  const isNew = 'name' in fields
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {notice && !problem && (
          <Alert color="warn" role="status">
            {notice}
          </Alert>
        )}
        {problem && (
          <Alert color="bad" role="alert">
            {problem}
          </Alert>
        )}
        {isNew && <TextInput label={t('name')} autoComplete="name" required autoFocus {...form.getInputProps('name')} />}
        {'workspaceName' in fields && <TextInput label={t('workspaceName')} autoComplete="organization" required {...form.getInputProps('workspaceName')} />}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={!isNew}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          description={isNew ? t('passwordHint') : undefined}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isRunning}>
          {action}
        </Button>
        {footer}
      </Stack>
    </form>
  )
}
