import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { auditEntriesOfRequest, signInOwner } from '../kit/observers/auditEntries.ts'
import { client, graphql } from '../kit/clients/client.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import type { Role } from '../../src/kernel/vocabulary/scopes.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

// No jobs run here, so only the tests change anything.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let ada: Awaited<ReturnType<typeof signInOwner>>
beforeAll(async () => {
  acme = await testServer().workspace()
  ada = await signInOwner(testServer(), acme)
})

type Signed = typeof ada
const SCOPES = ['me:read', 'calls:read', 'campaigns:read', 'campaigns:write', 'agents:read', 'agents:write']
const MINT = 'mutation($input: CliTokenInput!) { createCliToken(input: $input) { token cliToken { id isMine user { name email } expiresAt } } }'
const mint = async (by: Signed = ada, input: object = {}) =>
  (await by.ask(MINT, { input: { name: 'Laptop', scopes: SCOPES, ...input } })).data.createCliToken as {
    token: string
    cliToken: { id: string; isMine: boolean }
  }
const codes = ({ errors }: Awaited<ReturnType<Signed['ask']>>) => (errors ?? []).map(({ extensions }) => extensions!.code)

/** A member with this role, signed in. `id` is their user ID. */
async function addPerson(role: Role) {
  const { email } = signUpInput()
  const { userId: id, password } = await inviteAndSignUp(testServer().url, ada.ask, { email, role })
  return { id, email, ...(await signInOwner(testServer(), { ...acme, email, password })) }
}

