import { beforeEach, describe, expect, test } from 'vitest'
import { ROLE_SCOPES, ROLES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as workspaces from '../../src/services/workspaces/workspaces.ts'
import { secretOf } from '../kit/fixtures/members.ts'
import { useDatabase } from '../kit/server/database.ts'
import { browser, run, signUp, VIEWER } from './accountKit.ts'

useDatabase()
beforeEach(() => {
  browser.refreshToken = null
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
  const email = `Colleague-${colleague.input.email}`
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
