import { graphql } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { contextFor } from '../../src/schema/base/context.ts'
import { schema } from '../../src/schema/index.ts'
import { ROLES, ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as sessions from '../../src/services/access/sessions/sessions.ts'
import * as newWorkspaces from '../../src/services/onboarding/newWorkspaces.ts'
import * as workspaces from '../../src/services/workspaces/workspaces.ts'
import { useDatabase } from '../kit/server/database.ts'
import { secretOf } from '../kit/fixtures/members.ts'
import { watchQueries } from '../kit/observers/queries.ts'

useDatabase()

/** A browser that stores one cookie. */
const browser = {
  refreshToken: null as string | null,
  address: '192.0.2.1',
  devices: null as string | null,
  setDevices: (devices: string) => {
    browser.devices = devices
  },
  setRefreshToken: (token: string | null) => {
    browser.refreshToken = token
  },
}
beforeEach(() => {
  browser.refreshToken = null
})

async function run(source: string, variableValues: Record<string, unknown> = {}, actor: Actor | null = null) {
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue: contextFor(actor, browser) })
  return { data: JSON.parse(JSON.stringify(data ?? null)), codes: (errors ?? []).map(({ extensions }) => extensions.code), errors }
}

const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken expiresAt refreshToken userId } }'
const SIGN_IN = 'mutation ($input: SignInInput!, $shown: Boolean) { signIn(input: $input, withRefreshToken: $shown) { accessToken refreshToken userId } }'
const REFRESH = 'mutation ($token: String, $workspaceId: ID) { refreshSession(refreshToken: $token, workspaceId: $workspaceId) { accessToken refreshToken } }'
const VIEWER = '{ viewer { id email name role workspace { id name plan limits { rpm rpd concurrentCalls } } workspaces { id name role } } }'

let people = 0
async function signUp() {
  people += 1
  browser.address = `192.0.2.${people}`
  const input = { email: `Person${people}@Example.com`, password: 'correct horse', name: 'Person', workspaceName: `Workspace ${people}` }
  const { data } = await run(SIGN_UP, { input })
  const actor = (await sessions.authenticate(data.signUp.accessToken))!
  return { input, actor, signedIn: data.signUp as { refreshToken: string | null; userId: string } }
}

describe('a browser', () => {
  test('stores its refresh token in a cookie, and never receives it in a response', async () => {
    const { input, signedIn } = await signUp()
    expect(signedIn.refreshToken).toBeNull()
    const first = browser.refreshToken
    expect(first).toMatch(/^[\w-]{43}$/)
    const signIn = await run(SIGN_IN, { input: { email: input.email.toUpperCase(), password: input.password } })
    expect(signIn.data.signIn).toMatchObject({ refreshToken: null, userId: signedIn.userId })
    const second = browser.refreshToken
    expect(second).not.toBe(first)
    const refreshed = await run(REFRESH)
    expect(refreshed.data.refreshSession.refreshToken).toBeNull()
    expect(browser.refreshToken).not.toBe(second)
    expect(await sessions.authenticate(refreshed.data.refreshSession.accessToken)).not.toBeNull()
  })

  test('loses the cookie when its person signs out, and the session ends', async () => {
    const { actor, signedIn } = await signUp()
    const token = browser.refreshToken
    expect((await run('mutation { signOut }', {}, actor)).data).toEqual({ signOut: true })
    expect(browser.refreshToken).toBeNull()
    expect((await run(REFRESH, { token })).codes).toEqual(['UNAUTHENTICATED'])
    expect(signedIn.userId).toBeTruthy()
  })
})

