import { openHistory } from './history.ts'
import { matchRoute, sortRoutes, toHref, toLocation } from './paths.ts'
import { reloadIfUpdated } from './reload.ts'
import { rememberScroll, scrollTo } from './scroll.ts'
import type { AnyTarget, Location, Match, Route } from './types.ts'

/** Decides whether a page may be left. */
export type Blocker = (step: { current: Location; next: Location }) => Promise<boolean>

class Redirect {
  readonly target: AnyTarget
  constructor(target: AnyTarget) {
    this.target = target
  }
}

/** What a route throws to show another page instead. */
export const redirect = (target: AnyTarget) => new Redirect(target)

export type Router = ReturnType<typeof createRouter>

/** Shows the page of each address once its code and messages are loaded. Until then, the page before stays. */
export function createRouter<R extends Route>({ routes: all, errorComponent }: { routes: readonly R[]; errorComponent: Route['errorComponent'] }) {
  const routes = sortRoutes(all)
  const listeners = new Set<() => void>()
  const blockers = new Set<Blocker>()
  let match: Match | null = null
  let attempt = 0
  let afterArrival = () => {}
  const waiting = new Set<() => void>()
  const history = openHistory({ onPop: (isNew) => void load(isNew ? undefined : { isNew: false }), mayLeave })
  const current = () => toLocation(history.href())

  async function mayLeave(href: string): Promise<boolean> {
    const next = toLocation(href)
    // A page that renders while it asks registers anew, and would ask again.
    const registered = [...blockers]
    for (const blocks of registered) if (await blocks({ current: match?.location ?? next, next })) return false
    return true
  }

  /** Loads the page of the current address. `scroll` says how to scroll, where the browser doesn't. */
  async function load(scroll?: { isNew: boolean }): Promise<void> {
    const id = ++attempt
    document.documentElement.dataset.navigating = ''
    const found = matchRoute(routes, current())
    try {
      for (const { beforeLoad } of found.chain) await beforeLoad?.({ location: found.location })
      await prepare(found)
    } catch (error) {
      if (id !== attempt) return
      if (error instanceof Redirect) return navigate({ replace: true, ...error.target })
      if (reloadIfUpdated(error)) return
      found.error = error
    }
    if (id !== attempt) return
    await show(keepSearch(found, match), scroll)
  }

  const show = (next: Match, scroll?: { isNew: boolean }) =>
    new Promise<void>((resolve) => {
      match = next
      waiting.add(resolve)
      afterArrival = () => {
        delete document.documentElement.dataset.navigating
        if (scroll) scrollTo(history.key(), next.location.hash, scroll.isNew)
        waiting.forEach((done) => done())
        waiting.clear()
      }
      for (const listener of listeners) listener()
    })

  async function navigate({ replace, resetScroll = true, ...target }: AnyTarget): Promise<void> {
    const href = toHref(target, match?.location ?? current())
    if (href !== history.href() && !(await mayLeave(href))) return
    rememberScroll(history.key())
    if (replace || href === history.href()) history.replace(href)
    else history.push(href)
    await load(resetScroll ? { isNew: true } : undefined)
  }

  return {
    errorComponent,
    navigate,
    /** Decides again whether the page may be shown, for example after the session has ended. */
    invalidate: () => load(),
    hrefOf: (target: AnyTarget) => toHref(target, match?.location ?? current()),
    /** Loads the code and the messages of a page that is likely to be next. */
    preload: (href: string) => void prepare(matchRoute(routes, toLocation(href))).catch(() => {}),
    getMatch: () => match,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    block: (blocker: Blocker) => (blockers.add(blocker), () => void blockers.delete(blocker)),
    /** Called when the page is on the screen. */
    arrive: () => afterArrival(),
  }
}

const prepare = ({ chain }: Match) =>
  Promise.all(
    chain.map(async ({ component, loader }) => {
      const loading = loader?.()
      await component?.preload?.()
      await loading
    }),
  )

/** An unchanged search stays the same object. */
const keepSearch = (next: Match, before: Match | null): Match =>
  before && JSON.stringify(before.search) === JSON.stringify(next.search) ? { ...next, search: before.search } : next
