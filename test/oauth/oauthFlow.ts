import { createHash, randomBytes } from 'node:crypto'
import { graphql } from '../kit/clients/client.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

/** Creates a minimal browser: it stores cookies by path, and does not follow redirects. */
export function createBrowser() {
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
export type Browser = ReturnType<typeof createBrowser>

/** Signs a user in at the dashboard, and returns the access token. */
export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const { data } = await graphql(url, {}, 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input: { email, password } })
  return (data as { signIn: { accessToken: string } }).signIn.accessToken
}

export const createPkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const postForm = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }, body: new URLSearchParams(fields) })

export const requestRegistration = (url: string, metadata: object = {}) =>
  fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata }),
  })

export async function registerClient(url: string, metadata?: object): Promise<{ client_id: string; client_secret?: string }> {
  return (await requestRegistration(url, metadata)).json() as Promise<{ client_id: string }>
}

/** Sends a browser to the authorization endpoint. */
export function authorize(url: string, browser: Browser, query: Record<string, string | undefined>) {
  const parameters = { response_type: 'code', redirect_uri: REDIRECT, resource: `${url}/mcp`, state: 'state', code_challenge_method: 'S256', ...query }
  return browser.fetch(
    `${url}/oauth/authorize?${new URLSearchParams(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined))}`,
  )
}

/** The URL of the consent page in a redirect. */
export const consentPageOf = (res: Response, url: string) => new URL(res.headers.get('location')!, url)

export const fetchConsentRequest = (browser: Browser, page: URL, accessToken: string) =>
  browser.fetch(`${page.href}/request`, { headers: { Authorization: `Bearer ${accessToken}` } })

export const answerConsent = (browser: Browser, page: URL, accessToken: string, body: object) =>
  browser.fetch(`${page.href}/answer`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Follows the redirect to the app, and returns its parameters: a code or an error. */
export async function followRedirectToApp(browser: Browser, response: Response): Promise<URLSearchParams> {
  const redirect = (await response.json()) as { redirect_to: string; detail?: unknown }
  const { redirect_to } = redirect
  if (!redirect_to) throw new Error(`no redirect to the app: ${response.status} ${JSON.stringify(redirect)}`)
  const res = await browser.fetch(redirect_to)
  return new URL(res.headers.get('location')!).searchParams
}

interface OauthFlowOptions {
  url: string
  accessToken: string
  workspaceId: number
  clientId?: string
  scope?: string
  /** Scopes that the user approves. Defaults to all requested ones. */
  scopes?: string[]
  query?: Record<string, string | undefined>
  limits?: { call_limit?: number; spend_limit?: string }
}

/** Runs the flow up to the authorization code. */
export async function obtainCode({ url, accessToken, workspaceId, clientId, scope, scopes, query, limits }: OauthFlowOptions) {
  const client_id = clientId ?? (await registerClient(url)).client_id
  const { verifier, challenge } = createPkce()
  const browser = createBrowser()
  const page = consentPageOf(await authorize(url, browser, { client_id, scope, code_challenge: challenge, ...query }), url)
  const consentRequest = (await (await fetchConsentRequest(browser, page, accessToken)).json()) as { scopes: string[] }
  const response = await answerConsent(browser, page, accessToken, {
    approve: true,
    workspace_id: workspaceId,
    scopes: scopes ?? consentRequest.scopes,
    ...limits,
  })
  const back = await followRedirectToApp(browser, response)
  return { client_id, verifier, code: back.get('code')!, back, browser, page }
}

export const exchangeCode = (
  url: string,
  { client_id, verifier, code }: { client_id: string; verifier: string; code: string },
  overrides: Record<string, string> = {},
) =>
  postForm(`${url}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    resource: `${url}/mcp`,
    ...overrides,
  })

export const refreshTokens = (url: string, client_id: string, refresh_token: string, overrides: Record<string, string> = {}) =>
  postForm(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id, refresh_token, resource: `${url}/mcp`, ...overrides })

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  token_type: string
}

/** Runs the whole flow, and returns the app with its tokens. */
export async function connectApp(options: OauthFlowOptions) {
  const code = await obtainCode(options)
  const res = await exchangeCode(options.url, code)
  return { ...code, tokens: (await res.json()) as Tokens }
}
