import { beforeAll, describe, expect, it } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import {
  authorize,
  createBrowser,
  connectApp,
  obtainCode,
  exchangeCode,
  postForm,
  createPkce,
  refreshTokens,
  registerClient,
  REDIRECT,
  signIn,
  type Tokens,
} from './oauthFlow.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let accessToken: string
beforeAll(async () => {
  acme = await testServer().workspace()
  accessToken = await signIn(testServer().url, acme)
})
const flowOptions = () => ({ url: testServer().url, accessToken, workspaceId: acme.id, scope: 'me:read' })
const resource = () => `${testServer().url}/mcp`
const isValid = (token: string, audience = resource()) =>
  connectedApps.authenticate(token, audience).then(
    () => true,
    () => false,
  )
const readResponse = async (res: Response) => ({ status: res.status, ...((await res.json()) as object) })
const credentialOf = async (token: string) => (await connectedApps.authenticate(token, resource())).actor.keyId
const isRevoked = async (id: number) => (await anyWorkspace.apiKey.findUniqueOrThrow({ where: { id } })).revokedAt !== null

describe('asking for access', () => {
  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: undefined }],
  ])('requires a hashed challenge: %s', async (_what, query) => {
    const { client_id } = await registerClient(testServer().url)
    const res = await authorize(testServer().url, createBrowser(), { client_id, code_challenge: createPkce().challenge, ...query })
    expect(new URL(res.headers.get('location')!).searchParams.get('error')).toBe('invalid_request')
  })

  it('never redirects to an unregistered URL, and shows an error page without scripts instead', async () => {
    const { client_id } = await registerClient(testServer().url)
    for (const query of [{ client_id, redirect_uri: 'http://127.0.0.1:33418/other' }, { client_id: '<script>alert(1)</script>' }]) {
      const url = `${testServer().url}/oauth/authorize?${new URLSearchParams({ response_type: 'code', redirect_uri: REDIRECT, code_challenge: createPkce().challenge, code_challenge_method: 'S256', ...query } as Record<string, string>)}`
      const res = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html' } })
      expect(res.status).toBe(400)
      expect(res.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await res.text()
      expect(page).toContain('This app cannot be connected')
      expect(page).not.toContain('<script')
    }
  })

  it('rejects any other resource', async () => {
    const { client_id } = await registerClient(testServer().url)
    const res = await authorize(testServer().url, createBrowser(), {
      client_id,
      code_challenge: createPkce().challenge,
      resource: 'https://elsewhere.example/mcp',
    })
    expect(new URL(res.headers.get('location')!).searchParams.get('error')).toBe('invalid_target')
  })

  it.each(['', '/', '/mcp', '/mcp/', undefined])('accepts every spelling of the resource (%s), and issues tokens for one', async (path) => {
    const resourceUrl = path === undefined ? undefined : testServer().url + path
    const obtained = await obtainCode({ ...flowOptions(), query: { resource: resourceUrl } })
    const { url } = testServer()
    const fields = {
      grant_type: 'authorization_code',
      client_id: obtained.client_id,
      code: obtained.code,
      code_verifier: obtained.verifier,
      redirect_uri: REDIRECT,
    }
    const { access_token } = (await (await postForm(`${url}/oauth/token`, { ...fields, ...(resourceUrl && { resource: resourceUrl }) })).json()) as Tokens
    expect(await isValid(access_token)).toBe(true)
    expect(await isValid(access_token, url)).toBe(false)
  })

  it.each(['/oauth/authorize/', '/OAUTH/Authorize'])('treats other spellings of its path the same: %s', async (path) => {
    const { client_id } = await registerClient(testServer().url)
    const query = {
      response_type: 'code',
      client_id,
      redirect_uri: REDIRECT,
      scope: 'openid',
      code_challenge: createPkce().challenge,
      code_challenge_method: 'S256',
    }
    const res = await fetch(`${testServer().url}${path}?${new URLSearchParams(query)}`, { redirect: 'manual' })
    const uid = res.headers.get('location')?.split('/').pop()
    const { payload } = await anyWorkspace.oauthPayload.findUniqueOrThrow({ where: { model_id: { model: 'Interaction', id: uid! } } })
    expect((payload as { params: { scope: string } }).params.scope).not.toContain('openid')
  })

  it('is not possible with a form posted by another site', async () => {
    expect((await postForm(`${testServer().url}/oauth/authorize`, { client_id: 'x' })).status).toBe(404)
  })
})

