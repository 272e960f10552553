import { Alert, Button, Checkbox, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PasswordResetInput } from '../../../../src/inputs/accounts.ts'
import { executeOperation } from '../../api/execute.ts'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from '../../parts/page/links.tsx'
import { ErrorAlert, Loading } from '../../parts/page/States.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { problemOf } from '../../api/problems.ts'
import { AccessCard } from './AccessCard.tsx'
import { PasswordResetOfferDocument, ResetPasswordDocument } from './PasswordReset.gql.ts'
import { useLinkSecret } from './useLinkSecret.ts'

type State = { is: 'loading' | 'done' } | { is: 'open'; email: string } | { is: 'failed'; error: Error }

/** Page of a password reset link from the server administrator. */
export function PasswordReset() {
  const t = useMessages('access')
  const secret = useLinkSecret('/reset-password')
  const [state, setState] = useState<State>({ is: 'loading' })
  const fail = (error: Error) => setState({ is: 'failed', error })
  const load = () => {
    setState({ is: 'loading' })
    executeOperation(PasswordResetOfferDocument, { secret }).then(({ passwordResetOffer }) => setState({ is: 'open', email: passwordResetOffer.email }), fail)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each secret
  useEffect(load, [secret])
  if (state.is === 'loading') return <Loading />
  const isInvalid = state.is === 'failed' && ['NOT_FOUND', 'UNPROCESSABLE_ENTITY'].includes(problemOf(state.error)?.code ?? '')
  return (
    <AccessCard title={t(isInvalid ? 'linkInvalidTitle' : 'reset')}>
      {state.is === 'open' && <Form secret={secret} email={state.email} onDone={() => setState({ is: 'done' })} onFailed={fail} />}
      {state.is === 'failed' && (isInvalid ? <Text size="sm">{t('resetInvalid')}</Text> : <ErrorAlert error={state.error} onRetry={load} />)}
      {state.is === 'done' && (
        <Alert color="good" role="status">
          {t('resetDone')}
        </Alert>
      )}
      {state.is !== 'open' && (
        <ButtonLink to="/sign-in" search={{}}>
          {t('toSignInPage')}
        </ButtonLink>
      )}
    </AccessCard>
  )
}

interface FormProps {
  secret: string
  email: string
  onDone: () => void
  onFailed: (error: Error) => void
}

function Form({ secret, email, onDone, onFailed }: FormProps) {
  const t = useMessages('access')
  const form = useAppForm({ secret, newPassword: '', revokeTokensAndApps: true }, PasswordResetInput)
  const [isRunning, setRunning] = useState(false)
  const send = form.onSubmit(async (input) => {
    setRunning(true)
    const done = await executeOperation(ResetPasswordDocument, { input }).catch((error: Error) => {
      if (!form.showServerErrors(error)) onFailed(error)
    })
    setRunning(false)
    if (done) onDone()
  })
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm">{t('resetAbout', { email })}</Text>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          {...form.getInputProps('newPassword')}
        />
        <Checkbox label={t('revokeTokensAndApps')} {...form.getInputProps('revokeTokensAndApps', { type: 'checkbox' })} />
        <Button type="submit" loading={isRunning}>
          {t('resetAction')}
        </Button>
      </Stack>
    </form>
  )
}
