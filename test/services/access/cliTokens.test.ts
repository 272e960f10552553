import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { clock } from '../../../src/kernel/lib/clock.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { sha256 } from '../../../src/kernel/crypto/ids.ts'
import { KEY_SCOPES, ROLE_SCOPES, ROLES } from '../../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../../src/services/access/cliTokens.ts'
import * as members from '../../../src/services/access/members.ts'
import * as workspaces from '../../../src/services/workspaces/workspaces.ts'
import { DAY, pass, SECOND } from '../../kit/clock.ts'
import { useDatabase } from '../../kit/database.ts'
import { personIn } from '../../kit/people.ts'
import { useRevoked } from '../../kit/revoked.ts'

useDatabase()

const revoked = useRevoked()
const newWorkspace = async () => (await workspaces.create({ name: 'Acme', plan: 'business' })).id
const newOwner = async () => personIn(await newWorkspace(), 'owner')
const refused = (message: string) => expect.objectContaining({ code: 'UNAUTHENTICATED', message })
const LAPTOP = { name: 'Laptop', scopes: ['me:read', 'calls:read'] }
const idsOf = async (actor: Actor, page = {}) => (await cliTokens.list(actor, page)).rows.map(({ id }) => id)

describe('a new token', () => {
  test('speaks for its person in the workspace, with its scopes and the plan', async () => {
    const owner = await newOwner()
    const { token, row } = await cliTokens.create(owner, LAPTOP)
    const { actor, plan } = await apiKeys.authenticate(token)
    const { workspaceId, userId } = owner
    const called = `${row.user!.email} (Laptop)`
    expect(actor).toEqual({ kind: 'cli', workspaceId, userId, role: 'owner', keyId: row.id, displayName: called, scopes: new Set(LAPTOP.scopes) })
    expect(plan).toBe('business')
  })

  test('is kept as a hash, its beginning and its end', async () => {
    const { token, row } = await cliTokens.create(await newOwner(), LAPTOP)
    expect(token).toMatch(/^agc_\w{31}$/)
    expect(row).toMatchObject({ prefix: token.slice(0, 8), last4: token.slice(-4) })
    const [{ text }] = (await anyWorkspace.$queryRaw`select k::text as text from api_keys k where id = ${row.id}`) as [{ text: string }]
    expect(text).not.toContain(token.slice(8, -4))
    expect(text).toContain(Buffer.from(sha256(token)).toString('hex'))
  })

  test('ends after 90 days, or when it is said to, which is 366 days away at most', async () => {
    const owner = await newOwner()
    pass(0)
    const now = clock.now().getTime()
    const inDays = (days: number) => new Date(now + days * DAY)
    expect((await cliTokens.create(owner, LAPTOP)).row.expiresAt).toEqual(inDays(90))
    expect((await cliTokens.create(owner, { ...LAPTOP, expiresAt: null })).row.expiresAt).toEqual(inDays(90))
    const { token, row } = await cliTokens.create(owner, { ...LAPTOP, expiresAt: inDays(366) })
    expect(row.expiresAt).toEqual(inDays(366))
    for (const expiresAt of [new Date(now + 366 * DAY + 1), new Date(now), inDays(-1)])
      await expect(cliTokens.create(owner, { ...LAPTOP, expiresAt })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    pass(366 * DAY - SECOND)
    await apiKeys.authenticate(token)
    pass(SECOND)
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token expired'))
  })

  test('takes scopes that keys can have and the role of its person holds, and leaves no trace where it does not', async () => {
    const workspaceId = await newWorkspace()
    for (const role of ROLES) {
      const person = await personIn(workspaceId, role)
      for (const scope of KEY_SCOPES) {
        const made = cliTokens.create(person, { name: 'x', scopes: [scope] })
        if (ROLE_SCOPES[role].has(scope)) await expect(made).resolves.toBeTruthy()
        else await expect(made).rejects.toMatchObject({ code: 'FORBIDDEN', message: `You cannot give a CLI token scopes that you do not have: ${scope}` })
      }
      const made = await anyWorkspace.apiKey.count({ where: { workspaceId } })
      for (const scopes of [[], ['x'], ['keys:write'], ['me:read', 'members:read']])
        await expect(cliTokens.create(person, { name: 'x', scopes })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      expect(await anyWorkspace.apiKey.count({ where: { workspaceId } })).toBe(made)
    }
  })
})

describe('a text that is no token', () => {
  test('is refused in the words of what it looks like, without a look-up where it can be none', async () => {
    const { token } = await cliTokens.create(await newOwner(), LAPTOP)
    await expect(apiKeys.authenticate(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).rejects.toEqual(refused('Invalid CLI token format'))
    await anyWorkspace.apiKey.updateMany({ where: { hash: sha256(token) }, data: { hash: sha256('another') } })
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('Invalid CLI token'))
  })
})

describe('the person behind it', () => {
  test('who gets a lower role takes rights from the token at once, and gives them back with a higher one', async () => {
    const owner = await newOwner()
    const person = await personIn(owner.workspaceId, 'admin')
    const { token } = await cliTokens.create(person, { name: 'x', scopes: ['calls:read', 'calls:write', 'numbers:write'] })
    const held = async () => [...(await apiKeys.authenticate(token)).actor.scopes]
    expect(await held()).toEqual(['calls:read', 'calls:write', 'numbers:write'])
    await members.setRole(owner, person.userId, 'member')
    expect(await held()).toEqual(['calls:read', 'calls:write'])
    await members.setRole(owner, person.userId, 'viewer')
    expect(await held()).toEqual(['calls:read'])
    await members.setRole(owner, person.userId, 'admin')
    expect(await held()).toEqual(['calls:read', 'calls:write', 'numbers:write'])
  })

  test('who leaves takes it along, for good: it stays ended when they come back', async () => {
    const owner = await newOwner()
    const person = await personIn(owner.workspaceId, 'admin')
    const [{ token }, theirs] = [await cliTokens.create(person, LAPTOP), await cliTokens.create(owner, LAPTOP)]
    const made = await apiKeys.create(person, { name: 'Of the workspace', scopes: ['me:read'] })
    await apiKeys.authenticate(token)
    await members.remove(owner, person.userId)
    await expect(apiKeys.authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await anyWorkspace.membership.create({ data: { workspaceId: owner.workspaceId, userId: person.userId, role: 'admin' } })
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token revoked'))
    await expect(apiKeys.authenticate(made.key)).resolves.toBeTruthy()
    await expect(apiKeys.authenticate(theirs.token)).resolves.toBeTruthy()
  })
})

describe('revoking', () => {
  test('ends it at once and cuts off what is open; to do so again changes nothing', async () => {
    const owner = await newOwner()
    const { token, row } = await cliTokens.create(owner, LAPTOP)
    await apiKeys.authenticate(token)
    const { revokedAt, user } = await cliTokens.revoke(owner, row.id)
    expect(user!.id).toBe(owner.userId)
    expect(revoked).toEqual([{ keyId: row.id }])
    await expect(apiKeys.authenticate(token)).rejects.toEqual(refused('CLI token revoked'))
    pass(DAY)
    expect((await cliTokens.revoke(owner, row.id)).revokedAt).toEqual(revokedAt)
  })

  test('is for its person and for who may write keys; others who see it are refused, the rest see nothing of it', async () => {
    const workspaceId = await newWorkspace()
    const [owner, admin, member, viewer] = await Promise.all(ROLES.map((role) => personIn(workspaceId, role)))
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
  test("has one's own, and everybody's for who may read keys, newest first, page by page", async () => {
    const workspaceId = await newWorkspace()
    const [owner, member] = [await personIn(workspaceId, 'owner'), await personIn(workspaceId, 'member')]
    const ids: number[] = []
    for (const person of [owner, member, owner, member]) ids.unshift((await cliTokens.create(person, LAPTOP)).row.id)
    expect(await idsOf(owner)).toEqual(ids)
    expect(await idsOf(member)).toEqual([ids[0], ids[2]])
    expect(await idsOf(owner, { first: 2, after: String(ids[1]) })).toEqual(ids.slice(2))
    expect(await idsOf(await newOwner())).toEqual([])
  })
})

test('API keys and CLI tokens are apart: neither list shows the other, and neither is ended or rotated as the other', async () => {
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
