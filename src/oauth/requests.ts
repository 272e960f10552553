import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'

/** The scopes of ours that an authorization request asks for; all of them where it names none, as several clients do. */
export function askedScopes(scope: unknown) {
  const named = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  const asked = KEY_SCOPES.filter((one) => named.has(one))
  return asked.length > 0 ? asked : [...KEY_SCOPES]
}

/** The target of an authorization request, with the scopes that it means: never `openid`, since nobody is identified here. */
export function meant(target: string, base: string): string {
  const url = new URL(target, base)
  const others = (url.searchParams.get('scope') ?? '').split(' ').filter((scope) => scope === 'offline_access')
  url.searchParams.set('scope', [...askedScopes(url.searchParams.get('scope')), ...others].join(' '))
  return url.pathname + url.search
}

/** Cookies without the library's own session: who is signed in is the dashboard's to say, each time anew. */
export const withoutSession = (cookies: string | undefined) =>
  cookies
    ?.split(/; */)
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ')

export const SESSION_COOKIE = '_callwright_as_session'
