import { Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '../../router/index.ts'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ConsentRequest, fetchConsentRequest, isConsentClosed } from '../../api/consent.ts'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from '../../parts/page/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../parts/page/States.tsx'
import { useErrorToast } from '../../parts/useAction.ts'
import * as session from '../../api/session.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { ConnectForm } from './ConnectForm.tsx'

/** Consent page: whether an app may act for the signed-in user, in which workspace, with which scopes and limits. */
export function Connect() {
  const t = useMessages('connect')
  const { uid } = useParams({ from: '/signed-in/connect/$uid' })
  useEffect(() => {
    document.title = `${t('title')} · Callwright`
  }, [t])
  return (
    <Center mih="100dvh" p={{ base: 'xs', xs: 'md' }} component="main">
      <Stack w="100%" maw={620} gap="sm">
        <Card withBorder padding="lg">
          <Stack>
            <Text fw={600} c="var(--mantine-color-anchor)">
              Callwright
            </Text>
            <Title order={1} size="h3">
              {t('title')}
            </Title>
            <Request key={uid} uid={uid} />
          </Stack>
        </Card>
        <Account />
      </Stack>
    </Center>
  )
}

type State = { is: 'loading' | 'over' | 'approved' | 'denied' } | { is: 'asked'; request: ConsentRequest } | { is: 'failed'; error: Error }

function Request({ uid }: { uid: string }) {
  const t = useMessages('connect')
  const [state, setState] = useState<State>({ is: 'loading' })
  const fail = (error: Error) => setState(isConsentClosed(error) ? { is: 'over' } : { is: 'failed', error })
  const load = () => fetchConsentRequest(uid).then((request) => setState({ is: 'asked', request }), fail)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once; later attempts use the button
  useEffect(() => void load(), [])
  switch (state.is) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <ErrorAlert error={state.error} onRetry={() => void load()} />
    case 'asked':
      return (
        <ConnectForm
          uid={uid}
          request={state.request}
          onAnswered={(isApproved) => setState({ is: isApproved ? 'approved' : 'denied' })}
          onClosed={() => setState({ is: 'over' })}
        />
      )
    case 'over':
      return (
        <EmptyState icon={Hourglass} title={t('over')} action={<ButtonLink to="/">{t('toDashboard')}</ButtonLink>}>
          {t('overAbout')}
        </EmptyState>
      )
    default:
      return (
        <div role="status">
          <EmptyState icon={state.is === 'approved' ? CircleCheck : CircleX} title={t(state.is)}>
            {t('goBack')}
          </EmptyState>
        </div>
      )
  }
}

/** The signed-in account. Apps often open a browser in which another user is signed in. */
function Account() {
  const t = useMessages('connect')
  const { email } = useViewer()
  const showError = useErrorToast()
  return (
    <Group justify="center" gap="xs">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('signedInAs', { email })}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={() => void session.signOut().catch(showError)}>
        {t('otherAccount')}
      </Button>
    </Group>
  )
}
