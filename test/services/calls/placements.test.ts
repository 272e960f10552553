import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { setSendTimeouts } from '../../kit/waiting/sendTimeouts.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { listPlacements, readWallet, createTenant } from './placementKit.ts'

const testServer = useTestServer({ speed: 5 })
// Every look-up here ends with a proof, so it may take long.
beforeAll(() => setSendTimeouts(2_000, 60_000))

/** Up to sixteen tests of this file run at once on one server. */
test.concurrent.each([
  ['retell', '0101'],
  ['retell', '0102'],
  ['retell', '0107'],
  ['vapi', '0101'],
  ['vapi', '0102'],
  ['vapi', '0107'],
])('%s rejects a placement (%s): 502, one request, a failed call, nothing charged and nothing reserved', async (engine, digits) => {
  const { acme, key, place } = await createTenant(testServer(), { engine })
  expect(await place(`+1212555${digits}`)).toMatchObject({ status: 502, body: { detail: expect.stringContaining(engine) } })
  expect(await listPlacements(testServer(), engine, `+1212555${digits}`)).toHaveLength(1)
  expect((await key.get('/calls')).body.items).toMatchObject([{ status: 'failed' }])
  expect(await readWallet(key)).toEqual({ balance: '100.0000', reserved: '0.0000' })
  expect(await anyWorkspace.ledgerEntry.count({ where: { workspaceId: acme.id } })).toBe(1)
})

/** The cases of 0105 wait for the provider's timeout, two seconds here. Up to sixteen tests share the server at once. */
test.concurrent.each([
  ['retell', '0104'],
  ['retell', '0105'],
  ['retell', '0106'],
  ['vapi', '0104'],
  ['vapi', '0105'],
  ['vapi', '0106'],
])('%s places a call without a usable answer (%s): 202, one request, and the call is confirmed', async (engine, digits) => {
  const { key, place } = await createTenant(testServer(), { engine })
  const { status, body } = await place(`+1212555${digits}`)
  expect(status).toBe(202)
  await waitFor('the call to be confirmed', async () => (await key.get(`/calls/${body.id}`)).body.provider_call_id)
  expect(await listPlacements(testServer(), engine, `+1212555${digits}`)).toHaveLength(1)
})

/** Waits two seconds, the simulator's listing lag. */
test.concurrent.each([
  ['retell', '0103'],
  ['retell', '0109'],
  ['vapi', '0103'],
  ['vapi', '0109'],
])('%s loses a placement (%s): 502 once its list proves it, one request, nothing charged, no event, and the call stays readable', async (engine, digits) => {
  const { acme, key, place } = await createTenant(testServer(), { engine })
  await key.put('/webhooks', { url: 'https://customer.example/hooks' })
  expect(await place(`+1212556${digits}`)).toMatchObject({ status: 502, body: { detail: expect.stringContaining(engine) } })
  const [{ id }] = (await key.get('/calls')).body.items
  expect((await key.get(`/calls/${id}`)).body).toMatchObject({ status: 'failed', ended_reason: 'not_placed', outcome: 'failed', cost: '0.0000' })
  expect(await listPlacements(testServer(), engine, `+1212556${digits}`)).toHaveLength(1)
  expect(await readWallet(key)).toEqual({ balance: '100.0000', reserved: '0.0000' })
  expect(await anyWorkspace.webhookDelivery.count({ where: { workspaceId: acme.id } })).toBe(0)
})

