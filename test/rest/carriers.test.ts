import { beforeEach, describe, expect, test } from 'vitest'
import { CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { db } from '../../src/kernel/db/db.ts'
import { CREDENTIALS } from '../../src/inputs/carriers.ts'
import type { TestWorkspace } from '../kit/server/testServer.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { errorsIn } from './responses.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeEach(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const countConnections = () => db.carrierConnection.count({ where: { workspaceId: acme.id, carrier: { in: [...CARRIERS] } } })
const sid = `AC${'0'.repeat(32)}`
const uuid = '00000000-0000-4000-8000-000000000000'

describe('the carrier', () => {
  test.each(['sip', 'simulator', 'Twilio', 'acme', '', '__proto__'])("%j can't be connected", async (carrier) => {
    for (const name of ['carrier', 'provider'])
      expect(await key.post('/integrations/connect', { [name]: carrier, credentials: {} })).toMatchObject({
        status: 400,
        body: { detail: `Unsupported provider: ${carrier}` },
      })
  })

  test('is required', async () => {
    expect(errorsIn(await key.post('/integrations/connect', { credentials: {} }))).toEqual([
      { loc: ['body', 'carrier'], msg: 'field required', type: 'value_error.missing' },
    ])
  })
})

describe("credentials are checked by their carrier's fields", () => {
  test.each<[string, string, unknown, [string[], string][]]>([
    ['absent', 'telnyx', undefined, [[[], 'value_error.missing']]],
    ['not an object', 'telnyx', 'KEY', [[[], 'type_error.dict']]],
    ['a missing required field', 'vonage', { api_key: 'abcd1234' }, [[['api_secret'], 'value_error.missing']]],
    ['a null required field', 'telnyx', { api_key: null }, [[['api_key'], 'value_error.missing']]],
    [
      'an unknown field',
      'telnyx',
      { api_key: 'x', apikey: 'y', token: 'z' },
      [
        [['apikey'], 'value_error.extra'],
        [['token'], 'value_error.extra'],
      ],
    ],
    [
      'several errors at once',
      'twilio',
      { account_sid: 'AC1', sid: 'x' },
      [
        [['account_sid'], 'value_error.str.regex'],
        [['sid'], 'value_error.extra'],
        [['auth_token'], 'value_error.missing'],
      ],
    ],
    ['half an API key', 'twilio', { account_sid: sid, api_key_sid: `SK${'0'.repeat(32)}` }, [[['auth_token'], 'value_error.missing']]],
    ['empty', 'plivo', { auth_id: 'MA000000000000000000', auth_token: '' }, [[['auth_token'], 'value_error.str.min_length']]],
    ['too long', 'plivo', { auth_id: 'MA000000000000000000', auth_token: 'x'.repeat(4_097) }, [[['auth_token'], 'value_error.str.max_length']]],
    ['with a line break', 'telnyx', { api_key: 'KEY\r\nX-Other: 1' }, [[['api_key'], 'value_error.str.regex']]],
    ['beyond ASCII', 'telnyx', { api_key: 'KEY…' }, [[['api_key'], 'value_error.str.regex']]],
    ['not a string', 'telnyx', { api_key: 5 }, [[['api_key'], 'type_error.string']]],
    ['a host', 'signalwire', { space: 'evil.example/', project_id: uuid, api_token: 'x' }, [[['space'], 'value_error.str.regex']]],
    ['a value outside the enum', 'sinch', { project_id: uuid, key_id: 'k', key_secret: 's', region: 'evil.example' }, [[['region'], 'type_error.enum']]],
  ])('%s', async (_name, carrier, credentials, expected) => {
    const errors = errorsIn(await key.post('/integrations/connect', { carrier, credentials }))
    expect(errors.map(({ loc, type }) => [loc, type])).toEqual(expected.map(([path, type]) => [['body', 'credentials', ...path], type]))
    expect(await countConnections()).toBe(0)
  })

  test('and none of their values appears in the response', async () => {
    for (const carrier of CARRIERS) {
      const fields = [...Object.keys(CREDENTIALS[carrier].shape), 'unknown']
      for (const value of ['marked\u0001value…', ['marked'], { marked: 'marked' }, `marked${'x'.repeat(5_000)}`]) {
        const response = await key.post('/integrations/connect', { carrier, credentials: Object.fromEntries(fields.map((field) => [field, value])) })
        expect(errorsIn(response).length).toBeGreaterThanOrEqual(1)
        expect(JSON.stringify(response.body)).not.toContain('marked')
      }
    }
  })
})
