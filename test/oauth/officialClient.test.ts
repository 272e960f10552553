import { auth, Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { useWorld } from '../kit/world.ts'
import { backToApp, browser, decide, pageOf, REDIRECT, request, signIn } from './oauthFlow.ts'

const world = useWorld()

/** An app that uses the official client's own OAuth; the person's browser is driven as the dashboard's page would be. */
function app(name: string) {
  const kept: Record<string, any> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: name,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'of the app',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery,
  }
  return { kept, provider }
}

/** What its person does once their browser is sent here; answers what the app is told. */
async function consent(kept: Record<string, any>, base: string, acme: { id: number; email: string; password: string }, without: string[] = []) {
  const [browsing, accessToken] = [browser(), await signIn(base, acme)]
  const page = pageOf(await browsing.fetch(kept.url), base)
  const { scopes } = (await (await request(browsing, page, accessToken)).json()) as { scopes: string[] }
  const granted = scopes.filter((scope) => !without.includes(scope))
  return backToApp(browsing, await decide(browsing, page, accessToken, { approve: true, workspace_id: acme.id, scopes: granted }))
}

describe('the official client', () => {
  it.each(['127.0.0.1', 'localhost'])('finds its way from a bare address to a tool, at %s, in both eras of the protocol', async (host) => {
    const acme = await world().workspace()
    const base = world().url.replace('127.0.0.1', host)
    const serverUrl = `${base}/mcp`
    const { kept, provider } = app('Official')
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
    const back = await consent(kept, base, acme, ['agents:write'])
    expect(back.get('iss')).toBe(base)
    expect(await auth(provider, { serverUrl, authorizationCode: back.get('code')!, iss: back.get('iss')! })).toBe('AUTHORIZED')
    for (const mode of [{ pin: '2026-07-28' }, 'legacy'] as const) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } } as never)
      await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }))
      const info = await client.callTool({ name: 'get_workspace_info', arguments: {} })
      expect(info.isError ?? false).toBe(false)
      const declined = await client.callTool({ name: 'delete_agent', arguments: { agent_id: 1 } })
      expect(declined.isError).toBe(true)
      await client.close()
    }
    const first = kept.tokens.access_token
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED')
    expect(kept.tokens.access_token).not.toBe(first)
  })
})
