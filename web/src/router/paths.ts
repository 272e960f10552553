import { parseSearch, stringifySearch } from '../search.ts'
import type { AnyTarget, Location, Match, Route } from './types.ts'

export function toLocation(href: string): Location {
  const { pathname, search, hash } = new URL(href, window.location.origin)
  return { pathname, search: parseSearch(search), hash: hash.slice(1), href: `${pathname}${search}${hash}` }
}

/** Numbers in a path keep their plus sign. */
const encode = (value: string) => encodeURIComponent(value).replaceAll('%2B', '+')

/** Returns the link to a target. What it doesn't name is as at the current location. */
export function toHref({ href, to, params = {}, search, hash }: AnyTarget, current: Location): string {
  if (href !== undefined) return href
  const path = to === undefined || to === '.' ? current.pathname : to.replace(/\$(\w+)/g, (_, name: string) => encode(params[name] ?? ''))
  const query = typeof search === 'function' ? search(current.search) : (search ?? {})
  return `${path}${stringifySearch(query)}${hash ? `#${hash}` : ''}`
}

/** Finds the route of a location: the first one that fits, where fixed names come before parameters. */
export function matchRoute(routes: readonly Route[], location: Location): Match {
  const names = location.pathname.replace(/\/+$/, '')
  for (const route of routes) {
    const found = patternOf(route.path).exec(names)
    if (!found) continue
    const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]))
    const search = (route.validateSearch?.(location.search) ?? {}) as Match['search']
    return { location, route, params, search, chain: chainOf(route) }
  }
  throw new Error(`No route for ${location.pathname}`)
}

export const sortRoutes = (routes: readonly Route[]) => routes.toSorted((a, b) => rankOf(a) - rankOf(b))
const rankOf = ({ path }: Route) => (path === '/$' ? 2 : path.includes('$') ? 1 : 0)

const patternOf = (path: string) => new RegExp(path === '/$' ? '' : `^${path === '/' ? '' : path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}$`)

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const chainOf = (route: Route): Route[] => [...(route.getParentRoute ? chainOf(route.getParentRoute()) : []), route]
