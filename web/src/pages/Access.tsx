import { Alert, Anchor, Button, Card, Center, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { SignInInput, SignUpInput } from '../../../src/inputs/accounts.ts'
import { chooseLanguage, type Language, LANGUAGES, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { TextLink } from '../parts/links.tsx'
import { useAppForm } from '../parts/useAppForm.ts'
import { codeOf, messageOf } from '../problems.ts'
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
      told={{ UNAUTHENTICATED: t('wrong'), FORBIDDEN: t('noWorkspace') }}
      other={
        <TextLink to="/sign-up" search={{ next }}>
          {t('toSignUp')}
        </TextLink>
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
      told={{ CONFLICT: t('taken') }}
      other={
        <TextLink to="/sign-in" search={{ next }}>
          {t('toSignIn')}
        </TextLink>
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
  /** Where somebody wanted to go. */
  next: string | undefined
  /** What is said of refusals, by their codes; the server's sentence of others. */
  told: Record<string, string>
  other: ReactNode
}

function AccessForm<Fields extends Record<string, string>>({ title, fields, schema, submit, notice, next, told, other }: AccessFormProps<Fields>) {
  const t = useMessages('access')
  const common = useMessages('common')
  const form = useAppForm(fields, schema)
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  useGoOn(next)
  useEffect(() => {
    document.title = `${title} · Callwright`
  }, [title])
  const focus = (path: string) => form.getInputNode(path)?.focus()
  const refused = (error: Error) => {
    if (form.refused(error)) return
    setProblem(told[codeOf(error) ?? ''] ?? messageOf(error, common('offline')))
    focus('password')
  }
  const send = form.onSubmit(
    async (values) => {
      setRunning(true)
      setProblem(null)
      await submit(values as Fields).catch(refused)
      setRunning(false)
    },
    (errors) => focus(Object.keys(fields).find((name) => name in errors) ?? 'email'),
  )
  const isNew = 'name' in fields
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="sm">
        <Card withBorder padding="lg">
          <form onSubmit={send} noValidate>
            <Stack>
              <div>
                <Text fw={800} c="var(--mantine-color-anchor)">
                  Callwright
                </Text>
                <Text size="sm" c="dimmed">
                  {t('about')}
                </Text>
              </div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {notice && !problem && (
                <Alert color="yellow" role="status">
                  {notice}
                </Alert>
              )}
              {problem && (
                <Alert color="red" role="alert">
                  {problem}
                </Alert>
              )}
              {isNew && <TextInput label={t('name')} autoComplete="name" required autoFocus {...form.getInputProps('name')} />}
              {isNew && <TextInput label={t('workspaceName')} autoComplete="organization" required {...form.getInputProps('workspaceName')} />}
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
                {title}
              </Button>
              {other}
            </Stack>
          </form>
        </Card>
        <Languages />
      </Stack>
    </Center>
  )
}

/** Who is signed in already, here or in another tab, goes where they wanted to go: within the dashboard only. */
function useGoOn(next: string | undefined) {
  const navigate = useNavigate()
  const { state } = session.useSession()
  useEffect(() => {
    if (state === 'unknown') void session.refresh().catch(() => {})
    if (state !== 'in') return
    const isOurs = next?.startsWith('/') && URL.canParse(next, location.origin) && new URL(next, location.origin).origin === location.origin
    void (isOurs ? router.navigate({ href: next, replace: true }) : navigate({ to: '/', replace: true }))
  }, [state, next, navigate])
}

function Languages() {
  const t = useMessages('access')
  const language = useLanguage()
  return (
    <Group justify="center" gap="md" role="group" aria-label={t('language')}>
      {(Object.keys(LANGUAGES) as Language[]).map((code) => (
        <Anchor
          key={code}
          component="button"
          type="button"
          size="sm"
          lang={code}
          onClick={() => chooseLanguage(code)}
          c={code === language ? 'dimmed' : undefined}
          aria-pressed={code === language}
        >
          {LANGUAGES[code]}
        </Anchor>
      ))}
    </Group>
  )
}
