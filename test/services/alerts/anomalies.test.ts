import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 10 })

test('a call that was closed as not placed and rings anyway is hung up at its provider', async () => {
  const key = await (await testServer().workspace()).key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
  await key.post(`/agents/${agentId}/publish`)
  const { id, provider_call_id } = (await key.post('/calls', { to_number: '+12125550007', agent_id: agentId })).body
  await anyWorkspace.call.update({
    where: { id },
    data: { placement: 'refused', status: 'failed', providerCallId: null, finishedAt: new Date(), nextCheckAt: null },
  })
  const ended = await waitFor('the provider to end it', async () => {
    const call = await provider('retell').getCall(provider_call_id)
    return call?.endedReason ? call : null
  })
  expect(ended).toMatchObject({ endedReason: 'canceled', providerEndedReason: 'manual_stopped' })
  expect((await key.get(`/calls/${id}`)).body.status).toBe('failed')
})

test('a webhook without a valid signature of the provider is rejected and stores nothing', async () => {
  const send = (name: string, headers: Record<string, string>) =>
    fetch(`${testServer().url}/inbound/${name}`, { method: 'POST', body: '{"event":"call_ended","call":{"call_id":"x"}}', headers })
  expect((await send('retell', { 'x-retell-signature': `v=${Date.now()},d=${'0'.repeat(64)}` })).status).toBe(401)
  expect((await send('retell', {})).status).toBe(401)
  expect((await send('vapi', { 'x-vapi-secret': 'guess' })).status).toBe(401)
  expect((await send('nobody', {})).status).toBe(404)
  expect(await anyWorkspace.$queryRaw`select id from provider_events where body::text like '%"x"%'`).toEqual([])
})
