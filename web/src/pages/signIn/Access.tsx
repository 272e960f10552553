import { Alert } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '../../router/index.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { SignInInput, SignUpInput } from '../../../../src/inputs/accounts.ts'
import { Name } from '../../../../src/inputs/common.ts'
import { executeOperation } from '../../api/execute.ts'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { SignUpPolicyDocument } from '../../api/session.gql.ts'
import * as session from '../../api/session.ts'
import { AccessCard } from './AccessCard.tsx'
import { AccessForm } from './AccessForm.tsx'

export function SignIn() {
  const t = useMessages('access')
  const { hasEnded } = session.useSession()
  const { next } = useSearch({ from: '/sign-in' })
  const policy = useSignUpPolicy()
  useRedirect(next)
  return (
    <AccessCard title={t('signIn')}>
      <AccessForm
        action={t('signIn')}
        fields={{ email: '', password: '' }}
        schema={SignInInput}
        submit={session.signIn}
        notice={hasEnded ? t('ended') : null}
        footer={
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

/** Without an invitation, signing up creates a workspace, which needs a name. */
const OwnWorkspace = SignUpInput.extend({ workspaceName: Name })

export function SignUp() {
  const t = useMessages('access')
  const { next } = useSearch({ from: '/sign-up' })
  const policy = useSignUpPolicy()
  useRedirect(next)
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
          messages={{ CONFLICT: t('taken') }}
          footer={toSignIn}
        />
      )}
      {(policy === 'invited' || policy === 'off') && (
        <>
          <Alert color="warn" role="status">
            {t(policy === 'off' ? 'signUpOff' : 'signUpInvited')}
          </Alert>
          {toSignIn}
        </>
      )}
    </AccessCard>
  )
}

/** Returns who can sign up; null until loaded. */
function useSignUpPolicy(): string | null {
  const [policy, setPolicy] = useState<string | null>(null)
  useEffect(() => {
    executeOperation(SignUpPolicyDocument, {}).then(
      ({ serverInfo }) => setPolicy(serverInfo.signUp),
      () => setPolicy('open'),
    )
  }, [])
  return policy
}

/** Redirects a signed-in user, also from another tab, to `next` within the dashboard. */
function useRedirect(next: string | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  const { state } = session.useSession()
  useEffect(() => {
    if (state === 'unknown') void session.refresh().catch(() => {})
    if (state !== 'in') return
    const isOurs = next?.startsWith('/') && URL.canParse(next, location.origin) && new URL(next, location.origin).origin === location.origin
    void (next !== undefined && isOurs ? router.navigate({ href: next, replace: true }) : navigate({ to: '/', replace: true }))
  }, [state, next, navigate, router])
}