describe('a code', () => {
  it('is invalid without its verifier, for another app, or with another redirect URL', async () => {
    const obtained = await obtainCode(flowOptions())
    const otherClient = await registerClient(testServer().url)
    expect(await readResponse(await exchangeCode(testServer().url, { ...obtained, verifier: createPkce().verifier }))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await readResponse(await exchangeCode(testServer().url, { ...obtained, client_id: otherClient.client_id }))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await readResponse(await exchangeCode(testServer().url, obtained, { redirect_uri: 'http://127.0.0.1:1/callback' }))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await readResponse(await exchangeCode(testServer().url, obtained, { resource: 'https://elsewhere.example/mcp' }))).toMatchObject({
      status: 400,
      error: 'invalid_target',
    })
  })

  it('can be used once, also by ten concurrent requests', async () => {
    const obtained = await obtainCode(flowOptions())
    const responses = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(testServer().url, obtained)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  it('revokes its tokens if it is used again', async () => {
    const { tokens, ...obtained } = await connectApp(flowOptions())
    const id = await credentialOf(tokens.access_token)
    expect(await readResponse(await exchangeCode(testServer().url, obtained))).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect([await isValid(tokens.access_token), await isRevoked(id)]).toEqual([false, true])
  })

  it('expires', async () => {
    const obtained = await obtainCode(flowOptions())
    await anyWorkspace.oauthPayload.updateMany({ where: { model: 'AuthorizationCode' }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await readResponse(await exchangeCode(testServer().url, obtained))).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  it('returns new tokens, including another refresh token', async () => {
    const { tokens, client_id } = await connectApp(flowOptions())
    const nextTokens = (await (await refreshTokens(testServer().url, client_id, tokens.refresh_token)).json()) as Tokens
    expect(nextTokens.refresh_token).not.toBe(tokens.refresh_token)
    expect(nextTokens).toMatchObject({ scope: 'me:read', expires_in: 28_800 })
    expect([await isValid(tokens.access_token), await isValid(nextTokens.access_token)]).toEqual([true, true])
  })

  it('used by ten concurrent requests gives each of them valid tokens', async () => {
    const { tokens, client_id } = await connectApp(flowOptions())
    const all = await Promise.all(Array.from({ length: 10 }, () => refreshTokens(testServer().url, client_id, tokens.refresh_token)))
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const nextTokens = (await Promise.all(all.map((res) => res.json()))) as Tokens[]
    for (const { access_token, refresh_token } of nextTokens) {
      expect(await isValid(access_token)).toBe(true)
      expect((await refreshTokens(testServer().url, client_id, refresh_token)).status).toBe(200)
    }
  })

  it('used again later counts as stolen and revokes the grant', async () => {
    const { tokens, client_id } = await connectApp(flowOptions())
    const id = await credentialOf(tokens.access_token)
    const nextTokens = (await (await refreshTokens(testServer().url, client_id, tokens.refresh_token)).json()) as Tokens
    const recordKey = { model_id: { model: 'RefreshToken', id: connectedApps.hashToken(tokens.refresh_token) } }
    await anyWorkspace.oauthPayload.update({ where: recordKey, data: { consumedAt: new Date(Date.now() - 31_000) } })
    expect(await readResponse(await refreshTokens(testServer().url, client_id, tokens.refresh_token))).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect([await isValid(tokens.access_token), await isValid(nextTokens.access_token), await isRevoked(id)]).toEqual([false, false, true])
    expect((await refreshTokens(testServer().url, client_id, nextTokens.refresh_token)).status).toBe(400)
    const entry = await anyWorkspace.auditEntry.findFirst({ where: { workspaceId: acme.id, operation: 'revokeToken', apiKeyId: id } })
    expect(entry).toMatchObject({ actorKind: 'app' })
  })

  it('is invalid for another app, another resource, or more scopes', async () => {
    const { tokens, client_id } = await connectApp(flowOptions())
    const other = await registerClient(testServer().url)
    expect(await readResponse(await refreshTokens(testServer().url, other.client_id, tokens.refresh_token))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await readResponse(await refreshTokens(testServer().url, client_id, tokens.refresh_token, { scope: 'calls:write' }))).toMatchObject({
      status: 400,
      error: 'invalid_scope',
    })
    expect(await readResponse(await refreshTokens(testServer().url, client_id, tokens.refresh_token, { resource: 'https://elsewhere.example' }))).toMatchObject(
      { status: 400 },
    )
  })

  it('and an access token cannot replace each other', async () => {
    const { tokens, client_id } = await connectApp(flowOptions())
    expect(await isValid(tokens.refresh_token)).toBe(false)
    expect((await refreshTokens(testServer().url, client_id, tokens.access_token)).status).toBe(400)
  })
})

describe('revocation', () => {
  it.each(['refresh_token', 'access_token'] as const)('of a %s revokes the grant', async (kind) => {
    const { tokens, client_id } = await connectApp(flowOptions())
    const id = await credentialOf(tokens.access_token)
    expect((await postForm(`${testServer().url}/oauth/revoke`, { client_id, token: tokens[kind], token_type_hint: kind })).status).toBe(200)
    expect([await isValid(tokens.access_token), await isRevoked(id)]).toEqual([false, true])
    expect((await refreshTokens(testServer().url, client_id, tokens.refresh_token)).status).toBe(400)
  })

  it('by another app has no effect and reveals nothing', async () => {
    const { tokens } = await connectApp(flowOptions())
    const other = await registerClient(testServer().url)
    expect((await postForm(`${testServer().url}/oauth/revoke`, { client_id: other.client_id, token: tokens.refresh_token })).status).toBe(200)
    expect(await isValid(tokens.access_token)).toBe(true)
  })
})

describe('other credentials', () => {
  it('are not accepted at the token endpoint', async () => {
    const key = (await acme.key()).apiKey
    for (const bearer of [key, accessToken]) {
      const res = await postForm(`${testServer().url}/oauth/token`, { grant_type: 'client_credentials' }, { Authorization: `Bearer ${bearer}` })
      expect([400, 401]).toContain(res.status)
      expect(await isValid(bearer)).toBe(false)
    }
  })

  it('of an app are refused by REST and GraphQL', async () => {
    const { tokens } = await connectApp(flowOptions())
    for (const [name, value] of [
      ['Authorization', `Bearer ${tokens.access_token}`],
      ['X-API-Key', tokens.access_token],
    ] as const)
      expect((await fetch(`${testServer().url}/api/v1/me`, { headers: { [name]: value } })).status).toBe(401)
    const res = await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { id } }' }),
    })
    expect(JSON.stringify(await res.json())).not.toContain('"viewer":{')
  })
})

it('no token, code or secret is stored in plain text', async () => {
  const { tokens, client_id, code } = await connectApp(flowOptions())
  const secret = (await registerClient(testServer().url, { token_endpoint_auth_method: 'client_secret_post' })).client_secret!
  const rows = JSON.stringify(await anyWorkspace.oauthPayload.findMany())
  expect(rows).toContain(client_id)
  for (const secretValue of [tokens.access_token, tokens.refresh_token, code, secret]) expect(rows).not.toContain(secretValue)
})
