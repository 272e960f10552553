import { Component, type ReactNode, startTransition, use, useEffect, useLayoutEffect, useState } from 'react'
import { reloadIfUpdated } from './reload.ts'
import { DepthContext, MatchContext, RouterContext } from './hooks.ts'
import type { Router } from './router.ts'
import type { Match } from './types.ts'

/** Shows the pages of a router. A page that isn't ready yet leaves the one before on the screen. */
export function RouterProvider({ router }: { router: Router }) {
  const [match, setMatch] = useState(router.getMatch)
  useEffect(() => {
    const stop = router.subscribe(() => startTransition(() => setMatch(router.getMatch())))
    void router.invalidate()
    return stop
  }, [router])
  useLayoutEffect(() => router.arrive(), [router, match])
  if (!match) return null
  const ErrorPage = router.errorComponent!
  return (
    <RouterContext value={router}>
      <MatchContext value={match}>
        <Boundary match={match} page={(error) => <ErrorPage error={error} />}>
          {match.error === undefined ? <Outlet /> : <ErrorPage error={match.error} />}
        </Boundary>
      </MatchContext>
    </RouterContext>
  )
}

/** The next part of the page: within the frame, the page itself. */
export function Outlet() {
  const depth = use(DepthContext)
  const { chain } = use(MatchContext)!
  const at = chain.findIndex(({ component }, index) => index >= depth && component)
  const Page = chain[at]?.component
  return Page ? (
    <DepthContext value={at + 1}>
      <Page />
    </DepthContext>
  ) : null
}

interface BoundaryProps {
  children: ReactNode
  match: Match
  page: (error: unknown) => ReactNode
}

interface BoundaryState {
  error: unknown
  match: Match
}

/** Shows why a page failed, until another one is opened. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, match: this.props.match }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  static getDerivedStateFromProps({ match }: BoundaryProps, before: BoundaryState) {
    return match === before.match ? null : { error: undefined, match }
  }
  override componentDidCatch(error: unknown) {
    reloadIfUpdated(error)
  }
  override render() {
    return this.state.error === undefined ? this.props.children : this.props.page(this.state.error)
  }
}
