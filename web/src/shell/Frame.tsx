import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'urql'
import { openClient } from '../api/client.ts'
import { useMessages } from '../messages.ts'
import { NotAllowed } from '../parts/NotAllowed.tsx'
import { Loading } from '../parts/States.tsx'
import { useSession } from '../api/session.ts'
import { useViewer, WithViewer } from '../parts/viewer.tsx'
import { ConnectionLost } from './ConnectionState.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'

/** Everything around a page for who is signed in. Another session, or workspace, begins with nothing loaded. */
export function Frame() {
  const { generation } = useSession()
  return <Connected key={generation} />
}

function Connected() {
  const [opened] = useState(openClient)
  useEffect(() => () => opened.close(), [opened])
  return (
    <Provider value={opened.client}>
      <Suspense fallback={<Loading />}>
        <WithViewer>
          <Surroundings />
        </WithViewer>
      </Suspense>
    </Provider>
  )
}

function Surroundings() {
  const isAlone = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.isAlone })
  return isAlone ? <Outlet /> : <Shell />
}

function Shell() {
  const t = useMessages('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(close, [path, close])
  const { wasMoved } = useSession()
  const { workspace } = useViewer()
  useEffect(() => {
    if (!wasMoved) return
    const message = t('moved', { workspace: workspace.name })
    notifications.show({ color: 'yellow', title: t('movedTitle'), message, autoClose: false, role: 'alert' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once, whatever the language becomes
  }, [wasMoved])
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }} padding="md">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Header isOpen={isOpen} onToggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('navigation')}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionLost />
        <Suspense fallback={<Loading />}>
          <Allowed />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** The page of this address, for those whose role it is for. */
function Allowed() {
  const scope = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.scope })
  const { scopes } = useViewer()
  return scope === undefined || scopes.includes(scope) ? <Outlet /> : <NotAllowed />
}
