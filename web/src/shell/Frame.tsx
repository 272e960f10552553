import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Outlet, useLocation, useMatch } from '../router/index.ts'
import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'urql'
import { openClient } from '../api/client.ts'
import { useMessages } from '../messages.ts'
import { NotAllowed } from '../parts/page/NotAllowed.tsx'
import { Loading } from '../parts/page/States.tsx'
import { useSession } from '../api/session.ts'
import { useViewer, ViewerProvider } from '../parts/viewer.tsx'
import { ConnectionAlert } from './ConnectionStatus.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

/** With this class of react-remove-scroll, the header doesn't move when a dialog hides the scroll bar. */
const KEPT_IN_PLACE = 'right-scroll-bar-position'

/** Whether the page began with the frame of `firstFrame.ts`, which stays until something is shown. */
const hasFirstFrame = () => document.documentElement.dataset.signedIn !== undefined

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
      <Suspense fallback={hasFirstFrame() ? null : <Loading />}>
        <ViewerProvider>
          <PageLayout />
        </ViewerProvider>
      </Suspense>
    </Provider>
  )
}

function PageLayout() {
  const { route } = useMatch()
  return route.staticData?.isStandalone ? <Outlet /> : <Shell />
}

function Shell() {
  const t = useMessages('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname: path } = useLocation()
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
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <header className={`${classes.header} ${KEPT_IN_PLACE}`}>
        <Header isOpen={isOpen} onToggle={toggle} />
      </header>
      <nav className={classes.navigation} aria-label={t('navigation')} data-open={isOpen || undefined}>
        <Navigation />
      </nav>
      <main className={classes.main} id="content" tabIndex={-1}>
        <ConnectionAlert />
        <Suspense fallback={<Loading />}>
          <ScopedOutlet />
        </Suspense>
      </main>
    </>
  )
}

/** The routed page, if the user's role has its scope. */
function ScopedOutlet() {
  const { scope } = useMatch().route.staticData ?? {}
  const { scopes } = useViewer()
  return scope === undefined || scopes.includes(scope) ? <Outlet /> : <NotAllowed />
}
