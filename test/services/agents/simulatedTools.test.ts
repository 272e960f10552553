import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../kit/clients/client.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 4 })
let key: Client
const server = startReceiver((response) => response.end('{"slots": ["10:00"]}'))
beforeAll(async () => {
  key = await (await testServer().workspace({ wallet: '50.00' })).key()
})
afterAll(async () => (await server).close())

const parameters = { type: 'object', properties: { day: { type: 'string' }, people: { type: 'integer' }, kind: { type: 'string', enum: ['table', 'room'] } } }
/** Places a call of an agent with these tools, and returns the request that the tool server receives. */
async function readToolRequest(voice_engine: string, general_tools: object[], path: string, to: string) {
  const { id } = (await key.post('/agents', { name: 'Ada', voice_engine, voice_id: 'Elliot', general_tools })).body
  expect(await key.post(`/agents/${id}/publish`)).toMatchObject({ status: 200 })
  const { status, body: call } = await key.post('/calls', { agent_id: id, to_number: to })
  expect(status).toBe(202)
  const request = await waitFor('the tool request', async () => (await server).received.find((received) => received.path.includes(path)))
  return { ...request, call: (await key.get(`/calls/${call.id}`)).body }
}

/** Waits for the tool request, five simulated seconds after the start of the call: about a second at this speed. */
test('a custom tool is called during a simulated call at Retell, with the signature that Retell documents', async () => {
  const url = `${(await server).url}/retell/slots`
  const tool = {
    type: 'custom',
    name: 'find_slots',
    description: 'Finds slots',
    url,
    parameters,
    headers: { 'X-Customer': 'Rossi' },
    speak_during_execution: false,
    speak_after_execution: true,
  }
  const { raw, headers, body, call } = await readToolRequest('retell', [tool], '/retell', '+12125550100')
  const [, time, digest] = /^v=(\d+),d=([0-9a-f]{64})$/.exec(String(headers['x-retell-signature']))!
  const secret = testServer().running.simulator!.retellApiKey
  expect(
    createHmac('sha256', secret)
      .update(raw.toString() + time)
      .digest('hex'),
  ).toBe(digest)
  expect(
    createHmac('sha256', 'another key')
      .update(raw.toString() + time)
      .digest('hex'),
  ).not.toBe(digest)
  expect(Math.abs(Date.now() - Number(time))).toBeLessThan(300_000)
  expect(headers['x-customer']).toBe('Rossi')
  expect(body).toMatchObject({
    name: 'find_slots',
    args: { day: expect.any(String), people: expect.any(Number), kind: expect.stringMatching(/^(table|room)$/) },
  })
  expect(body.call.call_id).toBe(call.provider_call_id)
})

/** Waits for the tool request, five simulated seconds after the start of the call: about a second at this speed. */
test('a function tool is called during a simulated call at Vapi, with the secret header of its server', async () => {
  const tool = {
    type: 'function',
    function: { name: 'find_slots', description: 'Finds slots', parameters },
    server: { url: `${(await server).url}/vapi/slots`, headers: { 'X-Vapi-Secret': 'of-the-customer' } },
  }
  const { headers, body, call } = await readToolRequest('vapi', [tool], '/vapi', '+12125550100')
  expect(headers['x-vapi-secret']).toBe('of-the-customer')
  expect(headers['x-retell-signature']).toBeUndefined()
  expect(body.message).toMatchObject({
    type: 'tool-calls',
    toolCallList: [{ type: 'function', function: { name: 'find_slots', arguments: { kind: expect.stringMatching(/^(table|room)$/) } } }],
  })
  expect(body.message.call.id).toBe(call.provider_call_id)
})

test.each(['retell', 'vapi'])('%s: a tool that points to our own hosts is rejected when publishing', async (voice_engine) => {
  const url = `${testServer().url}/inbound/${voice_engine}`
  const tool =
    voice_engine === 'retell'
      ? { type: 'custom', name: 'x', description: 'd', url, parameters }
      : { type: 'function', function: { name: 'x', parameters }, server: { url } }
  const { id } = (await key.post('/agents', { name: 'Eve', voice_engine, voice_id: 'Elliot', general_tools: [tool] })).body
  const refused = await key.post(`/agents/${id}/publish`)
  expect([refused.status, refused.body.detail.error]).toEqual([422, 'agent_not_publishable'])
  expect(refused.body.detail.problems.map(({ field }: { field: string }) => field)).toEqual([
    voice_engine === 'retell' ? 'general_tools[0].url' : 'general_tools[0].server.url',
  ])
})
