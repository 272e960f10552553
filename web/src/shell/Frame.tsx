import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'urql'
import { openClient } from '../api/client.ts'
import { useMessages } from '../messages.ts'
import { NotAllowed } from '../parts/page/NotAllowed.tsx'
import { Loading } from '../parts/page/States.tsx'
import { useSession } from '../api/session.ts'
import { useViewer, ViewerProvider } from '../parts/viewer.tsx'
import { HEADER_HEIGHT, NAVIGATION_WIDTH } from '../theme/tokens.ts'
import { ConnectionAlert } from './ConnectionStatus.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'

/** Layout of the dashboard. Another session or workspace starts with an empty cache. */
export function Frame() {
  const { generation } = useSession()
  return <ConnectedLayout key={generation} />
}

function ConnectedLayout() {
  const [connection] = useState(openClient)
  useEffect(() => () => connection.close(), [connection])
  return (
    <Provider value={connection.client}>
      <Suspense fallback={<Loading />}>
        <ViewerProvider>
          <PageLayout />
        </ViewerProvider>
      </Suspense>
    </Provider>
  )
}

function PageLayout() {
  const isStandalone = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.isStandalone })
  return isStandalone ? <Outlet /> : <Shell />
}

function Shell() {
  const t = useMessages('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(close, [path, close])
  const { hasLostWorkspace } = useSession()
  const { workspace } = useViewer()
  useEffect(() => {
    if (!hasLostWorkspace) return
    const message = t('moved', { workspace: workspace.name })
    notifications.show({ color: 'warn', title: t('movedTitle'), message, autoClose: false, role: 'alert' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- shown once; not repeated when the language changes
  }, [hasLostWorkspace])
  return (
    <AppShell header={{ height: HEADER_HEIGHT }} navbar={{ width: NAVIGATION_WIDTH, breakpoint: 'sm', collapsed: { mobile: !isOpen } }} padding="md">
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
        <ConnectionAlert />
        <Suspense fallback={<Loading />}>
          <ScopedOutlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** The routed page, if the user's role has its scope. */
function ScopedOutlet() {
  const scope = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.scope })
  const { scopes } = useViewer()
  return scope === undefined || scopes.includes(scope) ? <Outlet /> : <NotAllowed />
}
