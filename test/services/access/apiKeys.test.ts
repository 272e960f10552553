import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { clock } from '../../../src/kernel/lib/clock.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { newApiKey, sha256 } from '../../../src/kernel/crypto/ids.ts'
import { KEY_SCOPES, ROLE_SCOPES, type Role } from '../../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { HOUR, advanceClock, SECOND } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { watchConnections, watchQueries } from '../../kit/observers/queries.ts'
import { useRevocationEvents } from '../../kit/observers/revocationEvents.ts'

useDatabase()

const revoked = useRevocationEvents()
afterEach(() => vi.restoreAllMocks())

const actorOf = (workspaceId: number, role: Role = 'owner'): Actor => ({ kind: 'session', workspaceId, userId: 1, role, scopes: ROLE_SCOPES[role] })
const newOwner = async () => actorOf((await newWorkspaces.create({ name: 'Acme', plan: 'business' })).id)
const lastUse = async (id: number) => (await anyWorkspace.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt
const refused = (message: string) => expect.objectContaining({ code: 'UNAUTHENTICATED', message })

describe('a new key', () => {
  test('authenticates as its workspace, with its scopes and the plan of the workspace', async () => {
    const owner = await newOwner()
    const { key, row } = await apiKeys.create(owner, { name: 'CI', scopes: ['calls:read', 'me:read', 'calls:read'] })
    const { actor, plan } = await apiKeys.authenticate(key)
    expect(actor).toEqual({ kind: 'key', workspaceId: owner.workspaceId, keyId: row.id, scopes: new Set(['calls:read', 'me:read']) })
    expect(plan).toBe('business')
  })

  test('is stored as a hash, a prefix and the last characters', async () => {
    const { key, row } = await apiKeys.create(await newOwner(), { name: 'CI', scopes: ['me:read'] })
    expect(key).toMatch(/^ago_\w{31}$/)
    expect(row).toMatchObject({ prefix: key.slice(0, 8), last4: key.slice(-4), scopes: ['me:read'] })
    const [{ text }] = (await anyWorkspace.$queryRaw`select k::text as text from api_keys k where id = ${row.id}`) as [{ text: string }]
    expect(text).not.toContain(key.slice(8, -4))
    expect(text).toContain(Buffer.from(sha256(key)).toString('hex'))
  })

  test('requires at least one valid scope and an expiration in the future', async () => {
    const owner = await newOwner()
    await expect(apiKeys.create(owner, { name: 'x', scopes: ['me:read', 'x', 'keys:write', 'y'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid scopes: x, keys:write, y',
    })
    await expect(apiKeys.create(owner, { name: 'x', scopes: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(apiKeys.create(owner, { name: 'x', scopes: ['me:read'], expiresAt: clock.now() })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(apiKeys.create(owner, { name: 'all', scopes: [...KEY_SCOPES] })).resolves.toBeTruthy()
  })

  test('cannot have scopes that its creator lacks', async () => {
    const { workspaceId } = await newOwner()
    const lesser: Actor = { ...actorOf(workspaceId), scopes: new Set(['me:read', 'keys:write']) }
    await expect(apiKeys.create(lesser, { name: 'x', scopes: ['me:read', 'calls:write'] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(apiKeys.create(lesser, { name: 'x', scopes: ['me:read'] })).resolves.toBeTruthy()
    const { row } = await apiKeys.issue({ workspaceId, name: 'operator', scopes: ['calls:write'] })
    await expect(apiKeys.rotate(lesser, row.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await anyWorkspace.apiKey.count({ where: { workspaceId } })).toBe(2)
  })
})

describe('authentication', () => {
  test('text in an invalid format is rejected without a query', async () => {
    const { key } = await apiKeys.create(await newOwner(), { name: 'x', scopes: ['me:read'] })
    const connected = watchConnections()
    const typo = (at: number) => key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1)
    const texts = [
      'x',
      `${key} `,
      key.slice(1),
      key.slice(0, -1),
      `sk_${key.slice(3)}`,
      `ago_${'é'.repeat(31)}`,
      'a'.repeat(100_000),
      ...Array.from({ length: 31 }, (_, i) => typo(i + 4)),
    ]
    for (const text of texts) await expect(apiKeys.authenticate(text)).rejects.toEqual(refused('Invalid API key format'))
    for (const text of ['', null, undefined]) await expect(apiKeys.authenticate(text)).rejects.toEqual(refused('Invalid API key'))
    expect(connected).not.toHaveBeenCalled()
  })

  test('a well-formed key costs one query, whether it exists or not', async () => {
    const { key, row } = await apiKeys.create(await newOwner(), { name: 'x', scopes: ['me:read'] })
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { lastUsedAt: clock.now() } })
    const query = watchQueries()
    await apiKeys.authenticate(key)
    expect(query).toHaveBeenCalledTimes(1)
    await expect(apiKeys.authenticate(newApiKey())).rejects.toEqual(refused('Invalid API key'))
    expect(query).toHaveBeenCalledTimes(2)
  })

  test('a revoked key is rejected immediately, and revoking it again changes nothing', async () => {
    const owner = await newOwner()
    const { key, row } = await apiKeys.create(owner, { name: 'x', scopes: ['me:read'] })
    await apiKeys.authenticate(key)
    const { revokedAt } = await apiKeys.revoke(owner, row.id)
    await expect(apiKeys.authenticate(key)).rejects.toEqual(refused('API key revoked'))
    expect(revoked).toEqual([{ keyId: row.id }])
    advanceClock(HOUR)
    expect((await apiKeys.revoke(owner, row.id)).revokedAt).toEqual(revokedAt)
    await expect(apiKeys.authenticate(key)).rejects.toEqual(refused('API key revoked'))
  })

  test('a key expires at its expiration date', async () => {
    const { key } = await apiKeys.create(await newOwner(), { name: 'x', scopes: ['me:read'], expiresAt: new Date(Date.now() + HOUR) })
    await apiKeys.authenticate(key)
    advanceClock(HOUR)
    await expect(apiKeys.authenticate(key)).rejects.toEqual(refused('API key expired'))
  })

  test('the time of use is stored at most once a minute', async () => {
    const { key, row } = await apiKeys.create(await newOwner(), { name: 'x', scopes: ['me:read'] })
    advanceClock(0)
    const first = clock.now()
    await apiKeys.authenticate(key)
    await vi.waitFor(async () => expect(await lastUse(row.id)).toEqual(first))
    advanceClock(59 * SECOND)
    const query = watchQueries()
    await Promise.all(Array.from({ length: 10 }, () => apiKeys.authenticate(key)))
    expect(JSON.stringify(query.mock.calls)).not.toMatch(/update/i)
    expect(await lastUse(row.id)).toEqual(first)
    advanceClock(SECOND)
    await apiKeys.authenticate(key)
    await vi.waitFor(async () => expect(await lastUse(row.id)).toEqual(clock.now()))
  })

  test('a request succeeds even if the time of use cannot be stored', async () => {
    const { key, row } = await apiKeys.create(await newOwner(), { name: 'x', scopes: ['me:read'] })
    await anyWorkspace.$executeRaw`create function refuse_use() returns trigger language plpgsql as 'begin raise exception ''no''; end'`
    await anyWorkspace.$executeRaw`create trigger refuse_use before update on api_keys for each row execute function refuse_use()`
    const query = watchQueries()
    try {
      expect((await apiKeys.authenticate(key)).actor.keyId).toBe(row.id)
      await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
      await Promise.allSettled(query.mock.results.map(({ value }) => value))
      expect(await lastUse(row.id)).toBeNull()
    } finally {
      await anyWorkspace.$executeRaw`drop trigger refuse_use on api_keys`
    }
  })
})

describe('rotation', () => {
  test('the new key has the same name and scopes, and both keys work during the overlap', async () => {
    const owner = await newOwner()
    const old = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read', 'calls:read'] })
    const next = await apiKeys.rotate(owner, old.row.id, { overlapSeconds: 3600 })
    expect(next.row).toMatchObject({ name: 'CI', scopes: ['me:read', 'calls:read'], expiresAt: null })
    advanceClock(HOUR - 10 * SECOND)
    await apiKeys.authenticate(old.key)
    advanceClock(20 * SECOND)
    await expect(apiKeys.authenticate(old.key)).rejects.toEqual(refused('API key expired'))
    await apiKeys.authenticate(next.key)
  })

  test('without an overlap the old key is revoked immediately; the default overlap is one day', async () => {
    const owner = await newOwner()
    const old = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'] })
    const next = await apiKeys.rotate(owner, old.row.id, { overlapSeconds: 0 })
    await expect(apiKeys.authenticate(old.key)).rejects.toEqual(refused('API key expired'))
    expect(revoked).toEqual([{ keyId: old.row.id }])
    await apiKeys.rotate(owner, next.row.id)
    advanceClock(23 * HOUR)
    await apiKeys.authenticate(next.key)
    advanceClock(2 * HOUR)
    await expect(apiKeys.authenticate(next.key)).rejects.toEqual(refused('API key expired'))
  })

  test('extends neither the old key nor the expiration date', async () => {
    const owner = await newOwner()
    const expiresAt = new Date(Date.now() + HOUR)
    const old = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'], expiresAt })
    const next = await apiKeys.rotate(owner, old.row.id)
    expect((await anyWorkspace.apiKey.findUniqueOrThrow({ where: { id: old.row.id } })).expiresAt).toEqual(expiresAt)
    expect(next.row.expiresAt).toEqual(expiresAt)
  })

  test('does not restore a revoked or expired key', async () => {
    const owner = await newOwner()
    const { row } = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'] })
    await apiKeys.revoke(owner, row.id)
    await expect(apiKeys.rotate(owner, row.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const dated = await apiKeys.create(owner, { name: 'CI', scopes: ['me:read'], expiresAt: new Date(Date.now() + HOUR) })
    advanceClock(HOUR)
    await expect(apiKeys.rotate(owner, dated.row.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('another workspace cannot list, rotate or revoke the key', async () => {
  const owner = await newOwner()
  const stranger = await newOwner()
  const { key, row } = await apiKeys.create(owner, { name: 'x', scopes: ['me:read'] })
  await expect(apiKeys.rotate(stranger, row.id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' })
  await expect(apiKeys.revoke(stranger, row.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(apiKeys.revokeById(stranger.workspaceId, row.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await apiKeys.list(stranger, {})).rows).toEqual([])
  expect(revoked).toEqual([])
  await apiKeys.authenticate(key)
})

test('the list is newest first, page by page', async () => {
  const owner = await newOwner()
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.unshift((await apiKeys.create(owner, { name: `key ${i}`, scopes: ['me:read'] })).row.id)
  const first = await apiKeys.list(owner, { first: 3 })
  const rest = await apiKeys.list(owner, { first: 3, after: String(first.rows.at(-1)!.id) })
  expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(ids)
  expect([first.hasMore, rest.hasMore]).toEqual([true, false])
})
