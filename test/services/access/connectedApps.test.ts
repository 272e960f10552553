import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { KEY_SCOPES, ROLES } from '../../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as connectedApps from '../../../src/services/access/connectedApps.ts'
import * as members from '../../../src/services/access/members.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import type { AppApproval } from '../../../src/inputs/connectedApps.ts'
import { HOUR, advanceClock } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { addMember } from '../../kit/fixtures/members.ts'
import { useRevocationEvents } from '../../kit/observers/revocationEvents.ts'

useDatabase()

const revocations = useRevocationEvents()
const RESOURCE = 'https://voice.example.com/mcp'
const APP = { clientId: 'client-1', name: 'Claude', redirectHost: 'claude.ai' }
const ASKED = ['me:read', 'calls:read', 'calls:write'] as const
const newWorkspace = async () => (await newWorkspaces.create({ name: 'Acme', plan: 'business' })).id
const newOwner = async () => addMember(await newWorkspace(), 'owner')
const refused = (message: string) => expect.objectContaining({ code: 'UNAUTHENTICATED', message })
const grantsOf = (workspaceId: number) => anyWorkspace.appGrant.count({ where: { workspaceId } })
const idsOf = async (actor: Actor) => (await connectedApps.list(actor, {})).rows.map(({ id }) => id)

/** Connects an app of a user, with an access token as the authorization server stores it. */
async function connect(person: Actor, approval: Partial<AppApproval> = {}, token: { aud?: string; scope?: string; expiresAt?: Date } = {}) {
  const grantId = randomUUID()
  const row = await connectedApps.approve(person, APP, grantId, ASKED, { workspaceId: person.workspaceId, scopes: [...ASKED], ...approval })
  const access = randomUUID()
  const { aud = RESOURCE, scope = ASKED.join(' '), expiresAt = new Date(Date.now() + HOUR) } = token
  const payload = { aud, scope, grantId }
  await anyWorkspace.oauthPayload.createMany({
    data: [
      { model: 'Grant', id: grantId, uid: connectedApps.hashToken(grantId), payload: {}, expiresAt },
      { model: 'AccessToken', id: connectedApps.hashToken(access), grantId, payload, expiresAt },
      { model: 'RefreshToken', id: connectedApps.hashToken(randomUUID()), grantId, payload, expiresAt },
    ],
  })
  return { id: row.id, grantId, access, row }
}

