import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { clock } from '../../../src/kernel/lib/clock.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { sha256 } from '../../../src/kernel/crypto/ids.ts'
import { KEY_SCOPES, ROLE_SCOPES, ROLES } from '../../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../../src/services/access/cliTokens.ts'
import * as members from '../../../src/services/access/members.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { DAY, advanceClock, SECOND } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { addMember } from '../../kit/fixtures/members.ts'
import { useRevocationEvents } from '../../kit/observers/revocationEvents.ts'

useDatabase()

const revoked = useRevocationEvents()
const newWorkspace = async () => (await newWorkspaces.create({ name: 'Acme', plan: 'business' })).id
const newOwner = async () => addMember(await newWorkspace(), 'owner')
const refused = (message: string) => expect.objectContaining({ code: 'UNAUTHENTICATED', message })
const LAPTOP = { name: 'Laptop', scopes: ['me:read', 'calls:read'] }
const idsOf = async (actor: Actor, page = {}) => (await cliTokens.list(actor, page)).rows.map(({ id }) => id)

describe('a new token', () => {
  test('authenticates as its user in the workspace, with its scopes and the plan', async () => {
    const owner = await newOwner()
    const { token, row } = await cliTokens.create(owner, LAPTOP)
    const { actor, plan } = await apiKeys.authenticate(token)
    const { workspaceId, userId } = owner
    const called = `${row.user!.email} (Laptop)`
    expect(actor).toEqual({ kind: 'cli', workspaceId, userId, role: 'owner', keyId: row.id, displayName: called, scopes: new Set(LAPTOP.scopes) })
    expect(plan).toBe('business')
  })

  test('is stored as a hash, a prefix and the last characters', async () => {
    const { token, row } = await cliTokens.create(await newOwner(), LAPTOP)
    expect(token).toMatch(/^agc_\w{31}$/)
    expect(row).toMatchObject({ prefix: token.slice(0, 8), last4: token.slice(-4) })
    const [{ text }] = (await anyWorkspace.$queryRaw`select k::text as text from api_keys k where id = ${row.id}`) as [{ text: string }]
    expect(text).not.toContain(token.slice(8, -4))
    expect(text).toContain(Buffer.from(sha256(token)).toString('hex'))
  })

  test('expires after 90 days by default, and after 366 days at most', async () => {
    const owner = await newOwner()
    advanceClock(0)
    const now = clock.now().getTime()
    const inDays = (days: number) => new Date(now + days * DAY)
    expect((await cliTokens.create(owner, LAPTOP)).row.expiresAt).toEqual(inDays(90))
    expect((await cliTokens.create(owner, { ...LAPTOP, expiresAt: null })).row.expiresAt).toEqual(inDays(90))
    const { token, row } = await cliTokens.create(owner, { ...LAPTOP, expiresAt: inDays(366) })
    expect(row.expiresAt).toEqual(inDays(366))
    for (const expiresAt of [new Date(now + 366 * DAY + 1), new Date(now), inDays(-1)])
      await expect(cliTokens.create(owner, { ...LAPTOP, expiresAt })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    advanceClock(366 * DAY - SECOND)
    await apiKeys.authenticate(token)
    advanceClock(SECOND)
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token expired'))
  })

  test('accepts only key scopes that the role of its user has, and stores nothing otherwise', async () => {
    const workspaceId = await newWorkspace()
    for (const role of ROLES) {
      const person = await addMember(workspaceId, role)
      for (const scope of KEY_SCOPES) {
        const creation = cliTokens.create(person, { name: 'x', scopes: [scope] })
        if (ROLE_SCOPES[role].has(scope)) await expect(creation).resolves.toBeTruthy()
        else await expect(creation).rejects.toMatchObject({ code: 'FORBIDDEN', message: `You cannot give a CLI token scopes that you do not have: ${scope}` })
      }
      const tokenCount = await anyWorkspace.apiKey.count({ where: { workspaceId } })
      for (const scopes of [[], ['x'], ['keys:write'], ['me:read', 'members:read']])
        await expect(cliTokens.create(person, { name: 'x', scopes })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      expect(await anyWorkspace.apiKey.count({ where: { workspaceId } })).toBe(tokenCount)
    }
  })
})

describe('an invalid token', () => {
  test('is rejected with the message of its format, without a query if the format is invalid', async () => {
    const { token } = await cliTokens.create(await newOwner(), LAPTOP)
    await expect(apiKeys.authenticate(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).rejects.toEqual(refused('Invalid CLI token format'))
    await anyWorkspace.apiKey.updateMany({ where: { hash: sha256(token) }, data: { hash: sha256('another') } })
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('Invalid CLI token'))
  })
})

describe('the user of a token', () => {
  test('a lower role removes scopes from the token immediately, and a higher one restores them', async () => {
    const owner = await newOwner()
    const person = await addMember(owner.workspaceId, 'admin')
    const { token } = await cliTokens.create(person, { name: 'x', scopes: ['calls:read', 'calls:write', 'numbers:write'] })
    const readScopes = async () => [...(await apiKeys.authenticate(token)).actor.scopes]
    expect(await readScopes()).toEqual(['calls:read', 'calls:write', 'numbers:write'])
    await members.setRole(owner, person.userId, 'member')
    expect(await readScopes()).toEqual(['calls:read', 'calls:write'])
    await members.setRole(owner, person.userId, 'viewer')
    expect(await readScopes()).toEqual(['calls:read'])
    await members.setRole(owner, person.userId, 'admin')
    expect(await readScopes()).toEqual(['calls:read', 'calls:write', 'numbers:write'])
  })

  test('the token of a user who leaves stays revoked when the user comes back', async () => {
    const owner = await newOwner()
    const person = await addMember(owner.workspaceId, 'admin')
    const [{ token }, theirs] = [await cliTokens.create(person, LAPTOP), await cliTokens.create(owner, LAPTOP)]
    const workspaceKey = await apiKeys.create(person, { name: 'Of the workspace', scopes: ['me:read'] })
    await apiKeys.authenticate(token)
    await members.remove(owner, person.userId)
    await expect(apiKeys.authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await anyWorkspace.membership.create({ data: { workspaceId: owner.workspaceId, userId: person.userId, role: 'admin' } })
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token revoked'))
    await expect(apiKeys.authenticate(workspaceKey.key)).resolves.toBeTruthy()
    await expect(apiKeys.authenticate(theirs.token)).resolves.toBeTruthy()
  })
})

describe('revoking', () => {
  test('ends access and open streams immediately, and is idempotent', async () => {
    const owner = await newOwner()
    const { token, row } = await cliTokens.create(owner, LAPTOP)
    await apiKeys.authenticate(token)
    const { revokedAt, user } = await cliTokens.revoke(owner, row.id)
    expect(user!.id).toBe(owner.userId)
    expect(revoked).toEqual([{ keyId: row.id }])
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token revoked'))
    advanceClock(DAY)
    expect((await cliTokens.revoke(owner, row.id)).revokedAt).toEqual(revokedAt)
  })

  test('is allowed for the user and for members who can write keys; readers of keys get FORBIDDEN, others NOT_FOUND', async () => {
    const workspaceId = await newWorkspace()
    const [owner, admin, member, viewer] = await Promise.all(ROLES.map((role) => addMember(workspaceId, role)))
    const reader: Actor = { ...viewer!, scopes: new Set(['keys:read']) }
    const mint = async () => (await cliTokens.create(member!, LAPTOP)).row.id
    const id = await mint()
    await expect(cliTokens.revoke(viewer!, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'CLI token not found' })
    await expect(cliTokens.revoke(reader, id)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Missing scope: keys:write' })
    await expect(cliTokens.revoke(await newOwner(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(cliTokens.revokeById(await newWorkspace(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(revoked).toEqual([])
    for (const actor of [member!, admin!, owner!]) expect((await cliTokens.revoke(actor, await mint())).revokedAt).not.toBeNull()
  })
})

describe('the list', () => {
  test("has the user's own tokens, or all tokens for readers of keys, newest first, page by page", async () => {
    const workspaceId = await newWorkspace()
    const [owner, member] = [await addMember(workspaceId, 'owner'), await addMember(workspaceId, 'member')]
    const ids: number[] = []
    for (const person of [owner, member, owner, member]) ids.unshift((await cliTokens.create(person, LAPTOP)).row.id)
    expect(await idsOf(owner)).toEqual(ids)
    expect(await idsOf(member)).toEqual([ids[0], ids[2]])
    expect(await idsOf(owner, { first: 2, after: String(ids[1]) })).toEqual(ids.slice(2))
    expect(await idsOf(await newOwner())).toEqual([])
  })
})

test('API keys and CLI tokens are separate: neither is listed, revoked or rotated as the other', async () => {
  const owner = await newOwner()
  const [{ token, row }, key] = [await cliTokens.create(owner, LAPTOP), await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'] })]
  expect((await apiKeys.list(owner, {})).rows.map(({ id }) => id)).toEqual([key.row.id])
  expect(await idsOf(owner)).toEqual([row.id])
  await expect(apiKeys.revoke(owner, row.id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' })
  await expect(apiKeys.rotate(owner, row.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(cliTokens.revoke(owner, key.row.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await apiKeys.authenticate(token)
  await apiKeys.authenticate(key.key)
})
