import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer({ speed: 200 })
let key: Client
let agentId: number
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  agentId = await publishedAgent(key)
})

const ANSWERED = '+14155550100'
const BUSY = '+14155550001'
/** Recording is illegal there without consent. */
const GERMAN = '+4930901820100'

async function publishedAgent(client: Client, fields: object = {}): Promise<number> {
  const {
    body: { id },
  } = await client.post('/agents', { name: 'Ada', voice_id: 'voice-1', ...fields })
  expect((await client.post(`/agents/${id}/publish`)).status).toBe(200)
  return id
}
const place = (fields: object = {}, client = key) => client.post('/calls', { to_number: ANSWERED, agent_id: agentId, ...fields })
const waitForEnd = (id: number, client = key) =>
  waitFor(`call ${id} to end with all its details`, async () => {
    const response = await client.get(`/calls/${id}`)
    return (
      response.body.ended_at !== null &&
      (response.body.status !== 'completed' ||
        (response.body.summary !== null && response.body.cost !== null && response.body.recording_advisory.recorded === 'recording_url' in response.body)) &&
      response
    )
  })

describe('placing', () => {
  test('returns 202 with the call as the detail shows it', async () => {
    const metadata = { order: 'A-1', innerKeys: { keepCamel: [1, null], keep_snake: 'x' } }
    const response = await place({ metadata, variables: { customer: 'Bob' } })
    expectResponse('place_call', 202, response)
    expect(response.body).toMatchObject({
      id: expect.any(Number),
      direction: 'outbound',
      agent_id: agentId,
      campaign_id: null,
      lead_id: null,
      to_number: ANSWERED,
      provider: 'retell',
      metadata,
      transcript: [],
      summary: null,
      currency: 'USD',
      recording_advisory: { recorded: true, reason: 'enabled', country: 'US', message: expect.any(String) },
    })
    expect(response.body).not.toHaveProperty('recording_url')
  })

  test('runs to its end and returns everything about it', async () => {
    const {
      body: { id },
    } = await place()
    const response = await waitForEnd(id)
    expectResponse('get_call', 200, response)
    expect(response.body).toMatchObject({
      id,
      status: 'completed',
      outcome: expect.any(String),
      summary: expect.any(String),
      analysis: expect.any(Object),
      structured_data: expect.any(Object),
      duration_seconds: expect.any(Number),
      cost: expect.stringMatching(/^\d+\.\d{4,6}$/),
      started_at: expect.any(String),
      recording_url: `${testServer().url}/api/v1/calls/${id}/recording`,
    })
    expect(response.body.transcript[0]).toEqual({ role: expect.stringMatching(/^(agent|user)$/), text: expect.any(String), start_seconds: expect.any(Number) })
  })

  test('accepts the agent by its older field name, and IDs as digits', async () => {
    for (const named of [{ agent_ref_id: agentId }, { agent_id: String(agentId) }])
      expect((await key.post('/calls', { to_number: BUSY, ...named })).body).toMatchObject({ agent_id: agentId })
  })

  test.each(['4155550100', '+1 415 555 0100', '+0123456789', '+1', 'nonsense', ''])('%o is not a phone number and returns 400', async (to_number) => {
    expect(await place({ to_number })).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  })

  test.each(
    (
      [
        [{ to_number: undefined }, ['to_number'], 'value_error.missing'],
        [{ to_number: 4155550100 }, ['to_number'], 'type_error.string'],
        [{ agent_id: undefined }, ['agent_id'], 'value_error.missing'],
        [{ agent_id: 0 }, ['agent_id'], 'type_error.integer'],
        [{ agent_id: 1.5 }, ['agent_id'], 'type_error.integer'],
        [{ metadata: [] }, ['metadata'], 'type_error.dict'],
        [{ metadata: { x: 'y'.repeat(16_384) } }, ['metadata'], 'value_error.str.max_length'],
        [{ variables: { x: 5 } }, ['variables', 'x'], 'type_error.string'],
        [{ recording_enabled: 'no' }, ['recording_enabled'], 'type_error.bool'],
        [{ language: 'not a tag' }, ['language'], 'value_error.language'],
      ] as [object, (string | number)[], string][]
    ).map(([fields, loc, type]) => [loc.join('.'), type, fields, loc] as [string, string, object, (string | number)[]]),
  )('%s returns %s', async (_name, type, fields, loc) => {
    expect(errorsIn(await place(fields))).toEqual([{ loc: ['body', ...loc], msg: expect.any(String), type }])
  })

  test('an unpublished agent returns 422', async () => {
    const {
      body: { id },
    } = await key.post('/agents', { name: 'Draft', voice_id: 'voice-1' })
    expect(await place({ agent_id: id })).toMatchObject({ status: 422, body: { detail: 'Agent is not synced: publish or update it first' } })
  })

  test('a number on the do-not-call list returns 403, and no call is created', async () => {
    const to_number = '+14155550199'
    await key.post('/dnc', { phone_number: to_number })
    expect((await place({ to_number })).status).toBe(403)
    expect((await key.get('/calls?limit=100')).body.items.filter((call: { to_number: string }) => call.to_number === to_number)).toEqual([])
  })

  test('an empty wallet returns 402 with the required amount', async () => {
    const poor = await (await testServer().workspace({ wallet: '0.01' })).key()
    const response = await place({ agent_id: await publishedAgent(poor) }, poor)
    expect(response).toMatchObject({
      status: 402,
      body: { detail: { error: 'insufficient_funds', message: expect.any(String), balance: '0.0100', required: expect.any(String) } },
    })
    expect((await poor.get('/calls')).body.items).toEqual([])
  })

  test('a provider that refuses returns 502, and the call has failed', async () => {
    const to_number = '+14155550107'
    expect(await place({ to_number })).toMatchObject({ status: 502, body: { detail: expect.any(String) } })
    expect((await key.get('/calls?limit=100')).body.items).toContainEqual(expect.objectContaining({ to_number, status: 'failed' }))
  })
})