describe('an approval', () => {
  test('gives the app the approved scopes in the chosen workspace, and declines its other requested scopes', async () => {
    const owner = await newOwner()
    const { access, id } = await connect(owner, { scopes: ['me:read', 'calls:read'] })
    const { actor, unavailableScopes: declined, plan } = await connectedApps.authenticate(access, RESOURCE)
    expect(actor).toMatchObject({ kind: 'app', workspaceId: owner.workspaceId, userId: owner.userId, keyId: id, scopes: new Set(['me:read', 'calls:read']) })
    expect([...declined]).toEqual(['calls:write'])
    expect(plan).toBe('business')
  })

  test('cannot exceed the requested scopes or the role of the user, or be for a workspace of others', async () => {
    const owner = await newOwner()
    const viewer = await addMember(owner.workspaceId, 'viewer')
    const elsewhere = await newWorkspace()
    await expect(connect(owner, { scopes: ['me:read', 'agents:write'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'The app did not request these scopes: agents:write',
    })
    await expect(connect(viewer, { scopes: ['calls:write'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot give a connected app scopes that you do not have: calls:write',
    })
    await expect(connect(owner, { workspaceId: elsewhere })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(connect(owner, { scopes: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect([await grantsOf(owner.workspaceId), await grantsOf(elsewhere)]).toEqual([0, 0])
  })

  test('is checked by the role in the chosen workspace, not in the current one', async () => {
    const [here, there] = [await newOwner(), await newOwner()]
    await anyWorkspace.membership.create({ data: { workspaceId: there.workspaceId, userId: here.userId, role: 'viewer' } })
    await expect(connect(here, { workspaceId: there.workspaceId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { row } = await connect(here, { workspaceId: there.workspaceId, scopes: ['me:read'] })
    expect(row.workspaceId).toBe(there.workspaceId)
  })
})

describe('an access token', () => {
  test('works for one resource, expires, and has only its own scopes', async () => {
    const owner = await newOwner()
    const invalid = refused('Invalid or expired access token')
    const { access, grantId } = await connect(owner, {}, { scope: 'me:read' })
    expect((await connectedApps.authenticate(access, RESOURCE)).actor.scopes).toEqual(new Set(['me:read']))
    await expect(connectedApps.authenticate(access, 'https://other.example.com/mcp')).rejects.toEqual(invalid)
    for (const forged of ['', grantId, `${access}x`, connectedApps.hashToken(access)])
      await expect(connectedApps.authenticate(forged, RESOURCE)).rejects.toEqual(invalid)
    advanceClock(HOUR)
    await expect(connectedApps.authenticate(access, RESOURCE)).rejects.toEqual(invalid)
  })

  test('cannot be used as an API key, or an API key as an access token', async () => {
    const owner = await newOwner()
    const { access, grantId } = await connect(owner)
    const { key } = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'] })
    for (const text of [access, grantId]) await expect(apiKeys.authenticate(text)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(connectedApps.authenticate(key, RESOURCE)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('loses scopes immediately with the role of its user, and ends permanently when the user leaves', async () => {
    const owner = await newOwner()
    const person = await addMember(owner.workspaceId, 'member')
    const { access, id } = await connect(person)
    const known = () => connectedApps.authenticate(access, RESOURCE)
    expect((await known()).actor.scopes).toEqual(new Set(ASKED))
    await members.setRole(owner, person.userId, 'viewer')
    expect((await known()).actor.scopes).toEqual(new Set(['me:read', 'calls:read']))
    expect([...(await known()).unavailableScopes]).toEqual(['calls:write'])
    await members.remove(person, person.userId)
    await expect(known()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await anyWorkspace.membership.create({ data: { workspaceId: owner.workspaceId, userId: person.userId, role: 'owner' } })
    await expect(known()).rejects.toEqual(refused('Grant revoked'))
    expect((await anyWorkspace.apiKey.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull()
  })
})

describe('caps', () => {
  test('can be set, kept and removed', async () => {
    const owner = await newOwner()
    const { id } = await connect(owner, { callLimit: 3, spendLimit: 2_000_000n })
    const capsAfter = async (caps: { callLimit?: number | null; spendLimit?: bigint | null }) => {
      const { appGrant } = await connectedApps.update(owner, id, caps)
      return [appGrant!.callLimit, appGrant!.spendLimitMicros]
    }
    expect(await capsAfter({ callLimit: 5 })).toEqual([5, 2_000_000n])
    expect(await capsAfter({ spendLimit: 0n })).toEqual([5, 0n])
    expect(await capsAfter({ callLimit: null })).toEqual([null, 0n])
    expect(await capsAfter({ spendLimit: null, callLimit: 0 })).toEqual([0, null])
    await expect(connectedApps.update(owner, id, {})).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'No fields to update' })
  })

  test('cannot be lower than the current usage, which the error names', async () => {
    const owner = await newOwner()
    const { id } = await connect(owner, { callLimit: 10, spendLimit: 9_000_000n })
    await anyWorkspace.appGrant.update({ where: { keyId: id }, data: { callsUsed: 4, spentMicros: 1_500_000n } })
    const message = 'A cap cannot be lower than what the app has already used: 4 calls, 1.5000 spent.'
    for (const caps of [{ callLimit: 3 }, { spendLimit: 1_499_999n }, { callLimit: 4, spendLimit: 0n }])
      await expect(connectedApps.update(owner, id, caps)).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
    expect((await connectedApps.update(owner, id, { callLimit: 4, spendLimit: 1_500_000n })).appGrant).toMatchObject({
      callLimit: 4,
      spendLimitMicros: 1_500_000n,
    })
  })
})

describe('revoking', () => {
  test('ends all tokens of the app immediately, and keeps the row as history', async () => {
    const owner = await newOwner()
    const [revoked, other] = [await connect(owner), await connect(owner)]
    await connectedApps.authenticate(revoked.access, RESOURCE)
    expect((await connectedApps.revoke(owner, revoked.id)).revokedAt).not.toBeNull()
    expect(revocations).toEqual([{ keyId: revoked.id }])
    await expect(connectedApps.authenticate(revoked.access, RESOURCE)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await connectedApps.authenticate(other.access, RESOURCE)
    const remaining = await anyWorkspace.oauthPayload.findMany({ where: { OR: [{ grantId: revoked.grantId }, { id: revoked.grantId }] } })
    expect(remaining).toEqual([])
    expect(await anyWorkspace.oauthPayload.count({ where: { grantId: other.grantId } })).toBe(2)
    expect(await idsOf(owner)).toEqual([other.id, revoked.id])
    await expect(connectedApps.update(owner, revoked.id, { callLimit: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('and limiting are allowed for the user and for members who can write keys; other members get NOT_FOUND', async () => {
    const workspaceId = await newWorkspace()
    const [owner, admin, member, viewer] = await Promise.all(ROLES.map((role) => addMember(workspaceId, role)))
    const { id } = await connect(member!)
    expect([await idsOf(owner!), await idsOf(member!), await idsOf(viewer!)]).toEqual([[id], [id], []])
    const reader: Actor = { ...viewer!, scopes: new Set(['keys:read']) }
    for (const touch of [(actor: Actor) => connectedApps.update(actor, id, { callLimit: 1 }), (actor: Actor) => connectedApps.revoke(actor, id)]) {
      await expect(touch(viewer!)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Connected app not found' })
      await expect(touch(await newOwner())).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(touch(reader)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Missing scope: keys:write' })
    }
    expect(revocations).toEqual([])
    for (const actor of [member!, admin!, owner!]) {
      const connected = await connect(member!)
      expect((await connectedApps.update(actor, connected.id, { callLimit: 1 })).appGrant!.callLimit).toBe(1)
      expect((await connectedApps.revoke(actor, connected.id)).revokedAt).not.toBeNull()
    }
  })
})

test('every key scope can be requested and granted', async () => {
  const owner = await newOwner()
  const row = await connectedApps.approve(owner, APP, randomUUID(), KEY_SCOPES, { workspaceId: owner.workspaceId, scopes: [...KEY_SCOPES] })
  expect(row.scopes).toEqual([...KEY_SCOPES])
})
