import { createContext, use, useCallback, useEffect } from 'react'
import type { Blocker, Router } from './router.ts'
import type { AnyTarget, Location, Match, ParamsOf, PathOf, RouteId, RoutePath, SearchOf, SearchStep, Target } from './types.ts'

export const RouterContext = createContext<Router | null>(null)
export const MatchContext = createContext<Match | null>(null)
/** How many of the chain's routes are already on the screen. */
export const DepthContext = createContext(0)

export type AppRouter = Omit<Router, 'navigate'> & { navigate(target: Target | { href: string; replace?: boolean }): Promise<void> }

export const useRouter = () => use(RouterContext)! as AppRouter
export const useMatch = (): Match => use(MatchContext)!
export const useLocation = (): Location => useMatch().location

/** Parameters in the path of a page. */
export const useParams = <Id extends RouteId>(_page: { from: Id }) => useMatch().params as ParamsOf<PathOf<Id>>
/** Parameters in the query of a page. */
export const useSearch = <Id extends RouteId>(_page: { from: Id }) => useMatch().search as SearchOf<PathOf<Id>>

type Change<Path> = [Path] extends [never] ? never : SearchStep<SearchOf<Path>>

/** Returns the function that opens a page. With `from`, it may also change the search of that page. */
export function useNavigate<Path extends RoutePath = never>(_page?: { from: Path }) {
  const router = use(RouterContext)!
  return useCallback((target: Target | Change<Path>) => router.navigate(target as AnyTarget), [router])
}

interface BlockerOptions {
  shouldBlockFn: Blocker
  /** Whether the browser asks before the tab is closed. */
  enableBeforeUnload: boolean
}

/** Asks before the page is left. */
export function useBlocker({ shouldBlockFn, enableBeforeUnload }: BlockerOptions) {
  const router = useRouter()
  useEffect(() => router.block(shouldBlockFn), [router, shouldBlockFn])
  useEffect(() => {
    if (!enableBeforeUnload) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [enableBeforeUnload])
}

/** Opens another page as soon as it is rendered. */
export function Navigate(target: Target) {
  const router = useRouter()
  useEffect(() => {
    void router.navigate(target)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return null
}
