import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { timeouts } from '../../../src/services/calls/placing/callSends.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { dialled, money, tenant } from './placementKit.ts'

const world = useWorld({ speed: 5 })
beforeAll(() => {
  const usual = timeouts.answerMs
  timeouts.answerMs = 2_000
  return () => {
    timeouts.answerMs = usual
  }
})

/** Shares one server with the other tests of this file: up to sixteen of them run at once. */
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
  expect(await money(key)).toEqual({ balance: '100.0000', reserved: '0.0000' })
  expect(await anyWorkspace.ledgerEntry.count({ where: { workspaceId: acme.id } })).toBe(1)
})

/** The rows of 0105 wait until the provider's time to answer is over, two seconds here. Up to sixteen tests share the server at once. */
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

/** Waits until the time is over in which the provider may still come to list the call: two seconds at the simulator. */
test.concurrent.each([
  ['retell', '0103'],
  ['retell', '0109'],
  ['vapi', '0103'],
  ['vapi', '0109'],
])('%s loses a placement (%s): 502 once its list proves so, one request, nothing charged, no event, and the row stays readable', async (engine, digits) => {
  const { acme, key, place } = await tenant(world(), { engine })
  await key.put('/webhooks', { url: 'https://customer.example/hooks' })
  expect(await place(`+1212556${digits}`)).toMatchObject({ status: 502, body: { detail: expect.stringContaining(engine) } })
  const [{ id }] = (await key.get('/calls')).body.items
  expect((await key.get(`/calls/${id}`)).body).toMatchObject({ status: 'failed', ended_reason: 'not_placed', outcome: 'failed', cost: '0.0000' })
  expect(await dialled(world(), engine, `+1212556${digits}`)).toHaveLength(1)
  expect(await money(key)).toEqual({ balance: '100.0000', reserved: '0.0000' })
  expect(await anyWorkspace.webhookDelivery.count({ where: { workspaceId: acme.id } })).toBe(0)
})

/** Waits twice until the time is over in which the provider may still come to list the call: two seconds each at the simulator. */
test.concurrent('a repetition waits while the provider is asked and gets the same 502; the key is free then, and a new try places one call', async () => {
  const { key, agentId } = await tenant(world())
  const send = (to: string, idempotencyKey: string) =>
    key.raw('/calls', {
      method: 'POST',
      body: JSON.stringify({ to_number: to, agent_id: agentId }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    })
  const [lost, taken] = ['+12125570103', '+12125570104']
  const first = await Promise.all([send(lost, 'lost'), send(lost, 'lost'), send(lost, 'lost')])
  expect(first.map(({ status }) => status)).toEqual([502, 502, 502])
  expect(await dialled(world(), 'retell', lost)).toHaveLength(1)
  expect((await send(lost, 'lost')).status).toBe(502)
  expect(await dialled(world(), 'retell', lost)).toHaveLength(2)

  const adopted = [...(await Promise.all([send(taken, 'taken'), send(taken, 'taken')])), await send(taken, 'taken')]
  expect(adopted.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(adopted.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(adopted[0]!.body.provider_call_id).toEqual(expect.any(String))
  expect(await dialled(world(), 'retell', taken)).toHaveLength(1)
})

/** Makes some thirty requests, one after another, while other tests of this file run on the same server. */
test.concurrent('what may not be called is refused before anything exists: 400, 402, 403, 404, 422', async () => {
  const { acme, key, agentId, place } = await tenant(world())
  const other = await tenant(world())
  await key.post('/dnc', { phone_number: '+12125550188' })
  const draft = (await key.post('/agents', { name: 'Draft' })).body
  for (const bad of ['12125550100', '+1', 'call me', '+0123456789', '', '+1 212 555 0100'])
    expect(await place(bad), bad).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  expect(await place('+12125550188')).toMatchObject({ status: 403 })
  for (const dear of ['+19005550100', '+12129765010', '+80812345678', '+870773111632', '+881612345678', '+88213300000', '+449012345678', '+499001234567'])
    expect(await place(dear), dear).toMatchObject({
      status: 403,
      body: { detail: 'Callwright does not call premium-rate, shared-cost, personal or satellite numbers.' },
    })
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
    body: { detail: [{ loc: ['body', 'language'], msg: 'the voice provider retell does not support this language', type: 'value_error.language' }] },
  })
  await key.delete(`/agents/${agentId}`)
  expect(await place('+12125550100')).toMatchObject({ status: 422 })
  expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
})

/** Waits for a simulated call to end: its conversation lasts a few seconds at this speed. */
test.concurrent.each(['retell', 'vapi'])(
  '%s: a call that may not be recorded reaches the provider unrecorded, and no link to audio is kept or served',
  async (engine) => {
    const { key, place } = await tenant(world(), { engine })
    const { body } = await place('+4930123450009', { recording_enabled: true })
    expect(body.recording_advisory).toMatchObject({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
    const [sent] = await dialled(world(), engine, '+4930123450009')
    expect(sent).toContain(engine === 'retell' ? '"data_storage_setting":"basic_attributes_only"' : '"recordingEnabled":false')
    await until('the end', async () => (await anyWorkspace.call.findUnique({ where: { id: body.id } }))?.finishedAt)
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
)

/** Waits for a simulated call to end: its conversation lasts a few seconds at this speed. */
test.concurrent.each(['retell', 'vapi'])('%s: a recorded call is heard through our own address, in parts as well', async (engine) => {
  const { key, place } = await tenant(world(), { engine })
  const { body } = await place('+12125550007')
  expect(body.recording_advisory).toMatchObject({ recorded: true, reason: 'enabled', country: 'US' })
  const call = await until('the recording', async () => {
    const { body: now } = await key.get(`/calls/${body.id}`)
    return now.recording_url ? now : null
  })
  expect(call.recording_url).toBe(`${world().url}/api/v1/calls/${body.id}/recording`)
  const whole = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey } })
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey, Range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, bytes.subarray(0, 4).toString()])
  expect((await fetch(call.recording_url)).status).toBe(401)
})

/** Places six calls and publishes three times, one after another, while other tests of this file run on the same server. */
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
