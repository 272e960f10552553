import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { ENGINES } from '../../inbound/vendors.ts'
import { startReceiver, type Reply } from '../../kit/fakes/webhookReceiver.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { publishAnotherAgent, createAnsweringTenant, parseInboundAnswer } from './inboundKit.ts'
import { createTenant } from './placementKit.ts'

// No jobs run, so calls that the simulator does not have stay as they are.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let reply: Reply
let server: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await startReceiver((...args) => reply(...args))
})
afterAll(() => server.close())
afterEach(() => {
  settings.allowPrivateWebhooks = true
  vi.restoreAllMocks()
})

const respondWith =
  (answer: unknown, status = 200, headers: Record<string, string> = { 'Content-Type': 'application/json' }): Reply =>
  (response) =>
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
const answeringWithServer = (engine: (typeof ENGINES)[number]) => createAnsweringTenant(testServer(), engine, { assistant_request_url: server.url })
const routingOf = async (key: Awaited<ReturnType<typeof answeringWithServer>>['key']) =>
  (await key.gql<any>('{ calls(first: 1) { nodes { routing { by problem latencyMs requestId } } } }')).calls.nodes[0].routing

describe.each(ENGINES)('%s: a customer’s assistant-request server', (engine) => {
  test('receives the call’s data, signed with the number’s own secret', async () => {
    const { acme, ask, number, secret, calls } = await answeringWithServer(engine)
    reply = respondWith({})
    await ask('+12125550100')
    const request = server.received.at(-1)!
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'assistant.request',
      'x-service-signature': `sha256=${createHmac('sha256', secret!).update(request.raw).digest('hex')}`,
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    })
    expect(request.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'assistant.request',
      created_at: expect.stringMatching(/Z$/),
      workspace_id: String(acme.id),
      data: { request_id: request.body.id, number_id: String(number.id), from_number: '+12125550100', to_number: number.phone_number, provider: engine },
    })
    expect((await calls())[0]!.detail!.routing).toMatchObject({ request_id: request.body.id })
  })

  test('can choose another agent, variables and metadata, and turn recording off', async () => {
    const { ask, key, calls } = await answeringWithServer(engine)
    const other = await publishAnotherAgent(key, engine)
    reply = respondWith({ agent_id: other.id, variables: { name: 'Ada' }, metadata: { order: { id: 7 } }, recording_enabled: false, unknown: [1] })
    const answer = parseInboundAnswer(engine, (await ask()).body)
    expect(answer).toMatchObject({ agent: other.providerAgentId, metadata: { order: { id: 7 } }, isRecorded: false })
    expect(answer!.variables).toMatchObject({ name: 'Ada' })
    const [call] = await calls()
    expect(call).toMatchObject({
      agentId: other.id,
      recordingReason: 'disabled_on_call',
      detail: { metadata: { order: { id: 7 } }, variables: { name: 'Ada' } },
    })
    expect(await routingOf(key)).toEqual({ by: 'assistant_request', problem: null, latencyMs: expect.any(Number), requestId: server.received.at(-1)!.body.id })
  })

  test('can leave the choice of the agent to the number, and can send an ID as text', async () => {
    const { ask, key, agentId, calls } = await answeringWithServer(engine)
    reply = respondWith({ agent_id: null, metadata: { a: 1 }, language: 'auto' })
    expect(parseInboundAnswer(engine, (await ask()).body)).toMatchObject({ metadata: { a: 1 } })
    expect(await calls()).toMatchObject([{ agentId, detail: { language: 'auto' } }])
    expect(await routingOf(key)).toMatchObject({ by: 'default_agent', problem: null })
    reply = respondWith({ agent_id: String(agentId) })
    await ask()
    expect(await routingOf(key)).toMatchObject({ by: 'assistant_request', problem: null })
  })

  test('can reject the caller, which creates a missed call with its own end reason', async () => {
    const { ask, calls } = await answeringWithServer(engine)
    reply = respondWith({ reject: true, metadata: { why: 'spam' } })
    expect(parseInboundAnswer(engine, (await ask()).body)).toBeNull()
    expect(await calls()).toMatchObject([
      { status: 'failed', endedReason: 'rejected', hold: null, detail: { metadata: { why: 'spam' }, routing: { by: 'assistant_request' } } },
    ])
  })

  test('is not asked again when the provider repeats its request', async () => {
    const { ask } = await answeringWithServer(engine)
    reply = respondWith({ metadata: { nth: 1 } })
    const first = await ask('+12125550100', 'same')
    const before = server.received.length
    reply = respondWith({ metadata: { nth: 2 } })
    expect((await ask('+12125550100', 'same')).text).toBe(first.text)
    expect(server.received.length).toBe(before)
  })

  /** Waits for the four-second timeout of a customer's server. */
  test('that is too slow times out after four seconds', async () => {
    const { ask, key, agentId } = await answeringWithServer(engine)
    const late: NodeJS.Timeout[] = []
    reply = (response) => void late.push(setTimeout(() => respondWith({ reject: true })(response, 1, null as never), 6_000))
    expect(parseInboundAnswer(engine, (await ask()).body)).not.toBeNull()
    for (const timer of late) clearTimeout(timer)
    expect((await key.get('/calls')).body.items[0].id).toBeGreaterThan(0)
    expect(await routingOf(key)).toMatchObject({ by: 'default_agent', problem: 'timed out' })
    expect(agentId).toBeGreaterThan(0)
  })
})

