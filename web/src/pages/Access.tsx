import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { SignInInput, SignUpInput } from '../../../src/inputs/accounts.ts'
import { useMessages } from '../messages.ts'
import { useAppForm } from '../parts/useAppForm.ts'
import { messageOf } from '../problems.ts'
import { router } from '../routes.tsx'
import * as session from '../session.ts'

export function SignIn() {
  const t = useMessages('access')
  const { hasEnded } = session.useSession()
  const { next } = useSearch({ from: '/sign-in' })
  return (
    <AccessForm
      title={t('signIn')}
      fields={{ email: '', password: '' }}
      schema={SignInInput}
      submit={session.signIn}
      notice={hasEnded ? t('ended') : null}
      next={next}
      other={
        <Anchor component={Link} to="/sign-up" size="sm">
          {t('toSignUp')}
        </Anchor>
      }
    />
  )
}

export function SignUp() {
  const t = useMessages('access')
  const { next } = useSearch({ from: '/sign-up' })
  return (
    <AccessForm
      title={t('signUp')}
      fields={{ name: '', workspaceName: '', email: '', password: '' }}
      schema={SignUpInput}
      submit={session.signUp}
      notice={null}
      next={next}
      other={
        <Anchor component={Link} to="/sign-in" size="sm">
          {t('toSignIn')}
        </Anchor>
      }
    />
  )
}

interface AccessFormProps<Fields> {
  title: string
  fields: Fields
  schema: z.ZodType
  submit: (fields: Fields) => Promise<void>
  notice: string | null
  next: string | undefined
  other: ReactNode
}

function AccessForm<Fields extends Record<string, string>>({ title, fields, schema, submit, notice, next, other }: AccessFormProps<Fields>) {
  const t = useMessages('access')
  const common = useMessages('common')
  const form = useAppForm(fields, schema)
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const { state } = session.useSession()
  useEffect(() => {
    document.title = `${title} · Callwright`
  }, [title])
  useEffect(() => {
    if (state === 'in')
      void (next?.startsWith('/') && !next.startsWith('//') ? router.navigate({ href: next, replace: true }) : navigate({ to: '/', replace: true }))
  }, [state, next, navigate])
  const send = form.onSubmit(async (values) => {
    setRunning(true)
    setProblem(null)
    await submit(values as Fields).catch((error: Error) => {
      if (!form.refused(error)) setProblem(messageOf(error, common('offline')))
    })
    setRunning(false)
  })
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder w="100%" maw={400} padding="lg">
        <form onSubmit={send} noValidate>
          <Stack>
            <div>
              <Text fw={800} c="var(--mantine-primary-color-filled)">
                Callwright
              </Text>
              <Text size="sm" c="dimmed">
                {t('about')}
              </Text>
            </div>
            <Title order={1} size="h3">
              {title}
            </Title>
            {notice && <Alert color="yellow">{notice}</Alert>}
            {problem && (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )}
            {'name' in fields && <TextInput label={t('name')} autoComplete="name" required {...form.getInputProps('name')} />}
            {'workspaceName' in fields && (
              <TextInput label={t('workspaceName')} autoComplete="organization" required {...form.getInputProps('workspaceName')} />
            )}
            <TextInput label={t('email')} type="email" autoComplete="username" required {...form.getInputProps('email')} />
            <PasswordInput
              label={t('password')}
              autoComplete={'name' in fields ? 'new-password' : 'current-password'}
              required
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={isRunning}>
              {title}
            </Button>
            {other}
          </Stack>
        </form>
      </Card>
    </Center>
  )
}
