import { createHash, randomBytes } from 'node:crypto'
import { graphql } from '../kit/client.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

/** A browser as far as it matters here: it keeps cookies by their paths, and follows nothing by itself. */
export function browser() {
  const jar = new Map<string, { value: string; path: string }>()
  return {
    async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
      const { pathname } = new URL(url)
      const cookie = [...jar].filter(([, { path }]) => pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
      const res = await fetch(url, {
        redirect: 'manual',
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...(cookie.length && { cookie: cookie.join('; ') }) },
      })
      for (const set of res.headers.getSetCookie()) {
        const [pair, ...flags] = set.split('; ')
        const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
        const path = flags.find((flag) => /^path=/i.test(flag))?.slice(5) ?? '/'
        if (value) jar.set(name, { value, path })
        else jar.delete(name)
      }
      return res
    },
  }
}
export type Browser = ReturnType<typeof browser>

/** Signs somebody in at the dashboard; answers their access token. */
export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const { data } = await graphql(url, {}, 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input: { email, password } })
  return (data as { signIn: { accessToken: string } }).signIn.accessToken
}

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const form = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }, body: new URLSearchParams(fields) })

export const register = (url: string, metadata: object = {}) =>
  fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata }),
  })

export async function registered(url: string, metadata?: object): Promise<{ client_id: string; client_secret?: string }> {
  return (await register(url, metadata)).json() as Promise<{ client_id: string }>
}

/** Sends a browser to the authorization endpoint. */
export function authorize(url: string, browsing: Browser, query: Record<string, string | undefined>) {
  const given = { response_type: 'code', redirect_uri: REDIRECT, resource: `${url}/mcp`, state: 'state', code_challenge_method: 'S256', ...query }
  return browsing.fetch(
    `${url}/oauth/authorize?${new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))}`,
  )
}

/** The address of the consent page to which it was sent. */
export const pageOf = (res: Response, url: string) => new URL(res.headers.get('location')!, url)

export const request = (browsing: Browser, page: URL, accessToken: string) =>
  browsing.fetch(`${page.href}/request`, { headers: { Authorization: `Bearer ${accessToken}` } })

export const decide = (browsing: Browser, page: URL, accessToken: string, body: object) =>
  browsing.fetch(`${page.href}/answer`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Follows what the page is told to go to, back to the app: with a code, or an error. */
export async function backToApp(browsing: Browser, answered: Response): Promise<URLSearchParams> {
  const told = (await answered.json()) as { redirect_to: string; detail?: unknown }
  const { redirect_to } = told
  if (!redirect_to) throw new Error(`no way back: ${answered.status} ${JSON.stringify(told)}`)
  const res = await browsing.fetch(redirect_to)
  return new URL(res.headers.get('location')!).searchParams
}

interface Dance {
  url: string
  accessToken: string
  workspaceId: number
  clientId?: string
  scope?: string
  /** What the person allows; all that is asked when absent. */
  scopes?: string[]
  query?: Record<string, string | undefined>
  caps?: { call_limit?: number; spend_limit?: string }
}

/** All of it up to the code. */
export async function consented({ url, accessToken, workspaceId, clientId, scope, scopes, query, caps }: Dance) {
  const client_id = clientId ?? (await registered(url)).client_id
  const { verifier, challenge } = pkce()
  const browsing = browser()
  const page = pageOf(await authorize(url, browsing, { client_id, scope, code_challenge: challenge, ...query }), url)
  const asked = (await (await request(browsing, page, accessToken)).json()) as { scopes: string[] }
  const answered = await decide(browsing, page, accessToken, { approve: true, workspace_id: workspaceId, scopes: scopes ?? asked.scopes, ...caps })
  const back = await backToApp(browsing, answered)
  return { client_id, verifier, code: back.get('code')!, back, browsing, page }
}

export const exchange = (
  url: string,
  { client_id, verifier, code }: { client_id: string; verifier: string; code: string },
  more: Record<string, string> = {},
) =>
  form(`${url}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    resource: `${url}/mcp`,
    ...more,
  })

export const refresh = (url: string, client_id: string, refresh_token: string, more: Record<string, string> = {}) =>
  form(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id, refresh_token, resource: `${url}/mcp`, ...more })

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  token_type: string
}

/** All of it: an app with its tokens. */
export async function connected(dance: Dance) {
  const got = await consented(dance)
  const res = await exchange(dance.url, got)
  return { ...got, tokens: (await res.json()) as Tokens }
}
