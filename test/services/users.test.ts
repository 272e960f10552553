import { describe, expect, test } from 'vitest'
import * as passwords from '../../src/services/passwords.ts'
import * as sessions from '../../src/services/sessions.ts'
import { HOUR, MINUTE, pass } from '../kit/clock.ts'
import { useDatabase } from '../kit/database.ts'
import { person } from '../kit/rows.ts'

useDatabase()

describe('signing in', () => {
  test('takes the right password only, in whichever way its letters are composed', async () => {
    const it = { ...person(), password: 'pässword é' }
    const { userId } = await sessions.signUp(it)
    expect(await sessions.signIn({ email: it.email, password: it.password.normalize('NFD') }, 'a')).toMatchObject({ userId })
    await expect(sessions.signIn({ email: it.email, password: 'password e' }, 'a')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Wrong e-mail or password',
    })
    await expect(sessions.signIn({ email: 'nobody@example.com', password: it.password }, 'a')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Wrong e-mail or password',
    })
  })

  test('the 256th character of a password counts', async () => {
    const hash = await passwords.hash('x'.repeat(256))
    expect(hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await passwords.verify(hash, 'x'.repeat(256))).toBe(true)
    expect(await passwords.verify(hash, `${'x'.repeat(255)}y`)).toBe(false)
  })

  test('an unknown user is refused by the same work as a known one', async () => {
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

  test('of twenty guesses at once five are judged; others of the account, and it itself later, may try', async () => {
    const it = person()
    await sessions.signUp(it)
    const guess = (password: string, address = 'here') => sessions.signIn({ email: it.email, password }, address)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => guess('wrong')))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'in'))
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15)
    await expect(guess(it.password)).rejects.toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests. Please try again later.' })
    await expect(guess(it.password, 'elsewhere')).resolves.toBeTruthy()
    pass(15 * MINUTE)
    await expect(guess(it.password)).resolves.toBeTruthy()
  })

  test('right passwords use up nothing', async () => {
    const it = person()
    await sessions.signUp(it)
    for (let i = 0; i < 8; i++) await sessions.signIn(it, 'home')
  })

  test('an address makes fifty wrong guesses an hour, whoever it tries to be', async () => {
    const guess = (i: number) => sessions.signIn({ email: `guess${i}@example.com`, password: 'wrong' }, 'sprayer').catch((error) => error.code)
    const codes = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(i)))
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(50)
    pass(HOUR)
    expect(await guess(0)).toBe('UNAUTHENTICATED')
  })
})
