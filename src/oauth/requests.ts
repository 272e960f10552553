import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'

/** Our scopes in an authorization request; all of them if it names none, as several clients do. */
export function requestedScopes(scope: unknown) {
  const names = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  const requested = KEY_SCOPES.filter((candidate) => names.has(candidate))
  return requested.length > 0 ? requested : [...KEY_SCOPES]
}

/** The URL of an authorization request with explicit scopes, without `openid`, since no identity tokens are issued. */
export function normalizeTarget(target: string, base: string): string {
  const url = new URL(target, base)
  const others = (url.searchParams.get('scope') ?? '').split(' ').filter((scope) => scope === 'offline_access')
  url.searchParams.set('scope', [...requestedScopes(url.searchParams.get('scope')), ...others].join(' '))
  return url.pathname + url.search
}

/** Removes the library's session cookie: the dashboard decides who is signed in, for each request. */
export const withoutSession = (cookies: string | undefined) =>
  cookies
    ?.split(/; */)
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ')

export const SESSION_COOKIE = '_callwright_as_session'
