import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import { sha256 } from '../../../src/kernel/crypto/ids.ts'
import { deriveKey } from '../../../src/kernel/crypto/keyring.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import * as tokens from '../../../src/services/access/sessions/tokens.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { DAY, MINUTE, advanceClock, SECOND, stopClock } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { watchConnections, watchQueries } from '../../kit/observers/queries.ts'
import { useRevocationEvents } from '../../kit/observers/revocationEvents.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

useDatabase()

const revoked = useRevocationEvents()
afterEach(() => {
  settings.simulatedEngines = [...VOICE_ENGINES]
  vi.restoreAllMocks()
})

const signUp = () => onboarding.signUp(signUpInput())
const claimsOf = async (signedIn: sessions.AuthPayload) => (await tokens.verify(signedIn.accessToken))!

describe('signing up', () => {
  test('creates an account, its workspace with test credit and a number, and the owner membership', async () => {
    const { accessToken, userId } = await signUp()
    const actor = (await sessions.authenticate(accessToken))!
    expect(actor).toMatchObject({ kind: 'session', userId, role: 'owner' })
    expect(actor.scopes.has('workspace:write')).toBe(true)
    const workspace = await anyWorkspace.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, include: { wallet: true, numbers: true } })
    expect(workspace).toMatchObject({
      name: 'Acme',
      plan: 'free',
      wallet: { balance: 100_000_000n, held: 0n },
      numbers: [{ carrier: 'simulator', label: null, country: 'US' }],
    })
  })

  test('an address has one account, also when it signs up ten times at once', async () => {
    const same = signUpInput()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => onboarding.signUp(same)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
    expect(await anyWorkspace.membership.count({ where: { user: { email: same.email } } })).toBe(1)
  })

  test('every simulated number is possible and is connected only once', async () => {
    const { id, ...rest } = await newWorkspaces.create({ name: 'First' })
    expect(rest.plan).toBe('free')
    const { phoneNumber } = await anyWorkspace.phoneNumber.findFirstOrThrow({ where: { workspaceId: id } })
    const next = `${phoneNumber.slice(0, -4)}${String(Number(phoneNumber.slice(-4)) + 1).padStart(4, '0')}`
    await anyWorkspace.phoneNumber.create({ data: { workspaceId: id, phoneNumber: next, carrier: 'twilio' } })
    const second = await newWorkspaces.create({ name: 'Second' })
    expect(second.id).toBe(id + 1)
    expect(await anyWorkspace.phoneNumber.count({ where: { workspaceId: second.id } })).toBe(1)
    await anyWorkspace.$executeRaw`select setval('workspaces_id_seq', 123456)`
    await newWorkspaces.create({ name: 'Much later' })
    const numbers = (await anyWorkspace.phoneNumber.findMany({ where: { carrier: 'simulator' } })).map((row) => row.phoneNumber)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.filter((number) => !parsePhoneNumberFromString(number)?.isValid())).toEqual([])
  })

  test('a workspace gets no number if calls are real', async () => {
    settings.simulatedEngines = []
    const { id } = await newWorkspaces.create({ name: 'Real' })
    expect(await anyWorkspace.phoneNumber.count({ where: { workspaceId: id } })).toBe(0)
  })
})

