import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { SignInInput, SignUpInput } from '../../../../src/inputs/accounts.ts'
import { executeOperation } from '../../api/execute.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ButtonLink } from '../../parts/page/links.tsx'
import { ErrorAlert, Loading } from '../../parts/page/States.tsx'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'
import * as session from '../../api/session.ts'
import { AccessCard } from './AccessCard.tsx'
import { AccessForm } from './AccessForm.tsx'
import { InvitationOfferDocument, type InvitationOfferQuery, InvitedUserDocument } from './Invitation.gql.ts'
import { useLinkSecret } from './useLinkSecret.ts'

type Offer = InvitationOfferQuery['invitationOffer'] & { secret: string; signUp: string }

/** Invitation page: join as the signed-in user, or sign up. */
export function Invitation() {
  const t = useMessages('access')
  const secret = useLinkSecret('/invitation')
  const [offer, setOffer] = useState<Offer | Error | null>(null)
  const load = () => {
    setOffer(null)
    executeOperation(InvitationOfferDocument, { secret }).then(
      ({ invitationOffer, serverInfo }) => setOffer({ ...invitationOffer, secret, signUp: serverInfo.signUp }),
      (error: Error) => setOffer(error),
    )
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each secret
  useEffect(load, [secret])
  if (offer === null) return <Loading />
  if (!(offer instanceof Error)) return <Open offer={offer} />
  const isInvalid = ['NOT_FOUND', 'UNPROCESSABLE_ENTITY'].includes(problemOf(offer)?.code ?? '')
  return (
    <AccessCard title={t(isInvalid ? 'linkInvalidTitle' : 'invitationTitle')}>
      {isInvalid ? <Text size="sm">{t('invitationInvalid')}</Text> : <ErrorAlert error={offer} onRetry={load} />}
      <ButtonLink to="/">{t('toHome')}</ButtonLink>
    </AccessCard>
  )
}

function Open({ offer }: { offer: Offer }) {
  const t = useMessages('access')
  const word = useWords()
  const { state } = session.useSession()
  const [isFailed, fail] = useState(false)
  useEffect(() => {
    if (state === 'unknown') session.refresh().catch(() => fail(true))
  }, [state])
  return (
    <AccessCard title={t('invitation', { workspace: offer.workspaceName })}>
      <Text size="sm">{t('invitationAbout', { workspace: offer.workspaceName, role: word('role', offer.role) })}</Text>
      {state === 'in' && <SignedInInvitation secret={offer.secret} />}
      {(state === 'out' || isFailed) && <SignedOutInvitation offer={offer} />}
    </AccessCard>
  )
}

/** Joins as the signed-in user. */
function SignedInInvitation({ secret }: { secret: string }) {
  const t = useMessages('access')
  const navigate = useNavigate()
  const [email, setEmail] = useState<string | null>(null)
  const [problem, setProblem] = useState<ReactNode>(null)
  const [isRunning, setRunning] = useState(false)
  const tell = (error: Error) => setProblem(problemOf(error)?.code === 'CONFLICT' ? t('memberAlready') : <ErrorText problem={problemOf(error)} />)
  useEffect(() => {
    session
      .accessToken()
      .then((token) => executeOperation(InvitedUserDocument, {}, token ?? undefined))
      .then(
        ({ viewer }) => setEmail(viewer.email),
        () => {},
      )
  }, [])
  const join = async () => {
    setRunning(true)
    setProblem(null)
    await session.joinWorkspace(secret).then(() => navigate({ to: '/', replace: true }), tell)
    setRunning(false)
  }
  return (
    <Stack>
      {problem && (
        <Alert color="bad" role="alert">
          {problem}
        </Alert>
      )}
      {email && <Text size="sm">{t('joinAs', { email })}</Text>}
      <Button onClick={() => void join()} loading={isRunning}>
        {t('join')}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={() => void session.signOut().catch(tell)}>
        {t('otherAccount')}
      </Anchor>
    </Stack>
  )
}

const NewAccount = SignUpInput.omit({ workspaceName: true })

/** Signs in or, if the server allows it, signs up to join. */
function SignedOutInvitation({ offer: { secret, email, signUp } }: { offer: Offer }) {
  const t = useMessages('access')
  const navigate = useNavigate()
  const isOff = signUp === 'off'
  const [isNew, setNew] = useState(!isOff)
  const goOn = () => navigate({ to: '/', replace: true })
  const messages = { NOT_FOUND: t('invitationInvalid') }
  const other = !isOff && (
    <Anchor component="button" type="button" size="sm" onClick={() => setNew(!isNew)}>
      {t(isNew ? 'toJoinKnown' : 'toJoinNew')}
    </Anchor>
  )
  return isNew ? (
    <AccessForm
      key="new"
      action={t('joinNew')}
      fields={{ name: '', email, password: '' }}
      schema={NewAccount}
      submit={(fields) => session.signUp({ ...fields, invitation: secret }).then(goOn)}
      messages={{ ...messages, CONFLICT: t('taken') }}
      footer={other}
    />
  ) : (
    <AccessForm
      key="known"
      action={t('joinKnown')}
      fields={{ email, password: '' }}
      schema={SignInInput}
      submit={(fields) => session.signIn({ ...fields, invitation: secret }).then(goOn)}
      notice={isOff ? t('joinOff') : null}
      messages={{ ...messages, CONFLICT: t('memberAlready') }}
      footer={other}
    />
  )
}
