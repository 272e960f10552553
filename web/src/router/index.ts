import type { Route, RouteOptions } from './types.ts'

export { Navigate, useBlocker, useLocation, useMatch, useNavigate, useParams, useRouter, useSearch } from './hooks.ts'
export { lazy } from './lazy.ts'
export { createLink, isPlainClick, Link } from './Link.tsx'
export { Outlet, RouterProvider } from './RouterProvider.tsx'
export { createRouter, redirect } from './router.ts'
export type { PlainPath, Register, Route } from './types.ts'

/** A page, and how its address is written. A name in the path that begins with `$` is a parameter. */
export const createRoute = <Path extends string, Search = object>(options: RouteOptions<Path, Search>): Route<Path, Search> => options
