import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/db.ts'
import { patience } from '../../src/services/sending.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { dialled, money, tenant } from './placementKit.ts'

const world = useWorld({ speed: 5 })
beforeAll(() => {
  const usual = patience.answerMs
  patience.answerMs = 2_000
  return () => {
    patience.answerMs = usual
  }
})

test.concurrent.each([
  ['retell', '0101'],
  ['retell', '0102'],
  ['retell', '0107'],
  ['vapi', '0101'],
  ['vapi', '0102'],
  ['vapi', '0107'],
])('%s refuses a placement (%s): 502, one request, a failed call, nothing charged and nothing held', async (engine, digits) => {
  const { acme, key, place } = await tenant(world(), { engine })
  expect(await place(`+1212555${digits}`)).toMatchObject({ status: 502, body: { detail: expect.stringContaining(engine) } })
  expect(await dialled(world(), engine, `+1212555${digits}`)).toHaveLength(1)
  expect((await key.get('/calls')).body.items).toMatchObject([{ status: 'failed' }])
  expect(await money(key)).toEqual({ balance: '100.0000', held: '0.0000' })
  expect(await anyWorkspace.ledgerEntry.count({ where: { workspaceId: acme.id } })).toBe(1)
})

test.concurrent.each([
  ['retell', '0104'],
  ['retell', '0105'],
  ['retell', '0106'],
  ['vapi', '0104'],
  ['vapi', '0105'],
  ['vapi', '0106'],
])('%s takes a call without saying so (%s): 202, one request, and the call is adopted', async (engine, digits) => {
  const { key, place } = await tenant(world(), { engine })
  const { status, body } = await place(`+1212555${digits}`)
  expect(status).toBe(202)
  await until('the call to be adopted', async () => (await key.get(`/calls/${body.id}`)).body.provider_call_id)
  expect(await dialled(world(), engine, `+1212555${digits}`)).toHaveLength(1)
})

test.concurrent('a placement that was lost ends as not placed, and its money is free again', async () => {
  const { key, place } = await tenant(world())
  const { status, body } = await place('+12125550103')
  expect([status, body.status]).toEqual([202, 'queued'])
  const call = await until('the end', async () => {
    const { body: now } = await key.get(`/calls/${body.id}`)
    return now.status === 'failed' ? now : null
  })
  expect(call).toMatchObject({ ended_reason: 'not_placed', outcome: 'failed', cost: '0.0000' })
  expect(await money(key)).toEqual({ balance: '100.0000', held: '0.0000' })
})

test.concurrent('what may not be called is refused before anything exists: 400, 402, 403, 404, 422', async () => {
  const { acme, key, agentId, place } = await tenant(world())
  const other = await tenant(world())
  await key.post('/dnc', { phone_number: '+12125550188' })
  const draft = (await key.post('/agents', { name: 'Draft' })).body
  for (const bad of ['12125550100', '+1', 'call me', '+0123456789', '', '+1 212 555 0100'])
    expect(await place(bad), bad).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  expect(await place('+12125550188')).toMatchObject({ status: 403 })
  expect(await place('+12125550100', { agent_id: draft.id })).toMatchObject({
    status: 422,
    body: { detail: 'Agent is not synced: publish or update it first' },
  })
  expect(await place('+12125550100', { agent_id: other.agentId })).toMatchObject({ status: 404, body: { detail: 'Agent not found' } })
  expect(await place('+12125550100', { campaign_id: 7 })).toMatchObject({ status: 404, body: { detail: 'Campaign not found' } })
  expect(await place('+12125550100', { from_number_id: 99_999 })).toMatchObject({ status: 404, body: { detail: 'Phone number not found' } })
  expect(await key.post('/calls', { to_number: '+12125550100' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'agent_id'], type: 'value_error.missing' }] },
  })
  expect(await place('+12125550100', { language: 'eu-ES' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'language'], msg: 'the voice provider retell does not speak it', type: 'value_error.language' }] },
  })
  await key.delete(`/agents/${agentId}`)
  expect(await place('+12125550100')).toMatchObject({ status: 422 })
  expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
})

test.concurrent.each(['retell', 'vapi'])(
  '%s: a call that may not be recorded reaches the provider unrecorded, and no link to audio is kept or served',
  async (engine) => {
    const { key, place } = await tenant(world(), { engine })
    const { body } = await place('+4930123450009', { recording_enabled: true })
    expect(body.recording_advisory).toMatchObject({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
    const [sent] = await dialled(world(), engine, '+4930123450009')
    expect(sent).toContain(engine === 'retell' ? '"data_storage_setting":"basic_attributes_only"' : '"recordingEnabled":false')
    await until('the end', async () => (await anyWorkspace.call.findUnique({ where: { id: body.id } }))?.finishedAt, 40_000)
    const call = (await key.get(`/calls/${body.id}`)).body
    expect(call.transcript.length).toBeGreaterThan(0)
    expect(call.summary).toEqual(expect.any(String))
    expect(call).not.toHaveProperty('recording_url')
    expect((await key.raw(`/calls/${body.id}/recording`)).status).toBe(404)
    const [{ count }] = (await anyWorkspace.$queryRaw`select count(*)::int as count from provider_events where body::text ~* 'recordings/|\\.wav'`) as [
      { count: number },
    ]
    expect(count).toBe(0)
  },
  60_000,
)

test.concurrent.each(['retell', 'vapi'])(
  '%s: a recorded call is heard through our own address, in parts as well',
  async (engine) => {
    const { key, place } = await tenant(world(), { engine })
    const { body } = await place('+12125550007')
    expect(body.recording_advisory).toMatchObject({ recorded: true, reason: 'enabled', country: 'US' })
    const call = await until(
      'the recording',
      async () => {
        const { body: now } = await key.get(`/calls/${body.id}`)
        return now.recording_url ? now : null
      },
      40_000,
    )
    expect(call.recording_url).toBe(`${world().url}/api/v1/calls/${body.id}/recording`)
    const whole = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey } })
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey, Range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, bytes.subarray(0, 4).toString()])
    expect((await fetch(call.recording_url)).status).toBe(401)
  },
  60_000,
)

test.concurrent.each(['retell', 'vapi'])('%s: what the advisory says is what the provider was told, whichever switch was used when', async (engine) => {
  const { key, agentId, place } = await tenant(world(), { engine })
  const agent = (changes: object) => key.patch(`/agents/${agentId}`, changes)
  const publish = () => key.post(`/agents/${agentId}/publish`)
  const digits = engine === 'retell' ? '77' : '78'
  let n = 10
  const told = async (more: object = {}) => {
    const to = `+121255${digits}${n++}7`
    const { body } = await place(to, more)
    const [request] = await dialled(world(), engine, to)
    return { reason: body.recording_advisory.reason as string, off: /basic_attributes_only|"recordingEnabled":false/.test(request!) }
  }
  expect(await told()).toEqual({ reason: 'enabled', off: false })
  expect(await told({ recording_enabled: false })).toEqual({ reason: 'disabled_on_call', off: true })
  await agent({ recording_enabled: false })
  expect(await told()).toEqual({ reason: 'disabled_on_agent', off: true })
  await publish()
  expect(await told({ recording_enabled: true })).toEqual({ reason: 'disabled_on_agent', off: true })
  await agent({ recording_enabled: true })
  expect(await told(), 'the provider still has it off').toEqual({ reason: 'disabled_on_agent', off: true })
  await publish()
  expect(await told()).toEqual({ reason: 'enabled', off: false })
})
