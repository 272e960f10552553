import { Alert } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { SignInInput, SignUpInput } from '../../../../src/inputs/accounts.ts'
import { Name } from '../../../../src/inputs/common.ts'
import { ask } from '../../api/ask.ts'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/links.tsx'
import { SignUpPolicyDocument } from '../../api/session.gql.ts'
import * as session from '../../api/session.ts'
import { AccessCard } from './AccessCard.tsx'
import { AccessForm } from './AccessForm.tsx'

export function SignIn() {
  const t = useMessages('access')
  const { hasEnded } = session.useSession()
  const { next } = useSearch({ from: '/sign-in' })
  const policy = useSignUpPolicy()
  useGoOn(next)
  return (
    <AccessCard title={t('signIn')}>
      <AccessForm
        action={t('signIn')}
        fields={{ email: '', password: '' }}
        schema={SignInInput}
        submit={session.signIn}
        notice={hasEnded ? t('ended') : null}
        told={{ UNAUTHENTICATED: t('wrong'), FORBIDDEN: t('noWorkspace') }}
        other={
          policy === 'open' && (
            <TextLink to="/sign-up" search={{ next }}>
              {t('toSignUp')}
            </TextLink>
          )
        }
      />
    </AccessCard>
  )
}

/** Without an invitation a workspace of one's own is made, which has a name. */
const OwnWorkspace = SignUpInput.extend({ workspaceName: Name })

export function SignUp() {
  const t = useMessages('access')
  const { next } = useSearch({ from: '/sign-up' })
  const policy = useSignUpPolicy()
  useGoOn(next)
  const toSignIn: ReactNode = (
    <TextLink to="/sign-in" search={{ next }}>
      {t('toSignIn')}
    </TextLink>
  )
  return (
    <AccessCard title={t('signUp')}>
      {policy === 'open' && (
        <AccessForm
          action={t('signUp')}
          fields={{ name: '', workspaceName: '', email: '', password: '' }}
          schema={OwnWorkspace}
          submit={session.signUp}
          told={{ CONFLICT: t('taken') }}
          other={toSignIn}
        />
      )}
      {(policy === 'invited' || policy === 'off') && (
        <>
          <Alert color="yellow" role="status">
            {t(policy === 'off' ? 'signUpOff' : 'signUpInvited')}
          </Alert>
          {toSignIn}
        </>
      )}
    </AccessCard>
  )
}

/** Who may make an account here; null until the server has said so. */
function useSignUpPolicy(): string | null {
  const [policy, become] = useState<string | null>(null)
  useEffect(() => {
    ask(SignUpPolicyDocument, {}).then(
      ({ serverInfo: installation }) => become(installation.signUp),
      () => become('open'),
    )
  }, [])
  return policy
}

/** Who is signed in already, here or in another tab, goes where they wanted to go: within the dashboard only. */
function useGoOn(next: string | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  const { state } = session.useSession()
  useEffect(() => {
    if (state === 'unknown') void session.refresh().catch(() => {})
    if (state !== 'in') return
    const isOurs = next?.startsWith('/') && URL.canParse(next, location.origin) && new URL(next, location.origin).origin === location.origin
    void (isOurs ? router.navigate({ href: next, replace: true }) : navigate({ to: '/', replace: true }))
  }, [state, next, navigate, router])
}