describe('access tokens', () => {
  const claims = { sid: 'x', wid: 1 }
  const forge = (change: (token: SignJWT) => SignJWT, key = deriveKey('session'), alg = 'HS256') =>
    change(new SignJWT(claims).setProtectedHeader({ alg }).setSubject('1').setIssuer('callwright').setAudience('callwright').setExpirationTime('5m')).sign(key)

  test('expired, forged and unsigned tokens, and those with another algorithm or audience, are rejected', async () => {
    expect(await tokens.verify(await forge((token) => token))).toEqual({ userId: 1, sessionId: 'x', workspaceId: 1, expiresAt: expect.any(Date) })
    const good = await signUp()
    const [head, body, signature] = good.accessToken.split('.') as [string, string, string]
    const changed = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), wid: 999 })).toString('base64url')
    const refused = [
      '',
      'x',
      'a.b.c',
      `${head}.${changed}.${signature}`,
      `${head}.${body}.`,
      new UnsecuredJWT(claims).setSubject('1').setIssuer('callwright').setAudience('callwright').setExpirationTime('5m').encode(),
      await forge((token) => token, deriveKey('seal')),
      await forge((token) => token, deriveKey('session'), 'HS512'),
      await forge((token) => token.setAudience('other')),
      await forge((token) => token.setIssuer('other')),
      await forge((token) => token.setExpirationTime(new Date(Date.now() - SECOND))),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('1')
        .setIssuer('callwright')
        .setAudience('callwright')
        .sign(deriveKey('session')),
    ]
    for (const token of refused) expect(await sessions.authenticate(token), token).toBeNull()
  })

  test('expire after ten minutes', async () => {
    advanceClock(0)
    const { accessToken, expiresAt } = await signUp()
    advanceClock(10 * MINUTE - SECOND - 1)
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    stopClock(expiresAt)
    expect(await sessions.authenticate(accessToken)).toBeNull()
  })

  test('a new role or a removed membership applies immediately', async () => {
    const { accessToken, userId } = await signUp()
    const { workspaceId } = (await sessions.authenticate(accessToken))!
    const where = { workspaceId_userId: { workspaceId, userId } }
    await anyWorkspace.membership.update({ where, data: { role: 'viewer' } })
    const demoted = (await sessions.authenticate(accessToken))!
    expect(demoted.role).toBe('viewer')
    expect(demoted.scopes.has('calls:write')).toBe(false)
    await anyWorkspace.membership.delete({ where })
    expect(await sessions.authenticate(accessToken)).toBeNull()
  })

  test('only members can switch to another workspace', async () => {
    const mine = await signUp()
    const other = await claimsOf(await signUp())
    const actor = (await sessions.authenticate(mine.accessToken))!
    await expect(sessions.switchWorkspace(actor, other.workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Workspace not found' })
    await expect(sessions.refresh(mine.refreshToken, other.workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const second = await newWorkspaces.create({ name: 'Second', ownerUserId: mine.userId })
    const switched = await sessions.switchWorkspace(actor, second.id)
    expect(await sessions.authenticate(switched.accessToken)).toMatchObject({ workspaceId: second.id, role: 'owner' })
    expect(await tokens.verify((await sessions.refresh(mine.refreshToken, second.id)).accessToken)).toMatchObject({ workspaceId: second.id })
  })
})

describe('refresh tokens', () => {
  test('are replaced at each use and stored only as hashes', async () => {
    const first = await signUp()
    const second = await sessions.refresh(first.refreshToken)
    const third = await sessions.refresh(second.refreshToken)
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3)
    expect(Buffer.from(third.refreshToken!, 'base64url')).toHaveLength(32)
    const session = await anyWorkspace.session.findFirstOrThrow({ where: { userId: first.userId } })
    expect(Buffer.from(session.refreshHash)).toEqual(Buffer.from(sha256(third.refreshToken!)))
    expect(await sessions.authenticate(third.accessToken)).not.toBeNull()
  })

  test('of ten concurrent refreshes one gets a successor, and all ten tabs stay signed in', async () => {
    const { refreshToken } = await signUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sessions.refresh(refreshToken)))
    expect(answers.filter((answer) => answer.refreshToken)).toHaveLength(1)
    for (const { accessToken } of answers) expect(await sessions.authenticate(accessToken)).not.toBeNull()
    const [successor] = answers.filter((answer) => answer.refreshToken)
    await expect(sessions.refresh(successor!.refreshToken)).resolves.toMatchObject({ refreshToken: expect.any(String) })
  })

  test('a second tab can use the previous token for ten seconds; later use ends the session', async () => {
    advanceClock(0)
    const first = await signUp()
    const { sessionId } = await claimsOf(first)
    const second = await sessions.refresh(first.refreshToken)
    advanceClock(9 * SECOND)
    expect(await sessions.refresh(first.refreshToken)).toMatchObject({ refreshToken: null })
    expect(await sessions.authenticate(second.accessToken)).not.toBeNull()
    advanceClock(2 * SECOND)
    await expect(sessions.refresh(first.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(sessions.refresh(second.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await sessions.authenticate(second.accessToken)).toBeNull()
    expect(revoked).toEqual([{ sessionId }])
  })

  test('a much older token ends the session too', async () => {
    const first = await signUp()
    const second = await sessions.refresh(first.refreshToken)
    const third = await sessions.refresh(second.refreshToken)
    await expect(sessions.refresh(first.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(sessions.refresh(third.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a reused token ends only its own session', async () => {
    const it = signUpInput()
    const laptop = await onboarding.signUp(it)
    const phone = await sessions.signIn(it, 'phone')
    await sessions.refresh(laptop.refreshToken)
    advanceClock(MINUTE)
    await expect(sessions.refresh(laptop.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(sessions.refresh(phone.refreshToken)).resolves.toBeTruthy()
  })

  test('expire after thirty days without use', async () => {
    const first = await signUp()
    advanceClock(29 * DAY)
    const second = await sessions.refresh(first.refreshToken)
    advanceClock(29 * DAY)
    const third = await sessions.refresh(second.refreshToken)
    advanceClock(30 * DAY)
    await expect(sessions.refresh(third.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('an invalid token ends no session', async () => {
    const { accessToken } = await signUp()
    for (const text of [null, undefined, '', 'x', 'A'.repeat(43), '='.repeat(43), 'x'.repeat(10_000), 'é'.repeat(43)])
      await expect(sessions.refresh(text)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
  })
})

describe('signing out', () => {
  test('by refresh token or session ends the session immediately, and is idempotent', async () => {
    for (const by of ['token', 'session'] as const) {
      const { accessToken, refreshToken } = await signUp()
      const { sessionId } = (await sessions.authenticate(accessToken))!
      const which = by === 'token' ? { refreshToken } : { sessionId }
      await sessions.signOut(which)
      await sessions.signOut(which)
      expect(await sessions.authenticate(accessToken)).toBeNull()
      await expect(sessions.refresh(refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(revoked.splice(0)).toEqual([{ sessionId }])
    }
  })
})

test('a request is authenticated with one query', async () => {
  const { accessToken } = await signUp()
  const query = watchQueries()
  const connected = watchConnections()
  expect(await sessions.authenticate(accessToken)).not.toBeNull()
  expect([query.mock.calls.length, connected.mock.calls.length]).toEqual([1, 1])
})
