import { auth, Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'
import { followRedirectToApp, createBrowser, answerConsent, consentPageOf, REDIRECT, fetchConsentRequest, signIn } from './oauthFlow.ts'

const testServer = useTestServer()

/** Creates an app with the official client's own OAuth. */
function createApp(name: string) {
  const stored: Record<string, any> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: name,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'app-state',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (url) => void (stored.url = url),
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier,
    saveDiscoveryState: (state) => void (stored.discovery = state),
    discoveryState: () => stored.discovery,
  }
  return { stored, provider }
}

/** Gives consent as the user, and returns the parameters of the redirect to the app. */
async function giveConsent(stored: Record<string, any>, base: string, acme: { id: number; email: string; password: string }, declinedScopes: string[] = []) {
  const [browser, accessToken] = [createBrowser(), await signIn(base, acme)]
  const page = consentPageOf(await browser.fetch(stored.url), base)
  const { scopes } = (await (await fetchConsentRequest(browser, page, accessToken)).json()) as { scopes: string[] }
  const granted = scopes.filter((scope) => !declinedScopes.includes(scope))
  return followRedirectToApp(browser, await answerConsent(browser, page, accessToken, { approve: true, workspace_id: acme.id, scopes: granted }))
}

describe('the official client', () => {
  it.each(['127.0.0.1', 'localhost'])('connects from the bare URL at %s and calls a tool, in both protocol versions', async (host) => {
    const acme = await testServer().workspace()
    const base = testServer().url.replace('127.0.0.1', host)
    const serverUrl = `${base}/mcp`
    const { stored, provider } = createApp('Official')
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
    const parameters = await giveConsent(stored, base, acme, ['agents:write'])
    expect(parameters.get('iss')).toBe(base)
    expect(await auth(provider, { serverUrl, authorizationCode: parameters.get('code')!, iss: parameters.get('iss')! })).toBe('AUTHORIZED')
    for (const mode of [{ pin: '2026-07-28' }, 'legacy'] as const) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } } as never)
      await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }))
      const info = await client.callTool({ name: 'get_workspace_info', arguments: {} })
      expect(info.isError ?? false).toBe(false)
      const declinedCall = await client.callTool({ name: 'delete_agent', arguments: { agent_id: 1 } })
      expect(declinedCall.isError).toBe(true)
      await client.close()
    }
    const firstToken = stored.tokens.access_token
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED')
    expect(stored.tokens.access_token).not.toBe(firstToken)
  })
})
