import { describe, expect, it } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { authorize, backToApp, browser, connected, consented, decide, exchange, pageOf, pkce, refresh, registered, request, signIn } from './oauthFlow.ts'

const world = useWorld()

/** A person who stands before the consent page. */
async function asked(acme: Acme, query: Record<string, string | undefined> = {}) {
  const { url } = world()
  const [accessToken, { client_id }] = [await signIn(url, acme), await registered(url)]
  const [browsing, { verifier, challenge }] = [browser(), pkce()]
  const page = pageOf(await authorize(url, browsing, { client_id, code_challenge: challenge, ...query }), url)
  const answer = (scopes: string[], more: object = {}) => decide(browsing, page, accessToken, { approve: true, workspace_id: acme.id, scopes, ...more })
  return { url, accessToken, client_id, verifier, browsing, page, answer }
}
const grantsIn = (workspaceId: number) => anyWorkspace.appGrant.count({ where: { workspaceId } })

describe('connecting an app', () => {
  it('gives it what its person has allowed, and no more', async () => {
    const acme = await world().workspace()
    const accessToken = await signIn(world().url, acme)
    const { tokens, client_id } = await connected({
      url: world().url,
      accessToken,
      workspaceId: acme.id,
      scope: 'me:read agents:write calls:write',
      scopes: ['me:read', 'agents:write'],
      caps: { call_limit: 5, spend_limit: '12.50' },
    })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 28_800, scope: 'me:read agents:write' })
    const { actor, unavailableScopes: refused } = await connectedApps.authenticate(tokens.access_token, `${world().url}/mcp`)
    expect(actor).toMatchObject({ kind: 'app', workspaceId: acme.id })
    expect([...actor.scopes]).toEqual(['me:read', 'agents:write'])
    expect([...refused]).toEqual(['calls:write'])
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

  it('describes the request to the page: who asks, for what, and where it could be given', async () => {
    const acme = await world().workspace({ name: 'Acme GmbH' })
    const { browsing, page, accessToken, client_id } = await asked(acme, { scope: 'calls:write me:read openid nonsense' })
    const res = await request(browsing, page, accessToken)
    expect(res.headers.get('cache-control')).toBe('no-store')
    expect(await res.json()).toEqual({
      client: { id: client_id, name: 'Test app', redirect_host: '127.0.0.1', is_local: true, redirect_uri: 'http://127.0.0.1:33418/callback' },
      scopes: ['me:read', 'calls:write'],
      workspaces: [{ id: acme.id, name: 'Acme GmbH', role: 'owner', scopes: ['me:read', 'calls:write'] }],
      expires_at: expect.stringMatching(/Z$/),
    })
  })

  it.each([undefined, '', 'openid', 'offline_access', 'nonsense'])('asks for everything where the app names no scope of ours: %s', async (scope) => {
    const { browsing, page, accessToken } = await asked(await world().workspace(), { scope })
    expect(((await (await request(browsing, page, accessToken)).json()) as { scopes: string[] }).scopes).toEqual([...KEY_SCOPES])
  })

  it('tells the app that it was denied, and leaves nothing', async () => {
    const acme = await world().workspace()
    const { browsing, page, accessToken, url } = await asked(acme)
    const back = await backToApp(browsing, await decide(browsing, page, accessToken, { approve: false }))
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 'state', iss: url })
    expect(await grantsIn(acme.id)).toBe(0)
  })

  it('is answered only in the browser that was sent here, and only at its own address', async () => {
    const acme = await world().workspace()
    const [mine, other] = [await asked(acme), await asked(acme)]
    expect((await request(browser(), mine.page, mine.accessToken)).status).toBe(404)
    expect((await decide(browser(), mine.page, mine.accessToken, { approve: false })).status).toBe(404)
    expect((await request(other.browsing, mine.page, mine.accessToken)).status).toBe(404)
    const forged = { Cookie: `_callwright_as_request=${mine.page.pathname.split('/').pop()}`, Authorization: `Bearer ${mine.accessToken}` }
    expect((await fetch(`${mine.page.href}/request`, { headers: forged })).status).toBe(404)
    expect((await request(mine.browsing, mine.page, mine.accessToken)).status).toBe(200)
  })

  it('needs a person who is signed in: neither nobody nor a key', async () => {
    const acme = await world().workspace()
    const { browsing, page } = await asked(acme)
    const key = (await acme.key()).apiKey
    for (const bearer of ['', 'nonsense', key]) {
      expect((await request(browsing, page, bearer)).status).toBe(401)
      expect((await decide(browsing, page, bearer, { approve: true, workspace_id: acme.id, scopes: ['me:read'] })).status).toBe(401)
    }
    expect(await grantsIn(acme.id)).toBe(0)
  })

  it('makes one grant, however often the button is pressed', async () => {
    const acme = await world().workspace()
    const { answer, browsing } = await asked(acme, { scope: 'me:read' })
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => answer(['me:read'])))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(await grantsIn(acme.id)).toBe(1)
    expect(
      (
        await backToApp(
          browsing,
          all.find(({ status }) => status === 200)!,
        )
      ).get('code'),
    ).toBeTruthy()
  })

  it('refuses more than was asked for, another workspace, and what is no answer; then it can still be answered', async () => {
    const [acme, others] = [await world().workspace(), await world().workspace()]
    const { answer, browsing, page, accessToken, client_id } = await asked(acme, { scope: 'me:read' })
    expect((await answer(['me:read', 'calls:write'])).status).toBe(403)
    expect((await answer(['me:read'], { workspace_id: others.id })).status).toBe(403)
    expect((await answer([])).status).toBe(400)
    for (const wrong of [
      {},
      { approve: 'yes' },
      { approve: true },
      { approve: true, workspace_id: acme.id, scopes: ['me:read'], spend_limit: '-1' },
      { approve: true, workspace_id: acme.id, scopes: ['me:read'], spend_limit: 'much' },
    ])
      expect((await decide(browsing, page, accessToken, wrong)).status).toBe(422)
    expect([await grantsIn(acme.id), await grantsIn(others.id)]).toEqual([0, 0])
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'Grant', payload: { path: ['clientId'], equals: client_id } } })).toBe(0)
    expect((await answer(['me:read'])).status).toBe(200)
  })

  it('can be answered by somebody else in the same browser, for their own workspaces', async () => {
    const [acme, others] = [await world().workspace(), await world().workspace()]
    const { browsing, page, url } = await asked(acme, { scope: 'me:read' })
    const theirs = await signIn(url, others)
    const { workspaces } = (await (await request(browsing, page, theirs)).json()) as { workspaces: { id: number }[] }
    expect(workspaces.map(({ id }) => id)).toEqual([others.id])
    expect((await decide(browsing, page, theirs, { approve: true, workspace_id: acme.id, scopes: ['me:read'] })).status).toBe(403)
  })
})