describe('recordings', () => {
  let id: number
  const audio = (range?: string, client = key) =>
    fetch(`${testServer().url}/api/v1/calls/${id}/recording`, { headers: { 'X-API-Key': client.apiKey, ...(range ? { Range: range } : {}) } })
  beforeAll(async () => {
    id = (await place()).body.id
    await waitForEnd(id)
  })

  test('are complete audio files', async () => {
    const res = await audio()
    const file = Buffer.from(await res.arrayBuffer())
    expect([res.status, res.headers.get('content-length'), file.subarray(0, 4).toString()]).toEqual([200, String(file.length), 'RIFF'])
    expect(res.headers.get('content-type')).toMatch(/^audio\//)
  })

  test('can be read in ranges', async () => {
    const [file, res] = [Buffer.from(await (await audio()).arrayBuffer()), await audio('bytes=4-11')]
    expect([res.status, res.headers.get('content-range')]).toEqual([206, `bytes 4-11/${file.length}`])
    expect(Buffer.from(await res.arrayBuffer())).toEqual(file.subarray(4, 12))
    expect((await audio(`bytes=${file.length}-`)).status).toBe(416)
  })

  test('need a key with the scope, of their workspace', async () => {
    const acme = await testServer().workspace()
    expect((await key.raw(`/calls/${id}/recording`, { headers: { 'X-API-Key': '' } })).status).toBe(401)
    expect((await (await acme.key('agents:read')).get(`/calls/${id}/recording`)).body).toEqual({ detail: 'Missing scope: calls:read' })
    expect(await (await acme.key()).get(`/calls/${id}/recording`)).toMatchObject({ status: 404, body: { detail: 'Call not found' } })
    expect((await key.get('/calls/99999999999/recording')).body).toEqual({ detail: 'Call not found' })
  })

  test.each<[string, object, string]>([
    ['where the law forbids it, even if requested', { to_number: GERMAN, recording_enabled: true }, 'forbidden_by_law'],
    ['when the call turns it off', { recording_enabled: false }, 'disabled_on_call'],
  ])('do not exist %s', async (_name, fields, reason) => {
    const { body } = await place(fields)
    expect(body.recording_advisory).toMatchObject({ recorded: false, reason })
    const response = await waitForEnd(body.id)
    expect(response.body).toMatchObject({ transcript: expect.any(Array), summary: expect.any(String), structured_data: expect.any(Object) })
    expect(response.body).not.toHaveProperty('recording_url')
    expect(await key.get(`/calls/${body.id}/recording`)).toMatchObject({ status: 404, body: { detail: 'Recording not found' } })
  })
})

describe('lists', () => {
  test('show the documented fields, newest first', async () => {
    const {
      body: { id },
    } = await place({ to_number: BUSY })
    await waitForEnd(id)
    const response = await key.get('/calls?limit=1')
    expectResponse('list_calls', 200, response)
    expect(response.body.items).toEqual([{ id, status: 'busy', to_number: BUSY, detected_language: null }])
  })

  test('can be filtered by status and campaign', async () => {
    await waitForEnd((await place({ to_number: BUSY })).body.id)
    const busyCalls = (await key.get('/calls?status=busy&limit=100')).body.items
    expect(new Set(busyCalls.map((call: { status: string }) => call.status))).toEqual(new Set(['busy']))
    expect((await key.get('/calls?campaign_id=1')).body.items).toEqual([])
    expect(errorsIn(await key.get('/calls?campaign_id=x'))).toEqual([
      { loc: ['query', 'campaign_id'], msg: 'value is not a valid integer', type: 'type_error.integer' },
    ])
  })
})

test("another workspace's call and agent return 404", async () => {
  const {
    body: { id },
  } = await place({ to_number: BUSY })
  const other = await (await testServer().workspace()).key()
  expect(await other.get(`/calls/${id}`)).toMatchObject({ status: 404, body: { detail: 'Call not found' } })
  expect(await place({}, other)).toMatchObject({ status: 404, body: { detail: 'Agent not found' } })
  expect((await other.get('/calls')).body.items).toEqual([])
})

test('an agent ID outside the range of IDs returns 404 too', async () => {
  expect(await place({ agent_id: 99_999_999_999 })).toMatchObject({ status: 404, body: { detail: 'Agent not found' } })
})