test('changing a password needs the current one, invalidates it, and ends every other session of the person', async () => {
  const { input, actor } = await signUp()
  const elsewhere = (await run(SIGN_IN, { input: { email: input.email, password: input.password } })).data.signIn.accessToken as string
  const CHANGE = 'mutation ($input: PasswordChangeInput!) { changePassword(input: $input) }'
  const refused = await run(CHANGE, { input: { currentPassword: 'not this one', newPassword: 'another one' } }, actor)
  expect(refused.codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect((await run(CHANGE, { input: { currentPassword: input.password, newPassword: 'short' } }, actor)).codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect(await sessions.authenticate(elsewhere)).not.toBeNull()

  expect((await run(CHANGE, { input: { currentPassword: input.password, newPassword: 'another one' } }, actor)).data).toEqual({ changePassword: true })
  expect(await sessions.authenticate(elsewhere)).toBeNull()
  expect((await run(SIGN_IN, { input: { email: input.email, password: input.password } })).codes).toEqual(['UNAUTHENTICATED'])
  expect((await run(SIGN_IN, { input: { email: input.email, password: 'another one' } })).codes).toEqual([])
})

test('a client without cookies receives its refresh token on request, and sends it itself', async () => {
  const { input } = await signUp()
  const { data } = await run(SIGN_IN, { input: { email: input.email, password: input.password }, shown: true })
  browser.refreshToken = null
  const next = (await run(REFRESH, { token: data.signIn.refreshToken })).data.refreshSession
  expect(next.refreshToken).toMatch(/^[\w-]{43}$/)
  await run('mutation ($token: String) { signOut(refreshToken: $token) }', { token: next.refreshToken })
  expect((await run(REFRESH, { token: next.refreshToken })).codes).toEqual(['UNAUTHENTICATED'])
})

test('invalid sign-up input is refused field by field', async () => {
  const { errors } = await run(SIGN_UP, { input: { email: 'nobody', password: 'short', name: ' ', workspaceName: 'x'.repeat(201) } })
  const detail = errors![0]!.extensions.detail as { loc: string[]; type: string }[]
  expect(detail.map(({ loc, type }) => [loc.at(-1), type])).toEqual([
    ['email', 'value_error.email'],
    ['password', 'value_error.str.min_length'],
    ['name', 'value_error.str.min_length'],
    ['workspaceName', 'value_error.str.max_length'],
  ])
})

test('a person reads their profile, current workspace and all workspaces in a fixed number of queries', async () => {
  const { input, actor } = await signUp()
  const queries = async () => {
    const query = watchQueries()
    const { data } = await run(VIEWER, {}, actor)
    const count = query.mock.calls.length
    query.mockRestore()
    return { viewer: data.viewer, count }
  }
  const before = await queries()
  expect(before.viewer).toMatchObject({
    email: input.email.toLowerCase(),
    role: 'owner',
    workspace: { name: input.workspaceName, plan: 'free', limits: { rpm: 30, rpd: 1000, concurrentCalls: 1 } },
    workspaces: [{ id: String(actor.workspaceId), role: 'owner' }],
  })
  for (let i = 0; i < 5; i++) await newWorkspaces.create({ name: `More ${i}`, ownerUserId: actor.userId })
  const after = await queries()
  expect(after.viewer.workspaces).toHaveLength(6)
  expect(after.count).toBe(before.count)
})

test('a person can only switch to a workspace that they are a member of', async () => {
  const { actor } = await signUp()
  const { id } = await newWorkspaces.create({ name: 'Second', ownerUserId: actor.userId })
  const foreign = await newWorkspaces.create({ name: 'Foreign' })
  const SWITCH = 'mutation ($id: ID!) { switchWorkspace(workspaceId: $id) { accessToken } }'
  const { data } = await run(SWITCH, { id }, actor)
  const session = (await sessions.authenticate(data.switchWorkspace.accessToken))!
  expect((await run(VIEWER, {}, session)).data.viewer.workspace).toMatchObject({ id: String(id), name: 'Second' })
  for (const nothing of [foreign.id, '999999999', '99999999999999999', '-1', 'x'])
    expect((await run(SWITCH, { id: nothing }, actor)).codes).toEqual(['NOT_FOUND'])
})

test("a key reads the same as GET /me, and can't act as a person", async () => {
  const { actor } = await signUp()
  await workspaces.setPlan(actor.workspaceId, 'business')
  const { key } = await apiKeys.create(actor, { name: 'CI', scopes: ['me:read', 'calls:read'] })
  const { actor: asKey } = await apiKeys.authenticate(key)
  const { data } = await run('{ workspaceInfo { tenantId workspaceName plan rateLimits { rpm rpd } apiKeyScopes } }', {}, asKey)
  expect(data.workspaceInfo).toMatchObject({
    tenantId: actor.workspaceId,
    plan: 'business',
    rateLimits: { rpm: 300, rpd: 100_000 },
    apiKeyScopes: ['me:read', 'calls:read'],
  })
  for (const source of [
    VIEWER,
    '{ apiKeys { nodes { id } } }',
    '{ members { id } }',
    'mutation { renameWorkspace(name: "x") { id } }',
    'mutation { createApiKey(input: {name: "x", scopes: ["me:read"]}) { key } }',
  ])
    expect((await run(source, {}, asKey)).codes).toEqual(['FORBIDDEN'])
})

test('keys are created, rotated, revoked and listed, and their secret is shown once', async () => {
  const { actor } = await signUp()
  const created = await run(
    'mutation { createApiKey(input: {name: "CI", scopes: ["me:read"], expiresAt: "2100-01-01T00:00:00Z"}) { key apiKey { id prefix last4 expiresAt } } }',
    {},
    actor,
  )
  const { key, apiKey } = created.data.createApiKey
  expect(apiKey).toMatchObject({ prefix: key.slice(0, 8), last4: key.slice(-4), expiresAt: '2100-01-01T00:00:00.000Z' })
  const rotated = await run('mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { key apiKey { id } } }', { id: apiKey.id }, actor)
  const next = rotated.data.rotateApiKey
  await run('mutation ($id: ID!) { revokeApiKey(id: $id) { revokedAt } }', { id: next.apiKey.id }, actor)
  const { data } = await run('{ apiKeys(first: 1) { nodes { id revokedAt } pageInfo { hasNextPage endCursor } } }', {}, actor)
  expect(data.apiKeys).toEqual({ nodes: [{ id: next.apiKey.id, revokedAt: expect.any(String) }], pageInfo: { hasNextPage: true, endCursor: next.apiKey.id } })
  await expect(apiKeys.authenticate(next.key)).rejects.toMatchObject({ message: 'API key revoked' })
  await expect(apiKeys.authenticate(key)).resolves.toBeTruthy()
  const tooLong = await run('mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 99999999) { key } }', { id: apiKey.id }, actor)
  expect(tooLong.codes).toEqual(['UNPROCESSABLE_ENTITY'])
})

test('members are added, changed and removed', async () => {
  const { actor } = await signUp()
  const colleague = await signUp()
  const email = `Colleague${people}@Example.com`
  const { link, invitation } = (
    await run(
      'mutation ($email: String!) { inviteMember(email: $email, role: viewer) { link invitation { id email role invitedBy { id } } } }',
      { email },
      actor,
    )
  ).data.inviteMember
  expect(invitation).toMatchObject({ email: email.toLowerCase(), role: 'viewer', invitedBy: { id: String(actor.userId) } })
  expect((await run('{ invitations { id } }', {}, actor)).data.invitations).toEqual([{ id: invitation.id }])
  expect((await run('mutation { inviteMember(email: "nobody", role: god) { link } }', {}, actor)).errors![0]!.message).toContain(
    'does not exist in "Role" enum',
  )
  const accepted = await run('mutation ($secret: String!) { acceptInvitation(secret: $secret) { id role } }', { secret: secretOf(link) }, colleague.actor)
  expect(accepted.data.acceptInvitation).toEqual({ id: String(actor.workspaceId), role: 'viewer' })
  const member = { id: colleague.signedIn.userId }
  const changed = await run('mutation ($id: ID!) { setMemberRole(id: $id, role: admin) { role } }', { id: member.id }, actor)
  expect(changed.data.setMemberRole).toEqual({ role: 'admin' })
  expect((await run('{ members { id role } }', {}, actor)).data.members).toEqual([
    { id: String(actor.userId), role: 'owner' },
    { id: member.id, role: 'admin' },
  ])
  expect((await run('mutation ($id: ID!) { setMemberRole(id: $id, role: god) { role } }', { id: member.id }, actor)).errors![0]!.message).toContain(
    'does not exist in "Role" enum',
  )
  expect((await run('mutation ($id: ID!) { removeMember(id: $id) }', { id: member.id }, actor)).data).toEqual({ removeMember: member.id })
  expect((await run('{ members { id } }', {}, actor)).data.members).toHaveLength(1)
})

test('a person sets their own time zone for every workspace, and null restores that of the browser', async () => {
  const { actor } = await signUp()
  const UPDATE = 'mutation ($timezone: String) { updateViewer(input: {timezone: $timezone}) { timezone } }'
  expect((await run('{ viewer { timezone } }', {}, actor)).data.viewer).toEqual({ timezone: null })
  expect((await run(UPDATE, { timezone: 'Asia/Tokyo' }, actor)).data.updateViewer).toEqual({ timezone: 'Asia/Tokyo' })
  expect((await run('{ viewer { timezone } }', {}, actor)).data.viewer).toEqual({ timezone: 'Asia/Tokyo' })
  expect((await run(UPDATE, { timezone: 'Mars/Base' }, actor)).codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect((await run(UPDATE, { timezone: 'Asia/Tokyo' })).codes).toEqual(['UNAUTHENTICATED'])
  expect((await run(UPDATE, { timezone: null }, actor)).data.updateViewer).toEqual({ timezone: null })
})

describe('permissions', () => {
  const allowed: Record<string, readonly string[]> = {
    '{ workspace { id } }': ROLES,
    '{ members { id } }': ROLES,
    '{ apiKeys { nodes { id } } }': ['owner', 'admin'],
    'mutation { createApiKey(input: {name: "x", scopes: ["me:read"]}) { key } }': ['owner', 'admin'],
    'mutation { rotateApiKey(id: 999999) { key } }': ['owner', 'admin'],
    'mutation { revokeApiKey(id: 999999) { id } }': ['owner', 'admin'],
    'mutation { inviteMember(email: "colleague@example.com", role: viewer) { link } }': ['owner', 'admin'],
    '{ invitations { id } }': ['owner', 'admin'],
    'mutation { renewInvitation(id: 999999) { link } }': ['owner', 'admin'],
    'mutation { revokeInvitation(id: 999999) { id } }': ['owner', 'admin'],
    'mutation { setMemberRole(id: 999999, role: viewer) { id } }': ['owner', 'admin'],
    'mutation { removeMember(id: 999999) }': ['owner', 'admin'],
    '{ billingUsage { usedMinutes } alerts { nodes { id } } plans { name } prices { prefix } }': ROLES,
    'mutation { setLowBalanceThreshold(amount: "1") { lowBalanceThreshold } }': ['owner', 'admin'],
    'mutation { dismissAlert(id: 999999) { id } }': ['owner', 'admin'],
    '{ alertSettings { emails } }': ROLES,
    'mutation { updateAlertSettings(input: {emails: []}) { emails } }': ['owner', 'admin'],
    'mutation { renameWorkspace(name: "New name") { name } }': ['owner'],
  }

  test.each(Object.keys(allowed))('only the roles with the permission may: %s', async (source) => {
    const { actor } = await signUp()
    expect((await run(source)).codes).toEqual(['UNAUTHENTICATED'])
    for (const role of ROLES) {
      const { codes } = await run(source, {}, { ...actor, role, scopes: ROLE_SCOPES[role] })
      expect(codes.includes('FORBIDDEN'), role).toBe(!allowed[source]!.includes(role))
    }
  })
})