describe('what was granted ends', () => {
  /** Waits until the server looks the grant up again: it remembers one for a second. */
  it('when its person leaves the workspace: neither token is good any more', async () => {
    const acme = await world().workspace()
    const { url } = world()
    const { tokens, client_id } = await connected({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    const { actor } = await connectedApps.authenticate(tokens.access_token, `${url}/mcp`)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.id, userId: actor.userId! } })
    await expect.poll(async () => (await refresh(url, client_id, tokens.refresh_token)).status).toBe(400)
    await expect(connectedApps.authenticate(tokens.access_token, `${url}/mcp`)).rejects.toThrow('Invalid Grant')
  })

  it('when the person leaves between the answer and the code: no token is issued', async () => {
    const acme = await world().workspace()
    const { url } = world()
    const got = await consented({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.id } })
    expect((await exchange(url, got)).status).toBe(400)
    expect(await anyWorkspace.oauthPayload.count({ where: { model: 'AccessToken', payload: { path: ['clientId'], equals: got.client_id } } })).toBe(0)
  })

  it('when it is revoked in the dashboard: at once, with everything that the server kept of it', async () => {
    const acme = await world().workspace()
    const { url } = world()
    const { tokens, client_id } = await connected({ url, accessToken: await signIn(url, acme), workspaceId: acme.id })
    const { actor } = await connectedApps.authenticate(tokens.access_token, `${url}/mcp`)
    await connectedApps.revoke({ ...actor, kind: 'session' }, actor.keyId)
    await expect(connectedApps.authenticate(tokens.access_token, `${url}/mcp`)).rejects.toThrow('Invalid or expired access token')
    expect((await refresh(url, client_id, tokens.refresh_token)).status).toBe(400)
    const left = await anyWorkspace.oauthPayload.findMany({ where: { payload: { path: ['clientId'], equals: client_id } }, select: { model: true } })
    expect(left.map(({ model }) => model)).toEqual(['RegistrationAccessToken'])
  })
})
