import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as knownDevices from '../../../src/services/access/sessions/knownDevices.ts'
import * as passwords from '../../../src/services/access/sessions/passwords.ts'
import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import { HOUR, MINUTE, advanceClock, SECOND, stopClock } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { useRealPasswordCost } from '../../kit/server/passwordCost.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

useDatabase()
useRealPasswordCost()

describe('signing in', () => {
  test('accepts only the correct password, in any Unicode composition', async () => {
    const it = { ...signUpInput(), password: 'pässword é' }
    const { userId } = await onboarding.signUp(it)
    expect(await sessions.signIn({ email: it.email, password: it.password.normalize('NFD') }, 'a')).toMatchObject({ userId })
    await expect(sessions.signIn({ email: it.email, password: 'password e' }, 'a')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Wrong email or password.',
    })
    await expect(sessions.signIn({ email: 'nobody@example.com', password: it.password }, 'a')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Wrong email or password.',
    })
  })

  test('the 256th character of a password counts', async () => {
    const hash = await passwords.hash('x'.repeat(256))
    expect(hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await passwords.verify(hash, 'x'.repeat(256))).toBe(true)
    expect(await passwords.verify(hash, `${'x'.repeat(255)}y`)).toBe(false)
  })

  test('an unknown user is rejected after the same work as a known one', async () => {
    const hash = await passwords.hash('correct horse')
    const took = async (known: string | null) => {
      const start = process.hrtime.bigint()
      expect(await passwords.verify(known, 'wrong horse')).toBe(false)
      return Number(process.hrtime.bigint() - start)
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 25; i++) {
      known.push(await took(hash))
      unknown.push(await took(null))
    }
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
    expect(median(unknown) / median(known)).toBeLessThan(2)
  })

  test('of twenty concurrent attempts five are checked; other addresses, and the same one later, can try', async () => {
    const it = signUpInput()
    await onboarding.signUp(it)
    const guess = (password: string, address = 'here') => sessions.signIn({ email: it.email, password }, address)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => guess('wrong')))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'in'))
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15)
    await expect(guess(it.password)).rejects.toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests. Please try again later.' })
    await expect(guess(it.password, 'elsewhere')).resolves.toBeTruthy()
    advanceClock(15 * MINUTE)
    await expect(guess(it.password)).resolves.toBeTruthy()
  })

  test('correct passwords do not count as attempts', async () => {
    const it = signUpInput()
    await onboarding.signUp(it)
    for (let i = 0; i < 8; i++) await sessions.signIn(it, 'home')
  })

  /** Waits for the last attempts. Above fifty, attempts of an address are checked once a second, for at most three seconds. */
  test('an address with attempts for many accounts is slowed, and other users of the address can still sign in', async () => {
    stopClock(new Date())
    const it = signUpInput()
    await onboarding.signUp(it)
    const guess = (i: number) => sessions.signIn({ email: `guess${i}@example.com`, password: 'wrong' }, 'sprayer').catch((error) => error.code)
    const codes = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(i)))
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(54)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(6)
    advanceClock(10 * SECOND)
    await expect(sessions.signIn(it, 'sprayer')).resolves.toBeTruthy()
    advanceClock(HOUR)
    expect(await guess(0)).toBe('UNAUTHENTICATED')
  })

  test('attempts for an account from many addresses get slower, but not from a known device', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
    const it = signUpInput()
    const { userId } = await onboarding.signUp(it)
    let addresses = 0
    const guess = (password = 'wrong', devices: string | null = null) =>
      sessions.signIn({ email: it.email, password }, `address ${(addresses += 1)}`, devices).then(
        () => ({ code: 'in', seconds: 0 }),
        ({ code, retryAfterSeconds }) => ({ code, seconds: retryAfterSeconds as number }),
      )
    for (let i = 0; i < 10; i++) expect((await guess()).code).toBe('UNAUTHENTICATED')
    for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900]) {
      expect(await guess()).toEqual({ code: 'RATE_LIMITED', seconds })
      expect((await guess(it.password)).code).toBe('RATE_LIMITED')
      pass(seconds * SECOND)
      expect((await guess()).code).toBe('UNAUTHENTICATED')
    }
    const devices = knownDevices.addAccount(null, userId)
    expect((await guess(it.password, devices)).code).toBe('in')
    for (const forged of [devices.replace(/.$/, '!'), knownDevices.addAccount(null, userId + 1)])
      expect((await guess(it.password, forged)).code).toBe('RATE_LIMITED')
    for (let i = 0; i < 5; i++) expect((await guess('wrong', devices)).code).toBe('UNAUTHENTICATED')
    expect((await guess(it.password, devices)).code).toBe('RATE_LIMITED')
    pass(HOUR)
    expect((await guess(it.password)).code).toBe('in')
  })
})

describe('a new password', () => {
  const signUp = (password: string, email = signUpInput().email) => onboarding.signUp({ ...signUpInput(), email, password })

  test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'sunshine', 'baseball', ' password ', ' '.repeat(8), 'aaaaaaaa'])(
    'is rejected if it is common: "%s"',
    async (password) => {
      await expect(signUp(password)).rejects.toMatchObject({
        code: 'UNPROCESSABLE_ENTITY',
        detail: [{ loc: ['body', 'password'], type: 'value_error.password' }],
      })
    },
  )

  test('is rejected if it is the email address or its local part', async () => {
    for (const password of ['Giovanna.Rossi@Example.com', 'giovanna.rossi'])
      await expect(signUp(password, 'giovanna.rossi@example.com')).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
    await expect(signUp('giovanna.rossi sings', 'giovanna.rossi@example.com')).resolves.toBeTruthy()
  })
})

describe('overload', () => {
  test('by new passwords returns Retry-After and does not delay sign-ins', async () => {
    const it = signUpInput()
    await onboarding.signUp(it)
    const flood = Promise.allSettled(Array.from({ length: 60 }, (_, i) => passwords.hash(`a long password ${i}`)))
    let isOver = false
    void flood.then(() => (isOver = true))
    await sessions.signIn(it, 'beside a flood')
    expect(isOver).toBe(false)
    const refused = (await flood).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(60 - 21)
    for (const error of refused) expect(error).toMatchObject({ code: 'UNAVAILABLE', extensions: { http: { status: 503, headers: { 'Retry-After': '5' } } } })
  })

  test('by sign-ups from one address or from all addresses is rejected', async () => {
    const signUp = (address: string) => onboarding.signUp({ ...signUpInput(), workspaceName: undefined }, address).catch((error) => error.code)
    const codes: string[] = []
    for (let i = 0; i < 22; i++) codes.push(await signUp('one'))
    expect(codes.indexOf('RATE_LIMITED')).toBe(20)
    expect(codes[21]).toBe('RATE_LIMITED')
    for (let i = 0; i < 40; i++) await signUp(`another ${i}`)
    expect(await signUp('a fresh one')).toBe('RATE_LIMITED')
  })
})
