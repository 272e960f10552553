import { describe, expect, it } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import {
  authorize,
  followRedirectToApp,
  createBrowser,
  connectApp,
  obtainCode,
  answerConsent,
  exchangeCode,
  consentPageOf,
  createPkce,
  refreshTokens,
  registerClient,
  fetchConsentRequest,
  signIn,
} from './oauthFlow.ts'

const testServer = useTestServer()

/** Opens the consent page as a signed-in user. */
async function openConsentPage(acme: TestWorkspace, query: Record<string, string | undefined> = {}) {
  const { url } = testServer()
  const [accessToken, { client_id }] = [await signIn(url, acme), await registerClient(url)]
  const [browser, { verifier, challenge }] = [createBrowser(), createPkce()]
  const page = consentPageOf(await authorize(url, browser, { client_id, code_challenge: challenge, ...query }), url)
  const approve = (scopes: string[], extraFields: object = {}) =>
    answerConsent(browser, page, accessToken, { approve: true, workspace_id: acme.id, scopes, ...extraFields })
  return { url, accessToken, client_id, verifier, browser, page, approve }
}
const countGrants = (workspaceId: number) => anyWorkspace.appGrant.count({ where: { workspaceId } })

describe('connecting an app', () => {
  it('grants the approved scopes and limits only', async () => {
    const acme = await testServer().workspace()
    const accessToken = await signIn(testServer().url, acme)
    const { tokens, client_id } = await connectApp({
      url: testServer().url,
      accessToken,
      workspaceId: acme.id,
      scope: 'me:read agents:write calls:write',
      scopes: ['me:read', 'agents:write'],
      limits: { call_limit: 5, spend_limit: '12.50' },
    })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 28_800, scope: 'me:read agents:write' })
    const { actor, unavailableScopes: unavailable } = await connectedApps.authenticate(tokens.access_token, `${testServer().url}/mcp`)
    expect(actor).toMatchObject({ kind: 'app', workspaceId: acme.id })
    expect([...actor.scopes]).toEqual(['me:read', 'agents:write'])
    expect([...unavailable]).toEqual(['calls:write'])
    expect(await anyWorkspace.appGrant.findUnique({ where: { keyId: actor.keyId } })).toMatchObject({
      clientId: client_id,
      redirectHost: '127.0.0.1',
      declinedScopes: ['calls:write'],
      callLimit: 5,
      spendLimitMicros: 12_500_000n,
    })
    const entry = await anyWorkspace.auditEntry.findFirst({ where: { workspaceId: acme.id, operation: 'approveConnectedApp' } })
    expect(entry).toMatchObject({ actorKind: 'user', userId: actor.userId })
  })

  it('tells the consent page the app, its scopes and the possible workspaces', async () => {
    const acme = await testServer().workspace({ name: 'Acme GmbH' })
    const { browser, page, accessToken, client_id } = await openConsentPage(acme, { scope: 'calls:write me:read openid nonsense' })
    const res = await fetchConsentRequest(browser, page, accessToken)
    expect(res.headers.get('cache-control')).toBe('no-store')
    expect(await res.json()).toEqual({
      client: { id: client_id, name: 'Test app', redirect_host: '127.0.0.1', is_local: true, redirect_uri: 'http://127.0.0.1:33418/callback' },
      scopes: ['me:read', 'calls:write'],
      workspaces: [{ id: acme.id, name: 'Acme GmbH', role: 'owner', scopes: ['me:read', 'calls:write'] }],
      expires_at: expect.stringMatching(/Z$/),
    })
  })

  it.each([undefined, '', 'openid', 'offline_access', 'nonsense'])('requests every scope if the app names no known one: %s', async (scope) => {
    const { browser, page, accessToken } = await openConsentPage(await testServer().workspace(), { scope })
    expect(((await (await fetchConsentRequest(browser, page, accessToken)).json()) as { scopes: string[] }).scopes).toEqual([...KEY_SCOPES])
  })

  it('tells the app that access was denied, and stores no grant', async () => {
    const acme = await testServer().workspace()
    const { browser, page, accessToken, url } = await openConsentPage(acme)
    const parameters = await followRedirectToApp(browser, await answerConsent(browser, page, accessToken, { approve: false }))
    expect(Object.fromEntries(parameters)).toMatchObject({ error: 'access_denied', state: 'state', iss: url })
    expect(await countGrants(acme.id)).toBe(0)
  })

  it('is possible only in the browser that started the request, and only at its own URL', async () => {
    const acme = await testServer().workspace()
    const [ownRequest, otherRequest] = [await openConsentPage(acme), await openConsentPage(acme)]
    expect((await fetchConsentRequest(createBrowser(), ownRequest.page, ownRequest.accessToken)).status).toBe(404)
    expect((await answerConsent(createBrowser(), ownRequest.page, ownRequest.accessToken, { approve: false })).status).toBe(404)
    expect((await fetchConsentRequest(otherRequest.browser, ownRequest.page, ownRequest.accessToken)).status).toBe(404)
    const forgedHeaders = { Cookie: `_callwright_as_request=${ownRequest.page.pathname.split('/').pop()}`, Authorization: `Bearer ${ownRequest.accessToken}` }
    expect((await fetch(`${ownRequest.page.href}/request`, { headers: forgedHeaders })).status).toBe(404)
    expect((await fetchConsentRequest(ownRequest.browser, ownRequest.page, ownRequest.accessToken)).status).toBe(200)
  })

  it('requires a signed-in user and rejects API keys', async () => {
    const acme = await testServer().workspace()
    const { browser, page } = await openConsentPage(acme)
    const key = (await acme.key()).apiKey
    for (const bearer of ['', 'nonsense', key]) {
      expect((await fetchConsentRequest(browser, page, bearer)).status).toBe(401)
      expect((await answerConsent(browser, page, bearer, { approve: true, workspace_id: acme.id, scopes: ['me:read'] })).status).toBe(401)
    }
    expect(await countGrants(acme.id)).toBe(0)
  })

  it('creates one grant for concurrent approvals', async () => {
    const acme = await testServer().workspace()
    const { approve, browser } = await openConsentPage(acme, { scope: 'me:read' })
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => approve(['me:read'])))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(await countGrants(acme.id)).toBe(1)
    expect(
      (
        await followRedirectToApp(
          browser,
          responses.find(({ status }) => status === 200)!,
        )
      ).get('code'),
    ).toBeTruthy()
  })

  it('refuses extra scopes, other workspaces and invalid bodies, and can still be approved afterwards', async () => {
    const [acme, otherWorkspace] = [await testServer().workspace(), await testServer().workspace()]
    const { approve, browser, page, accessToken, client_id } = await openConsentPage(acme, { scope: 'me:read' })
    expect((await approve(['me:read', 'calls:write'])).status).toBe(403)
    expect((await approve(['me:read'], { workspace_id: otherWorkspace.id })).status).toBe(403)
    expect((await approve([])).status).toBe(400)
    for (const invalidAnswer of [
      {},
      { approve: 'yes' },
      { approve: true },
      { approve: true, workspace_id: acme.id, scopes: ['me:read'], spend_limit: '-1' },
      { approve: true, workspace_id: acme.id, scopes: ['me:read'], spend_limit: 'much' },
    ])
      expect((await answerConsent(browser, page, accessToken, invalidAnswer)).status).toBe(422)
    expect([await countGrants(acme.id), await countGrants(otherWorkspace.id)]).toEqual([0, 0])
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'Grant', payload: { path: ['clientId'], equals: client_id } } })).toBe(0)
    expect((await approve(['me:read'])).status).toBe(200)
  })

  it('can be answered by another user in the same browser, for their own workspaces', async () => {
    const [acme, otherWorkspace] = [await testServer().workspace(), await testServer().workspace()]
    const { browser, page, url } = await openConsentPage(acme, { scope: 'me:read' })
    const otherAccessToken = await signIn(url, otherWorkspace)
    const { workspaces } = (await (await fetchConsentRequest(browser, page, otherAccessToken)).json()) as { workspaces: { id: number }[] }
    expect(workspaces.map(({ id }) => id)).toEqual([otherWorkspace.id])
    expect((await answerConsent(browser, page, otherAccessToken, { approve: true, workspace_id: acme.id, scopes: ['me:read'] })).status).toBe(403)
  })
})

