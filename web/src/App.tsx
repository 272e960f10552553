import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { RouterProvider } from './router/index.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ConfirmProvider } from './parts/Confirm.tsx'
import { useLanguage } from './languages.ts'
import { router } from './routes.tsx'
import { useSession } from './api/session.ts'
import { themeOf } from './theme/theme.ts'
import { cssVariables } from './theme/variables.ts'

const Toasts = lazy(() => import('./parts/Toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// react-style-singleton, which locks scrolling behind dialogs, reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })

export function App() {
  const language = useLanguage()
  return (
    <MantineProvider theme={themeOf(language)} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <ToastsOnceNeeded />
      <Suspense>
        <ConfirmProvider>
          <RoutedApp />
        </ConfirmProvider>
      </Suspense>
    </MantineProvider>
  )
}

/** Loads the container of toasts when the first one is shown. */
function ToastsOnceNeeded() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}

/** Reevaluates route access whenever the session starts or ends, in this tab or another. */
function RoutedApp() {
  const { state } = useSession()
  useEffect(() => {
    if (state !== 'unknown') void router.invalidate()
  }, [state])
  return <RouterProvider router={router} />
}
