import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isAllSimulated, readEnv } from '../../src/kernel/config/env.ts'

describe("the vendors' base URLs", () => {
  test("default to the vendors' own", () => {
    expect(readEnv({})).toMatchObject({ RETELL_BASE_URL: 'https://api.retellai.com', VAPI_BASE_URL: 'https://api.vapi.ai' })
  })

  test.each(['https://retell.example.com/proxy', 'http://127.0.0.1:4010/retell', 'http://localhost:4010', 'http://[::1]:4010'])('can be %s', (address) => {
    expect(readEnv({ RETELL_BASE_URL: `${address}/` }).RETELL_BASE_URL).toBe(address)
  })

  test.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'ftp://127.0.0.1',
    '/retell',
    'api.vapi.ai',
    'https://user:password@api.vapi.ai',
    'https://api.vapi.ai/?a=b',
  ])("can't be %s, where the key would be sent", (address) => {
    expect(() => readEnv({ VAPI_BASE_URL: address })).toThrow(/VAPI_BASE_URL: .*\(given: hidden\)/)
  })
})

describe('a wrong value', () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT: must be a number (given: "eighty")'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL: must be a URL that begins with postgres:// or postgresql:// (given: hidden)'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must be a URL that begins with smtp:// or smtps://'],
    [{ PUBLIC_URL: 'calls.example.com' }, 'PUBLIC_URL: must be a URL that begins with https:// or http://'],
    [{ PUBLIC_URL: 'https://user:secret@calls.example.com' }, 'PUBLIC_URL: must be a URL'],
    [{ PUBLIC_URL: 'https://calls.example.com/?a=b' }, 'PUBLIC_URL: must be a URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an email address'],
    [{ METRICS_PORT: '4000', PORT: '4000' }, 'METRICS_PORT and PORT need different ports'],
    [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, 'DATABASE_DIRECT_URL needs DATABASE_URL'],
  ])('%j stops the start with a sentence that says what it must be', (settings, message) => {
    expect(() => readEnv(settings)).toThrow(message)
  })

  test.each(['noreply@example.com', 'Callwright <noreply@localhost>', '"Acme, Inc." <calls@acme.example>'])('the sender of emails can be %s', (sender) => {
    expect(readEnv({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender)
  })
})

describe('legal calling hours', () => {
  const off = { CALLING_HOURS: 'off' }

  test('can be off while everything is simulated', () => {
    expect(isAllSimulated(readEnv(off))).toBe(true)
  })

  test.each([{ RETELL_API_KEY: 'key_1' }, { VAPI_API_KEY: 'key-1' }, { CARRIERS: 'live' }, { RETELL_API_KEY: 'key_1', CARRIERS: 'simulator' }])(
    "can't be off with %j, because real people could be called",
    (given) => {
      expect(() => readEnv({ ...off, ...given })).toThrow(/only while everything is simulated/)
      expect(isAllSimulated(readEnv(given))).toBe(false)
    },
  )
})

describe('settings in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const store = (text: string) => {
    const path = join(folder, randomUUID())
    writeFileSync(path, text)
    return path
  }

  test.each(['key_1', 'key_1\n', 'key_1\r\n'])('give the content of the file, without the line break at its end: %j', (content) => {
    expect(readEnv({ RETELL_API_KEY_FILE: store(content) }).RETELL_API_KEY).toBe('key_1')
  })

  test('are checked like others, and not shown', () => {
    expect(() => readEnv({ ENCRYPTION_KEY_FILE: store('too short') })).toThrow(/ENCRYPTION_KEY: .*\(given: hidden\)/)
    expect(() => readEnv({ PORT_FILE: store('no port') })).toThrow(/PORT: .*\(given: "no port"\)/)
  })

  test('stop the start if the file is missing, empty, too large, not a file, or its setting is given twice, all in one error', () => {
    const given = {
      RETELL_API_KEY_FILE: join(folder, 'missing'),
      VAPI_API_KEY_FILE: store('\n'),
      METRICS_TOKEN_FILE: store('x'.repeat(70_000)),
      SMTP_URL_FILE: folder,
      REDIS_URL_FILE: store('redis://localhost'),
      REDIS_URL: 'redis://localhost',
    }
    const problems = [
      'RETELL_API_KEY_FILE: ENOENT',
      'VAPI_API_KEY_FILE: .* is empty',
      'METRICS_TOKEN_FILE: .* is not a file',
      'SMTP_URL_FILE: .* is not a file',
    ]
    for (const problem of [...problems, 'REDIS_URL: is also set by REDIS_URL_FILE']) expect(() => readEnv(given)).toThrow(new RegExp(problem))
  })

  test('do not take over a setting whose own name ends so', () => {
    expect(readEnv({ PLANS_FILE: 'plans.json' })).toMatchObject({ PLANS_FILE: 'plans.json' })
  })
})

describe('a simulator of its own', () => {
  const DATABASE_URL = 'postgres://localhost/callwright'
  const SIMULATOR_URL = 'http://simulator:4010'

  test('is found at its URL, without a slash at the end', () => {
    expect(readEnv({ ROLE: 'simulator', DATABASE_URL, SIMULATOR_URL: `${SIMULATOR_URL}/` }).SIMULATOR_URL).toBe(SIMULATOR_URL)
  })

  test.each([
    [{ ROLE: 'simulator', DATABASE_URL }, 'ROLE=simulator needs SIMULATOR_URL'],
    [{ ROLE: 'simulator', SIMULATOR_URL }, 'SIMULATOR_URL needs DATABASE_URL'],
    [{ ROLE: 'api', SIMULATOR_URL }, 'SIMULATOR_URL needs DATABASE_URL'],
    [{ ROLE: 'simulator', DATABASE_URL, SIMULATOR_URL, SIMULATOR_PORT: '0' }, 'needs a fixed port'],
    [{ SIMULATOR_CALLBACK_URL: 'http://server:4000' }, 'SIMULATOR_CALLBACK_URL needs PUBLIC_URL'],
    [{ DATABASE_URL, SIMULATOR_URL: 'simulator:4010' }, 'SIMULATOR_URL: '],
    [{ DATABASE_URL, SIMULATOR_URL: `${SIMULATOR_URL}/?a=b` }, 'SIMULATOR_URL: must be a URL that begins with https:// or http://, without'],
  ])('%j stops the start with a sentence', (settings, message) => {
    expect(() => readEnv(settings)).toThrow(message)
  })
})