describe('the number’s agent answers, and the call stores the problem, when the server', () => {
  const drip: Reply = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":"')
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  }
  let acme: Awaited<ReturnType<typeof answeringWithServer>>
  beforeAll(async () => {
    acme = await answeringWithServer('retell')
  })
  const expectDefault = async (problem: RegExp) => {
    const agent = (await acme.key.get(`/agents/${acme.agentId}`)).body
    expect(parseInboundAnswer('retell', (await acme.ask()).body)?.agent).toBe(agent.provider_agent_id)
    const routing = await routingOf(acme.key)
    expect(routing).toMatchObject({ by: 'default_agent', problem: expect.stringMatching(problem) })
    expect(routing.latencyMs).toBeLessThan(4_500)
  }

  /** The slowly responding server takes four seconds, the timeout of a customer's server. */
  test.each<[string, Reply, RegExp]>([
    ['redirects', respondWith('', 302, { Location: 'http://127.0.0.1:9/' }), /status 302/],
    ['answers 500', respondWith({ reject: true }, 500), /status 500/],
    ['answers 204', (response) => response.writeHead(204).end(), /status 204/],
    ['hangs up', (response) => response.socket!.destroy(), /connection was lost/],
    [
      'breaks off in the middle',
      (response) => response.writeHead(200, { 'Content-Length': '100' }).write('{}', () => response.socket!.destroy()),
      /connection was lost/,
    ],
    ['responds endlessly slowly', drip, /timed out/],
    ['sends an oversized response', respondWith(`{"metadata":{"a":"${'x'.repeat(200_000)}"}}`), /too large/],
    ['does not send JSON', respondWith('<html>'), /JSON/],
    ['sends an empty response', respondWith(''), /JSON/],
    ['sends a list', respondWith([{ reject: true }]), /unreadable response/],
    ['sends deeply nested JSON', respondWith(`{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`), /nested/],
    ['sends a __proto__ key', respondWith('{"metadata":{"__proto__":{"polluted":1}}}'), /key is not allowed/],
    ['sends an agent ID that is not an ID', respondWith({ agent_id: { $gt: 0 } }), /agent_id/],
    ['names an unknown agent', respondWith({ agent_id: 2_000_000_000 }), /agent 2000000000 does not exist/],
    ['sends an agent ID above the maximum', respondWith({ agent_id: 9_007_199_254_740_991 }), /agent \d+ does not exist/],
    ['sends variables that are not strings', respondWith({ variables: { a: 1 } }), /variables\.a/],
    ['sends metadata that is not an object', respondWith({ metadata: 'x' }), /metadata/],
    ['sends too much metadata', respondWith({ metadata: { a: 'x'.repeat(20_000) } }), /metadata/],
    ['sends characters that cannot be stored', respondWith('{"metadata":{"a":"\\u0000"}}'), /cannot be stored/],
    ['sends an invalid language', respondWith({ language: 'not a language' }), /language/],
    ['sends a language that the provider does not support', respondWith({ language: 'tlh' }), /does not support the language tlh/],
    ['rejects with a value other than true', respondWith({ reject: 'yes' }), /reject/],
  ])('%s', async (_name, behavior, problem) => {
    reply = behavior
    await expectDefault(problem)
  })

  test('names an agent that is unpublished, on the other engine, or of another workspace', async () => {
    const draft = (await acme.key.post('/agents', { name: 'Draft' })).body.id
    const foreign = (await createTenant(testServer())).agentId
    const other = await publishAnotherAgent(acme.key, 'vapi')
    for (const [id, problem] of [
      [draft, /not published/],
      [foreign, /agent \d+ does not exist/],
      [other.id, /is published to vapi/],
    ] as const) {
      reply = respondWith({ agent_id: id })
      await expectDefault(problem)
    }
  })

  test('is unreachable', async () => {
    const closedServer = await startReceiver()
    await acme.set({ assistant_request_url: closedServer.url })
    await closedServer.close()
    await expectDefault(/refused/)
    await acme.set({ assistant_request_url: server.url })
  })

  test('is in a private network by its address, its name, or the address its name now resolves to', async () => {
    const { port } = new URL(server.url)
    const before = server.received.length
    settings.allowPrivateWebhooks = false
    const { lookup } = dns
    vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, done: (...args: unknown[]) => void) =>
      name === 'rebinds.example.com' ? done(null, [{ address: '127.0.0.1', family: 4 }]) : lookup(name, options, done as never)) as never)
    for (const host of ['127.0.0.1', 'localhost', 'rebinds.example.com', '[::ffff:127.0.0.1]', '169.254.169.254']) {
      await anyWorkspace.phoneNumber.update({ where: { id: acme.number.id }, data: { assistantRequestUrl: `http://${host}:${port}/hook` } })
      await expectDefault(/private or local/)
    }
    expect(server.received.length).toBe(before)
    await anyWorkspace.phoneNumber.update({ where: { id: acme.number.id }, data: { assistantRequestUrl: server.url } })
  })

  test('fails and the number has no agent: the result is a missed call without an agent', async () => {
    const tenantWithoutAgent = await createAnsweringTenant(testServer(), 'retell', { agent_id: null, assistant_request_url: server.url })
    reply = respondWith('<html>')
    expect(parseInboundAnswer('retell', (await tenantWithoutAgent.ask()).body)).toBeNull()
    const { id } = (await tenantWithoutAgent.key.get('/calls')).body.items[0]
    expect((await tenantWithoutAgent.key.get(`/calls/${id}`)).body).toMatchObject({
      direction: 'inbound',
      status: 'failed',
      ended_reason: 'no_agent',
      agent_id: null,
      cost: '0.0000',
    })
    expect(await routingOf(tenantWithoutAgent.key)).toMatchObject({ problem: expect.stringMatching(/JSON.*no default agent/) })
  })
})
