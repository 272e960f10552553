import { afterEach, describe, expect, it, vi } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { documentServer, PUBLIC } from './documentServer.ts'
import { authorize, consentPageOf, createBrowser, createPkce, exchangeCode, obtainCode, REDIRECT, signIn } from './oauthFlow.ts'

const testServer = useTestServer()
afterEach(() => void vi.restoreAllMocks())

describe('a client with the URL of a client document', () => {
  const address = 'https://claude.ai/oauth/claude-code-client-metadata'
  const hosts = { 'claude.ai': [PUBLIC], 'app.example': [PUBLIC], 'inner.app.example': ['10.0.0.7'], 'rebinds.app.example': [PUBLIC, '127.0.0.1'] }
  let server: Awaited<ReturnType<typeof documentServer>>
  afterEach(() => server.close())
  const serve = async (document: object | string, status = 200, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    (server = await documentServer(hosts, (_req, res) =>
      res.writeHead(status, headers).end(typeof document === 'string' ? document : JSON.stringify(document)),
    ))
  const sendAuthorization = (client_id: string) =>
    authorize(testServer().url, createBrowser(), { client_id, redirect_uri: 'http://localhost:54321/callback', code_challenge: createPkce().challenge })

  it('is accepted as Claude Code describes itself, at any loopback port', async () => {
    const { requestedUrls } = await serve({
      client_id: address,
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    expect(consentPageOf(await sendAuthorization(address), testServer().url).pathname).toMatch(/^\/connect\//)
    expect(requestedUrls).toEqual([address])
    const acme = await testServer().workspace()
    const obtained = await obtainCode({
      url: testServer().url,
      accessToken: await signIn(testServer().url, acme),
      workspaceId: acme.id,
      clientId: address,
      query: { redirect_uri: 'http://localhost:54321/callback' },
    })
    expect((await exchangeCode(testServer().url, obtained, { redirect_uri: 'http://localhost:54321/callback' })).status).toBe(200)
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'Client', id: address } })).toBe(0)
  })

  it.each([
    ['is about another client', { client_id: 'https://claude.ai/other', redirect_uris: [REDIRECT] }],
    ['has a secret', { client_id: 'https://app.example/2', redirect_uris: [REDIRECT], client_secret: 'x' }],
    ['is not JSON', '<html>'],
    ['is too large', JSON.stringify({ client_id: 'https://app.example/4', redirect_uris: [REDIRECT], x: 'x'.repeat(10_000) })],
  ])('is refused if the document %s', async (what, document) => {
    const ids: Record<string, string> = { 'has a secret': 'https://app.example/2', 'is too large': 'https://app.example/4' }
    const id = ids[what] ?? `https://app.example/${what.length}`
    const { requestedUrls } = await serve(document)
    expect((await sendAuthorization(id)).status).toBe(400)
    expect(new Set(requestedUrls)).toEqual(new Set([id]))
  })

  it('is not followed through a redirect', async () => {
    const { requestedUrls } = await serve('', 302, { location: 'https://claude.ai/elsewhere' })
    expect((await sendAuthorization('https://app.example/moved')).status).toBe(400)
    expect(new Set(requestedUrls)).toEqual(new Set(['https://app.example/moved']))
  })

  it('is not fetched from this machine or its network, nor from a name with an address there', async () => {
    const { requestedUrls, connections } = await serve({})
    for (const id of [
      'https://localhost/client',
      'https://127.0.0.1/client',
      'https://169.254.169.254/client',
      'https://[::1]/client',
      'https://metadata.internal/client',
      'http://app.example/client',
    ])
      expect((await sendAuthorization(id)).status).toBe(400)
    expect(connections).not.toHaveBeenCalled()
    for (const id of ['https://inner.app.example/client', 'https://rebinds.app.example/client']) expect((await sendAuthorization(id)).status).toBe(400)
    expect(new Set(connections.mock.calls.map(([target]) => (target as URL).hostname))).toEqual(new Set(['inner.app.example', 'rebinds.app.example']))
    expect(requestedUrls).toEqual([])
  })
})
