import { Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ConsentRequest, consentRequest, isOver } from '../../api/consent.ts'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { Empty, Failure, Loading } from '../../parts/States.tsx'
import { useTellFailure } from '../../parts/useAction.ts'
import * as session from '../../api/session.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { ConnectForm } from './ConnectForm.tsx'

/** Asks whether an app may act for who is signed in: in which workspace, with which scopes, and up to what cost. */
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
            <Text fw={800} c="var(--mantine-color-anchor)">
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
  const [state, become] = useState<State>({ is: 'loading' })
  const fail = (error: Error) => become(isOver(error) ? { is: 'over' } : { is: 'failed', error })
  const load = () => consentRequest(uid).then((request) => become({ is: 'asked', request }), fail)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; from then on by the button
  useEffect(() => void load(), [])
  switch (state.is) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <Failure error={state.error} onRetry={() => void load()} />
    case 'asked':
      return (
        <ConnectForm
          uid={uid}
          request={state.request}
          onAnswered={(isApproved) => become({ is: isApproved ? 'approved' : 'denied' })}
          onOver={() => become({ is: 'over' })}
        />
      )
    case 'over':
      return (
        <Empty icon={Hourglass} title={t('over')} action={<ButtonLink to="/">{t('toDashboard')}</ButtonLink>}>
          {t('overAbout')}
        </Empty>
      )
    default:
      return (
        <div role="status">
          <Empty icon={state.is === 'approved' ? CircleCheck : CircleX} title={t(state.is)}>
            {t('goBack')}
          </Empty>
        </div>
      )
  }
}

/** Whose access it would be; an app is often opened in a browser that somebody else is signed in with. */
function Account() {
  const t = useMessages('connect')
  const { email } = useViewer()
  const tellFailure = useTellFailure()
  return (
    <Group justify="center" gap="xs">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('signedInAs', { email })}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={() => void session.signOut().catch(tellFailure)}>
        {t('otherAccount')}
      </Button>
    </Group>
  )
}