describe('a CLI token', () => {
  test('is used like an API key, as X-API-Key or bearer, in REST, GraphQL and sockets', async () => {
    const { token } = await mint()
    const cli = client(testServer().url, token)
    const me = await cli.get('/me')
    expect([me.status, me.body.api_key_scopes]).toEqual([200, SCOPES])
    expect(me.headers.get('x-ratelimit-limit')).not.toBeNull()
    const bearer = { authorization: `Bearer ${token}` }
    expect((await fetch(`${testServer().url}/api/v1/me`, { headers: bearer })).status).toBe(200)
    expect((await graphql(testServer().url, bearer, '{ workspaceInfo { apiKeyScopes } }')).data.workspaceInfo.apiKeyScopes).toEqual(SCOPES)
    expect((await cli.gql('{ workspaceInfo { tenantId } }')) as object).toEqual({ workspaceInfo: { tenantId: acme.id } })
    expect((await cli.post('/sms', { to_number: '+14155550100', body: 'Hello' })).body).toEqual({ detail: 'Missing scope: sms:write' })
    const live = createSocketClient(testServer().url, { apiKey: token })
    const watched = live.watch('subscription { activeCallsUpdated { startIndex } }')
    await waitFor('the socket', () => watched.ready)
    await live.close()
  })

  test('neither creates nor lists tokens, keys or apps, which only people may', async () => {
    const { token, cliToken } = await mint()
    const headers = { 'X-API-Key': token }
    const { id } = cliToken
    for (const [document, variables] of [
      [MINT, { input: { name: 'x', scopes: ['me:read'] } }],
      ['mutation($id: ID!) { revokeCliToken(id: $id) { id } }', { id }],
      ['mutation($id: ID!) { revokeConnectedApp(id: $id) { id } }', { id }],
      ['mutation($id: ID!) { updateConnectedApp(id: $id, input: { callLimit: null }) { id } }', { id }],
      ['mutation { createApiKey(input: { name: "x", scopes: ["me:read"] }) { key } }', {}],
      ['{ cliTokens { nodes { id } } }', {}],
      ['{ connectedApps { nodes { id } } }', {}],
    ] as const)
      expect(codes(await graphql(testServer().url, headers, document, variables))).toEqual(['FORBIDDEN'])
  })

  test('and its socket end when it is revoked and when its person leaves', async () => {
    const member = await addPerson('member')
    for (const end of [
      (id: string) => ada.ask('mutation($id: ID!) { revokeCliToken(id: $id) { revokedAt } }', { id }),
      () => ada.ask('mutation($id: ID!) { removeMember(id: $id) }', { id: member.id }),
    ]) {
      const { token, cliToken } = await mint(member, { scopes: ['me:read', 'calls:read'] })
      const live = createSocketClient(testServer().url, { apiKey: token })
      const watched = live.watch('subscription { activeCallsUpdated { startIndex } }')
      await waitFor('the socket', () => watched.ready)
      expect((await end(cliToken.id)).errors).toBeUndefined()
      expect(await live.closed).toBe(4401)
      expect((await client(testServer().url, token).get('/me')).status).toBe(401)
    }
  })

  /** Waits until open sockets are checked against the database, which happens every second and a half. */
  test('and its socket end within seconds after another process removed its person', async () => {
    const member = await addPerson('member')
    const { token } = await mint(member, { scopes: ['me:read', 'calls:read'] })
    const live = createSocketClient(testServer().url, { apiKey: token })
    const watched = live.watch('subscription { activeCallsUpdated { startIndex } }')
    await waitFor('the socket', () => watched.ready)
    await anyWorkspace.membership.deleteMany({ where: { userId: Number(member.id) } })
    expect(await live.closed).toBe(4401)
    await waitFor('the end', async () => (await client(testServer().url, token).get('/me')).status === 401)
  })

  /** Waits until the server reads the token again. It caches one for a second. */
  test("loses the permissions that its person's role loses, even through another process", async () => {
    const member = await addPerson('member')
    const { token } = await mint(member, { scopes: ['me:read', 'calls:read', 'calls:write'] })
    const cli = client(testServer().url, token)
    const scopes = async () => (await cli.get('/me')).body.api_key_scopes
    expect(await scopes()).toEqual(['me:read', 'calls:read', 'calls:write'])
    await anyWorkspace.membership.updateMany({ where: { userId: Number(member.id) }, data: { role: 'viewer' } })
    await waitFor('the role', async () => (await scopes()).length === 2)
    expect((await cli.post('/calls', { to_number: '+14155550100', agent_id: 1 })).body).toEqual({ detail: 'Missing scope: calls:write' })
  })

  test('has its own Idempotency-Keys', async () => {
    const [firstToken, secondToken] = [client(testServer().url, (await mint()).token), client(testServer().url, (await mint()).token)]
    const create = (by: typeof firstToken) =>
      by.raw('/campaigns', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': 'k-1' }, body: '{"name":"Autumn"}' })
    const [first, repeated, others] = [await create(firstToken), await create(firstToken), await create(secondToken)]
    expect(repeated.body).toEqual(first.body)
    expect(others.body.id).not.toBe(first.body.id)
  })
})

describe('the actor', () => {
  test('is the person and the token in the audit log, the activity of a campaign and the versions of an agent', async () => {
    const { token, cliToken } = await mint(ada, { name: 'Build server' })
    const cli = client(testServer().url, token)
    const headers = { 'content-type': 'application/json', 'x-request-id': 'by-cli' }
    const { body: campaign } = await cli.raw('/campaigns', { method: 'POST', headers, body: '{"name":"Winter"}' })
    const entries = await auditEntriesOfRequest('by-cli')
    expect(entries).toMatchObject([
      { actorKind: 'cli', userId: expect.any(Number), apiKeyId: Number(cliToken.id), actorName: `${acme.email} (Build server)`, operation: 'createCampaign' },
    ])
    const { data } = await ada.ask('query($id: ID!) { campaign(id: $id) { events { nodes { userId apiKeyId credential } } } }', { id: campaign.id })
    expect(data.campaign.events.nodes).toEqual([{ userId: String(entries[0]!.userId), apiKeyId: cliToken.id, credential: 'Build server' }])
    const { body: agent } = await cli.post('/agents', { name: 'Ada', voice_id: 'Elliot' })
    await anyWorkspace.agentVersion.create({
      data: {
        workspaceId: acme.id,
        agentId: agent.id,
        number: 1,
        engine: 'vapi',
        fields: {},
        config: {},
        userId: entries[0]!.userId,
        apiKeyId: Number(cliToken.id),
      },
    })
    const version = await ada.ask('query($id: ID!) { agentVersion(agentId: $id, number: 1) { publishedBy { type id name } } }', { id: agent.id })
    expect(version.data.agentVersion.publishedBy).toEqual({ type: 'cli', id: cliToken.id, name: 'Owner (Build server)' })
  })

  test('can be filtered by the kind of credential', async () => {
    await client(testServer().url, (await mint()).token).post('/campaigns', { name: 'Spring' })
    const { data } = await ada.ask('{ auditEntries(filter: { actorKind: cli }) { nodes { actorKind } } }')
    expect(new Set(data.auditEntries.nodes.map(({ actorKind }: { actorKind: string }) => actorKind))).toEqual(new Set(['cli']))
  })
})

describe('the lists', () => {
  test('show people their own credentials, and all of them to members with keys:read, who may revoke them', async () => {
    const [viewer, admin] = [await addPerson('viewer'), await addPerson('admin')]
    const { cliToken } = await mint(viewer, { scopes: ['me:read'] })
    const LIST = '{ cliTokens(first: 100) { nodes { id isMine user { email } revokedAt } } }'
    const listTokens = async (by: Signed) => (await by.ask(LIST)).data.cliTokens.nodes as { id: string; isMine: boolean }[]
    expect(await listTokens(viewer)).toEqual([{ id: cliToken.id, isMine: true, user: { email: viewer.email }, revokedAt: null }])
    expect(await listTokens(admin)).toContainEqual({ id: cliToken.id, isMine: false, user: { email: viewer.email }, revokedAt: null })
    const otherOwner = await signInOwner(testServer(), await testServer().workspace())
    expect(await listTokens(otherOwner)).toEqual([])
    const REVOKE = 'mutation($id: ID!) { revokeCliToken(id: $id) { revokedAt } }'
    expect(codes(await otherOwner.ask(REVOKE, cliToken))).toEqual(['NOT_FOUND'])
    expect(codes(await (await addPerson('member')).ask(REVOKE, cliToken))).toEqual(['NOT_FOUND'])
    expect((await admin.ask(REVOKE, cliToken)).data.revokeCliToken.revokedAt).not.toBeNull()
  })

  test("show an app's redirect host, its scopes and the use of its caps", async () => {
    const { grant } = await addConnectedApp(testServer(), acme.id, {
      requestedScopes: ['me:read', 'calls:write'],
      scopes: ['me:read'],
      callLimit: 10,
      spendLimit: 2_500_000n,
    })
    await anyWorkspace.appGrant.update({ where: { keyId: grant.id }, data: { callsUsed: 3, spentMicros: 1_250_000n } })
    const FIELDS = 'id name clientId redirectHost scopes declinedScopes callLimit callsUsed spendLimit spent user { email } isMine revokedAt'
    const { data } = await ada.ask(`{ connectedApps(first: 1) { nodes { ${FIELDS} } } }`)
    const app = {
      id: String(grant.id),
      name: 'Test app',
      clientId: 'test-client',
      redirectHost: '127.0.0.1',
      scopes: ['me:read'],
      declinedScopes: ['calls:write'],
      callLimit: 10,
      callsUsed: 3,
      spendLimit: '2.5000',
      spent: '1.2500',
      user: { email: acme.email },
      isMine: true,
      revokedAt: null,
    }
    expect(data.connectedApps.nodes).toEqual([app])
    const UPDATE = `mutation($id: ID!, $input: ConnectedAppLimitsInput!) { updateConnectedApp(id: $id, input: $input) { ${FIELDS} } }`
    const update = (input: object) => ada.ask(UPDATE, { id: app.id, input })
    expect((await update({ spendLimit: '5' })).data.updateConnectedApp).toEqual({ ...app, spendLimit: '5.0000' })
    expect(codes(await update({ callLimit: 2 }))).toEqual(['BAD_REQUEST'])
    expect(codes(await update({ callLimit: -1 }))).toEqual(['UNPROCESSABLE_ENTITY'])
    expect(codes(await update({ spendLimit: '-1' }))).toEqual(['UNPROCESSABLE_ENTITY'])
    expect((await update({ callLimit: null, spendLimit: null })).data.updateConnectedApp).toEqual({ ...app, callLimit: null, spendLimit: null })
  })
})
