import type { ComponentType } from 'react'

export type SearchParams = { [name: string]: string | undefined }

export interface Location {
  pathname: string
  search: SearchParams
  hash: string
  /** Path, query and anchor, as in a link. */
  href: string
}

export interface StaticData {
  /** Scope without which the page is not shown. */
  scope?: string
  /** Whether the page is shown without navigation, for a single task. */
  isStandalone?: boolean
}

export type LazyComponent = ComponentType & { preload?: () => Promise<unknown> }

export interface RouteOptions<Path extends string, Search> {
  getParentRoute?: () => Route
  path: Path
  staticData?: StaticData
  validateSearch?: (params: Record<string, unknown>) => Search
  /** Throws a Redirect where the page is not to be shown. */
  beforeLoad?: (context: { location: Location }) => Promise<void>
  /** Loads what the page needs besides its code, such as messages. */
  loader?: () => Promise<unknown>
  component?: LazyComponent
}

export interface Route<Path extends string = string, Search = unknown> extends RouteOptions<Path, Search> {
  errorComponent?: ComponentType<{ error: unknown }>
}

/** A route with what its address says. */
export interface Match {
  location: Location
  route: Route
  params: Record<string, string>
  search: SearchParams
  /** The route's parents and the route itself. */
  chain: readonly Route[]
  /** Why the page can't be shown. */
  error?: unknown
}

/** Routes of the application, which `routes.tsx` registers. */
export interface Register {}
type RegisteredRoute = Register extends { routes: infer Routes } ? Routes : never

export type RoutePath = Exclude<
  RegisteredRoute extends Route<infer Path, never> ? Path : RegisteredRoute extends { path: infer Path extends string } ? Path : never,
  '/$'
>
export type SearchOf<Path> = RegisteredRoute extends infer Each ? (Each extends Route<string, infer Search> & { path: Path } ? Search : never) : never
type ParamNames<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
export type ParamsOf<Path> = { [Name in ParamNames<Path>]: string }
/** Paths without parameters. */
export type PlainPath = { [Path in RoutePath]: [ParamNames<Path>] extends [never] ? Path : never }[RoutePath]

/** Names of routes for hooks: those of pages behind the sign-in begin with `/signed-in`. */
export type RouteId = RoutePath | `/signed-in${RoutePath}`
export type PathOf<Id extends RouteId> = Id extends `/signed-in${infer Path}` ? Path : Id

interface Options {
  hash?: string
  replace?: boolean
  /** Whether the page is scrolled to its top. True by default. */
  resetScroll?: boolean
}
type SearchChange<Search> = Search | ((before: Search) => Search)
type Step<Path extends RoutePath> = { to: Path; search?: SearchChange<SearchOf<Path>> } & ([ParamNames<Path>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<Path> })
/** Another search of the same page. */
export type SearchStep<Search> = Options & { to?: undefined; search: SearchChange<Search> }
/** Where to go: a page with its parameters, the same page with another search, or a link. */
export type Target = Options &
  (
    | { [Path in RoutePath]: Step<Path> }[RoutePath]
    | { to: PlainPath; search?: undefined; params?: undefined }
    | { to: '.'; search: SearchChange<SearchParams>; params?: undefined }
  )
export type AnyTarget = Options & { href?: string; to?: string; params?: Record<string, string>; search?: SearchChange<SearchParams> }
