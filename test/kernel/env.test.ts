import { describe, expect, test } from 'vitest'
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