describe('a grant ends', () => {
  /** Waits until the server reads the grant again, which it caches for a second. */
  it('when its user leaves the workspace, and both tokens become invalid', async () => {
    const acme = await testServer().workspace()
    const { url } = testServer()
    const { tokens, client_id } = await connectApp({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    const { actor } = await connectedApps.authenticate(tokens.access_token, `${url}/mcp`)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.id, userId: actor.userId! } })
    await expect.poll(async () => (await refreshTokens(url, client_id, tokens.refresh_token)).status).toBe(400)
    await expect(connectedApps.authenticate(tokens.access_token, `${url}/mcp`)).rejects.toThrow('Invalid Grant')
  })

  it('when its user leaves before the code is exchanged, and no token is issued', async () => {
    const acme = await testServer().workspace()
    const { url } = testServer()
    const obtained = await obtainCode({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.id } })
    expect((await exchangeCode(url, obtained)).status).toBe(400)
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'AccessToken', payload: { path: ['clientId'], equals: obtained.client_id } } })).toBe(0)
  })

  it('immediately when it is revoked in the dashboard, and its stored records are deleted', async () => {
    const acme = await testServer().workspace()
    const { url } = testServer()
    const { tokens, client_id } = await connectApp({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    const { actor } = await connectedApps.authenticate(tokens.access_token, `${url}/mcp`)
    await connectedApps.revoke({ ...actor, kind: 'session' }, actor.keyId)
    await expect(connectedApps.authenticate(tokens.access_token, `${url}/mcp`)).rejects.toThrow('Invalid or expired access token')
    expect((await refreshTokens(url, client_id, tokens.refresh_token)).status).toBe(400)
    const remaining = await anyWorkspace.oauthPayload.findMany({ where: { payload: { path: ['clientId'], equals: client_id } }, select: { model: true } })
    expect(remaining.map(({ model }) => model)).toEqual(['RegistrationAccessToken'])
  })
})
