import { createRoute, lazy, redirect, type Route } from './router/index.ts'
import * as session from './api/session.ts'
import { preloadMessages } from './messages.ts'
import { validateSearch } from './search.ts'

/** Route options of a dashboard page. A scope limits it to roles that have it; others see NotAllowed. */
export const pageOptions = <Path extends string>(path: Path, scope?: string) => ({ getParentRoute: (): Route => signedIn, path, staticData: { scope } })
const accessOptions = { validateSearch: validateSearch('next'), loader: preloadMessages('access') }
const signIn = createRoute({ ...accessOptions, path: '/sign-in', component: lazy(() => import('./pages/signIn/Access.tsx'), 'SignIn') })
const signUp = createRoute({ ...accessOptions, path: '/sign-up', component: lazy(() => import('./pages/signIn/Access.tsx'), 'SignUp') })
const invitation = createRoute({ ...accessOptions, path: '/invitation', component: lazy(() => import('./pages/signIn/Invitation.tsx'), 'Invitation') })
const reset = createRoute({ ...accessOptions, path: '/reset-password', component: lazy(() => import('./pages/signIn/PasswordReset.tsx'), 'PasswordReset') })

/** Parent of all pages that require a session. After signing in, users return to the page they wanted. */
export const signedIn: Route = {
  path: '',
  component: lazy(() => import('./shell/Frame.tsx'), 'Frame'),
  beforeLoad: async ({ location }) => {
    if (session.currentSession().state === 'unknown') await session.refresh()
    if (session.currentSession().state === 'out') throw redirect({ to: '/sign-in', search: { next: location.href === '/' ? undefined : location.href } })
  },
}

export const pagesWithoutSession = [signIn, signUp, invitation, reset]