/** Waits twice for the simulator's listing lag of two seconds. */
test.concurrent('a repeated request waits for the lookup and gets the same 502; then the key is free, and a new request places one call', async () => {
  const { key, agentId } = await createTenant(testServer())
  const send = (to: string, idempotencyKey: string) =>
    key.raw('/calls', {
      method: 'POST',
      body: JSON.stringify({ to_number: to, agent_id: agentId }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    })
  const [lostNumber, placedNumber] = ['+12125570103', '+12125570104']
  const first = await Promise.all([send(lostNumber, 'lost'), send(lostNumber, 'lost'), send(lostNumber, 'lost')])
  expect(first.map(({ status }) => status)).toEqual([502, 502, 502])
  expect(await listPlacements(testServer(), 'retell', lostNumber)).toHaveLength(1)
  expect((await send(lostNumber, 'lost')).status).toBe(502)
  expect(await listPlacements(testServer(), 'retell', lostNumber)).toHaveLength(2)

  const confirmed = [...(await Promise.all([send(placedNumber, 'taken'), send(placedNumber, 'taken')])), await send(placedNumber, 'taken')]
  expect(confirmed.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(confirmed.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(confirmed[0]!.body.provider_call_id).toEqual(expect.any(String))
  expect(await listPlacements(testServer(), 'retell', placedNumber)).toHaveLength(1)
})

/** Sends about thirty requests one after another, while other tests of this file run on the same server. */
test.concurrent('a call that is not allowed is rejected before anything is created: 400, 402, 403, 404, 422', async () => {
  const { acme, key, agentId, place } = await createTenant(testServer())
  const other = await createTenant(testServer())
  await key.post('/dnc', { phone_number: '+12125550188' })
  const draft = (await key.post('/agents', { name: 'Draft' })).body
  for (const bad of ['12125550100', '+1', 'call me', '+0123456789', '', '+1 212 555 0100'])
    expect(await place(bad), bad).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  expect(await place('+12125550188')).toMatchObject({ status: 403 })
  for (const expensive of ['+19005550100', '+12129765010', '+80812345678', '+870773111632', '+881612345678', '+88213300000', '+449012345678', '+499001234567'])
    expect(await place(expensive), expensive).toMatchObject({
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

/** Waits for a simulated call to end, after a few seconds at this speed. */
test.concurrent.each(['retell', 'vapi'])(
  '%s: a call that may not be recorded is placed without recording, and no audio link is stored or served',
  async (engine) => {
    const { key, place } = await createTenant(testServer(), { engine })
    const { body } = await place('+4930123450009', { recording_enabled: true })
    expect(body.recording_advisory).toMatchObject({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
    const [request] = await listPlacements(testServer(), engine, '+4930123450009')
    expect(request).toContain(engine === 'retell' ? '"data_storage_setting":"basic_attributes_only"' : '"recordingEnabled":false')
    await waitFor('the end', async () => (await anyWorkspace.call.findUnique({ where: { id: body.id } }))?.finishedAt)
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

/** Waits for a simulated call to end, after a few seconds at this speed. */
test.concurrent.each(['retell', 'vapi'])('%s: a recording is served from our own URL, also in ranges', async (engine) => {
  const { key, place } = await createTenant(testServer(), { engine })
  const { body } = await place('+12125550007')
  expect(body.recording_advisory).toMatchObject({ recorded: true, reason: 'enabled', country: 'US' })
  const call = await waitFor('the recording', async () => {
    const { body: now } = await key.get(`/calls/${body.id}`)
    return now.recording_url ? now : null
  })
  expect(call.recording_url).toBe(`${testServer().url}/api/v1/calls/${body.id}/recording`)
  const whole = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey } })
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await fetch(call.recording_url, { headers: { 'X-API-Key': key.apiKey, Range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, bytes.subarray(0, 4).toString()])
  expect((await fetch(call.recording_url)).status).toBe(401)
})

/** Places six calls and publishes three times, while other tests of this file run on the same server. */
test.concurrent.each(['retell', 'vapi'])(
  '%s: the recording advisory matches the request to the provider, for any order of recording settings',
  async (engine) => {
    const { key, agentId, place } = await createTenant(testServer(), { engine })
    const agent = (changes: object) => key.patch(`/agents/${agentId}`, changes)
    const publish = () => key.post(`/agents/${agentId}/publish`)
    const digits = engine === 'retell' ? '77' : '78'
    let n = 10
    const placeAndRead = async (more: object = {}) => {
      const to = `+121255${digits}${n++}7`
      const { body } = await place(to, more)
      const [request] = await listPlacements(testServer(), engine, to)
      return { reason: body.recording_advisory.reason as string, off: /basic_attributes_only|"recordingEnabled":false/.test(request!) }
    }
    expect(await placeAndRead()).toEqual({ reason: 'enabled', off: false })
    expect(await placeAndRead({ recording_enabled: false })).toEqual({ reason: 'disabled_on_call', off: true })
    await agent({ recording_enabled: false })
    expect(await placeAndRead()).toEqual({ reason: 'disabled_on_agent', off: true })
    await publish()
    expect(await placeAndRead({ recording_enabled: true })).toEqual({ reason: 'disabled_on_agent', off: true })
    await agent({ recording_enabled: true })
    expect(await placeAndRead(), 'the provider still has it off').toEqual({ reason: 'disabled_on_agent', off: true })
    await publish()
    expect(await placeAndRead()).toEqual({ reason: 'enabled', off: false })
  },
)
