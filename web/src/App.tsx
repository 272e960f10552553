import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { WithConfirm } from './parts/Confirm.tsx'
import { router } from './routes.tsx'
import { useSession } from './api/session.ts'
import { theme, variables } from './theme.ts'

const Toasts = lazy(() => import('./parts/Toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// What keeps the page still behind a dialog, react-style-singleton, asks for the nonce by this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Suspense>
        <Toasts />
      </Suspense>
      <Suspense>
        <WithConfirm>
          <Gate />
        </WithConfirm>
      </Suspense>
    </MantineProvider>
  )
}

/** The router asks anew what may be opened whenever the session begins or ends, wherever that happened. */
function Gate() {
  const { state } = useSession()
  useEffect(() => {
    if (state !== 'unknown') void router.invalidate()
  }, [state])
  return <RouterProvider router={router} />
}
