import { describe, expect, it } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { toDisplayName } from '../../src/oauth/clients.ts'
import * as appGrants from '../../src/services/access/appGrants.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import {
  authorize,
  connectApp,
  consentPageOf,
  createBrowser,
  createPkce,
  exchangeCode,
  fetchConsentRequest,
  obtainCode,
  postForm,
  registerClient,
  requestRegistration,
  signIn,
} from './oauthFlow.ts'

const testServer = useTestServer()

/** Registration metadata of well-known clients. */
const CLIENTS = {
  Claude: {
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'me:read calls:write',
  },
  'Claude Code': {
    client_name: 'Claude Code (callwright)',
    redirect_uris: ['http://localhost:54545/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  Cursor: {
    client_name: 'Cursor',
    redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  },
  'VS Code': {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    redirect_uris: ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  ChatGPT: {
    client_name: 'ChatGPT',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  },
  'a client that sends null for absent fields': {
    client_name: 'Nulls',
    redirect_uris: ['http://localhost:3334/oauth/callback'],
    client_uri: null,
    logo_uri: null,
    scope: null,
    contacts: null,
    tos_uri: '',
    jwks_uri: null,
    jwks: null,
    software_id: null,
    token_endpoint_auth_method: 'none',
  },
}

describe('registration', () => {
  it.each(Object.entries(CLIENTS))('accepts %s as it registers', async (_name, metadata) => {
    const res = await requestRegistration(testServer().url, metadata)
    expect(res.status).toBe(201)
    expect(res.headers.get('access-control-allow-origin')).toBe('*')
    const client = (await res.json()) as Record<string, unknown>
    expect(client).toMatchObject({
      client_id: expect.stringMatching(/^app_/),
      grant_types: ['authorization_code', 'refresh_token'],
      registration_client_uri: expect.any(String),
    })
    for (const redirect_uri of metadata.redirect_uris) {
      const response = await authorize(testServer().url, createBrowser(), {
        client_id: String(client.client_id),
        redirect_uri,
        code_challenge: createPkce().challenge,
      })
      expect(consentPageOf(response, testServer().url).pathname).toMatch(/^\/connect\//)
    }
  })

  it.each([
    ['unencrypted web URLs', ['http://evil.example/callback']],
    ['a script URL', ['javascript:alert(1)']],
    ['a data URL', ['data:text/html,hello']],
    ['invalid URLs', ['nonsense']],
    ['an empty list', []],
    ['a value that is not a list', 'https://app.example/callback'],
    ['too many URLs', Array.from({ length: 21 }, (_, i) => `https://app.example/${i}`)],
    ['an overlong URL', [`https://app.example/${'a'.repeat(1_000)}`]],
    ['a URL with a password', ['https://user:secret@app.example/callback']],
  ])('refuses redirects to %s', async (_what, redirect_uris) => {
    const before = await anyWorkspace.oauthPayload.count({ where: { model: 'Client' } })
    const res = await requestRegistration(testServer().url, { redirect_uris })
    expect(res.status).toBe(400)
    expect(((await res.json()) as { error: string }).error).toMatch(/^invalid_(redirect_uri|client_metadata)$/)
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'Client' } })).toBe(before)
  })

  it('accepts a loopback redirect at any port, but only at its own path', async () => {
    const { client_id } = await registerClient(testServer().url, { redirect_uris: ['http://localhost/callback'] })
    const sendAuthorization = (redirect_uri: string) =>
      authorize(testServer().url, createBrowser(), { client_id, redirect_uri, code_challenge: createPkce().challenge })
    expect((await sendAuthorization('http://localhost:51999/callback')).status).toBe(303)
    expect((await sendAuthorization('http://localhost:51999/elsewhere')).status).toBe(400)
  })

  it('drops URLs that the server would fetch, and unknown fields', async () => {
    const res = await requestRegistration(testServer().url, {
      jwks_uri: 'http://169.254.169.254/',
      sector_identifier_uri: 'https://169.254.169.254/',
      backchannel_logout_uri: 'https://169.254.169.254/',
      'x-mine': 'x'.repeat(10_000),
    })
    expect(res.status).toBe(201)
    const { client_id } = (await res.json()) as { client_id: string }
    const { payload } = await anyWorkspace.oauthPayload.findUniqueOrThrow({ where: { model_id: { model: 'Client', id: client_id } } })
    expect(JSON.stringify(payload)).not.toMatch(/169\.254|x-mine/)
  })

  it('issues a secret on request, which the token endpoint then requires', async () => {
    const { url } = testServer()
    const acme = await testServer().workspace()
    const { client_id, client_secret } = await registerClient(url, { token_endpoint_auth_method: 'client_secret_post' })
    const options = { url, accessToken: await signIn(url, acme), workspaceId: acme.id, clientId: client_id }
    expect((await exchangeCode(url, await obtainCode(options))).status).toBe(401)
    expect((await exchangeCode(url, await obtainCode(options), { client_secret: 'guessed' })).status).toBe(401)
    expect((await exchangeCode(url, await obtainCode(options), { client_secret: client_secret! })).status).toBe(200)
  })

  it('removes invisible characters from names', async () => {
    expect(toDisplayName('  Cla\u202eude\n\u0000 \u200bapp ')).toBe('Cla ude app')
    expect(toDisplayName('x'.repeat(500))).toHaveLength(100)
    const { url } = testServer()
    const { client_id } = await registerClient(url, { client_name: '\u202e\u200b' })
    const browser = createBrowser()
    const page = consentPageOf(await authorize(url, browser, { client_id, code_challenge: createPkce().challenge }), url)
    const { client } = (await (await fetchConsentRequest(browser, page, await signIn(url, await testServer().workspace()))).json()) as {
      client: { name: string }
    }
    expect(client.name).toBe('127.0.0.1')
  })

  it('expires after a week without any grant, after a month without an active grant, and otherwise never', async () => {
    const { url } = testServer()
    const acme = await testServer().workspace()
    const app = async () => connectApp({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    const [usedApp, endedApp] = [await app(), await app()]
    const { client_id: unusedClientId } = await registerClient(url)
    expect((await postForm(`${url}/oauth/revoke`, { token: endedApp.tokens.refresh_token, client_id: endedApp.client_id })).status).toBe(200)
    const listKnown = async (days: number) => {
      await anyWorkspace.oauthPayload.updateMany({ where: { model: 'Client' }, data: { createdAt: new Date(Date.now() - days * 86_400_000) } })
      await appGrants.deleteUnusedClients()
      const rows = await anyWorkspace.oauthPayload.findMany({ where: { model: 'Client' }, select: { id: true } })
      return [unusedClientId, endedApp.client_id, usedApp.client_id].map((id) => rows.some((row) => row.id === id))
    }
    expect(await listKnown(6)).toEqual([true, true, true])
    expect(await listKnown(8)).toEqual([false, true, true])
    expect(await listKnown(29)).toEqual([false, true, true])
    expect(await listKnown(31)).toEqual([false, false, true])
    expect((await postForm(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id: unusedClientId, refresh_token: 'x' })).status).toBe(401)
  })

  it('deletes expired records, and nothing else', async () => {
    const { url } = testServer()
    const acme = await testServer().workspace()
    const { tokens } = await connectApp({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    await registerClient(url)
    const key = { model_id: { model: 'RefreshToken', id: connectedApps.hashToken(tokens.refresh_token) } }
    await anyWorkspace.oauthPayload.update({ where: key, data: { expiresAt: new Date(Date.now() - 1) } })
    await appGrants.deleteExpired()
    expect(await anyWorkspace.oauthPayload.findUnique({ where: key })).toBeNull()
    await connectedApps.authenticate(tokens.access_token, `${url}/mcp`)
  })
})
