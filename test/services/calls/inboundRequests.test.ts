import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { ENGINES } from '../../inbound/vendors.ts'
import { receiver, type Reply } from '../../kit/receiver.ts'
import { useWorld } from '../../kit/world.ts'
import { anotherAgent, answering, told } from './inboundKit.ts'
import { tenant } from './placementKit.ts'

// No jobs: nobody looks after calls that no provider holds.
const world = useWorld({ env: { ROLE: 'api' } })
let reply: Reply
let server: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  server = await receiver((...asked) => reply(...asked))
})
afterAll(() => server.close())
afterEach(() => {
  settings.allowPrivateWebhooks = true
  vi.restoreAllMocks()
})

const says =
  (answer: unknown, status = 200, headers: Record<string, string> = { 'Content-Type': 'application/json' }): Reply =>
  (response) =>
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
const asked = (engine: (typeof ENGINES)[number]) => answering(world(), engine, { assistant_request_url: server.url })
const routingOf = async (key: Awaited<ReturnType<typeof asked>>['key']) =>
  (await key.gql<any>('{ calls(first: 1) { nodes { routing { by problem latencyMs requestId } } } }')).calls.nodes[0].routing

describe.each(ENGINES)('%s: a customer’s server that is asked who answers', (engine) => {
  test('is told of the call, signed with the number’s own secret', async () => {
    const { acme, ask, number, secret, calls } = await asked(engine)
    reply = says({})
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

  test('names another agent, with variables, metadata, and recording off', async () => {
    const { ask, key, calls } = await asked(engine)
    const other = await anotherAgent(key, engine)
    reply = says({ agent_id: other.id, variables: { name: 'Ada' }, metadata: { order: { id: 7 } }, recording_enabled: false, unknown: [1] })
    const answer = told(engine, (await ask()).body)
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

  test('may leave the agent to the number and give the rest; an id may be text', async () => {
    const { ask, key, agentId, calls } = await asked(engine)
    reply = says({ agent_id: null, metadata: { a: 1 }, language: 'auto' })
    expect(told(engine, (await ask()).body)).toMatchObject({ metadata: { a: 1 } })
    expect(await calls()).toMatchObject([{ agentId, detail: { language: 'auto' } }])
    expect(await routingOf(key)).toMatchObject({ by: 'default_agent', problem: null })
    reply = says({ agent_id: String(agentId) })
    await ask()
    expect(await routingOf(key)).toMatchObject({ by: 'assistant_request', problem: null })
  })

  test('turns the caller away: a missed call, in words of its own', async () => {
    const { ask, calls } = await asked(engine)
    reply = says({ reject: true, metadata: { why: 'spam' } })
    expect(told(engine, (await ask()).body)).toBeNull()
    expect(await calls()).toMatchObject([
      { status: 'failed', endedReason: 'rejected', hold: null, detail: { metadata: { why: 'spam' }, routing: { by: 'assistant_request' } } },
    ])
  })

  test('is not asked a second time when the provider repeats its question', async () => {
    const { ask } = await asked(engine)
    reply = says({ metadata: { nth: 1 } })
    const first = await ask('+12125550100', 'same')
    const before = server.received.length
    reply = says({ metadata: { nth: 2 } })
    expect((await ask('+12125550100', 'same')).text).toBe(first.text)
    expect(server.received.length).toBe(before)
  })

  /** Waits for the four seconds that a customer's server has to answer. */
  test('that is too slow is waited for four seconds, and no longer', async () => {
    const { ask, key, agentId } = await asked(engine)
    const late: NodeJS.Timeout[] = []
    reply = (response) => void late.push(setTimeout(() => says({ reject: true })(response, 1, null as never), 6_000))
    expect(told(engine, (await ask()).body)).not.toBeNull()
    for (const timer of late) clearTimeout(timer)
    expect((await key.get('/calls')).body.items[0].id).toBeGreaterThan(0)
    expect(await routingOf(key)).toMatchObject({ by: 'default_agent', problem: 'timed out' })
    expect(agentId).toBeGreaterThan(0)
  })
})

describe('the number’s agent answers, and the call says why, when the server', () => {
  const drip: Reply = (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":"')
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  }
  let acme: Awaited<ReturnType<typeof asked>>
  beforeAll(async () => {
    acme = await asked('retell')
  })
  const expectDefault = async (problem: RegExp) => {
    const agent = (await acme.key.get(`/agents/${acme.agentId}`)).body
    expect(told('retell', (await acme.ask()).body)?.agent).toBe(agent.provider_agent_id)
    const routing = await routingOf(acme.key)
    expect(routing).toMatchObject({ by: 'default_agent', problem: expect.stringMatching(problem) })
    expect(routing.latencyMs).toBeLessThan(4_500)
  }

  /** One row, the server that drips, waits for the four seconds that a customer's server has to answer. */
  test.each<[string, Reply, RegExp]>([
    ['redirects', says('', 302, { Location: 'http://127.0.0.1:9/' }), /status 302/],
    ['answers 500', says({ reject: true }, 500), /status 500/],
    ['answers 204', (response) => response.writeHead(204).end(), /status 204/],
    ['hangs up', (response) => response.socket!.destroy(), /connection was lost/],
    [
      'breaks off in the middle',
      (response) => response.writeHead(200, { 'Content-Length': '100' }).write('{}', () => response.socket!.destroy()),
      /connection was lost/,
    ],
    ['drips its answer for ever', drip, /timed out/],
    ['answers without end', says(`{"metadata":{"a":"${'x'.repeat(200_000)}"}}`), /too large/],
    ['answers no JSON', says('<html>'), /JSON/],
    ['answers nothing', says(''), /JSON/],
    ['answers a list', says([{ reject: true }]), /unreadable response/],
    ['answers JSON nested without end', says(`{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`), /nested/],
    ['reaches for prototypes', says('{"metadata":{"__proto__":{"polluted":1}}}'), /key is not allowed/],
    ['names an agent by no id', says({ agent_id: { $gt: 0 } }), /agent_id/],
    ['names nobody', says({ agent_id: 2_000_000_000 }), /agent 2000000000 does not exist/],
    ['names beyond all numbers', says({ agent_id: 9_007_199_254_740_991 }), /agent \d+ does not exist/],
    ['gives variables that are no texts', says({ variables: { a: 1 } }), /variables\.a/],
    ['gives metadata that is no object', says({ metadata: 'x' }), /metadata/],
    ['gives more metadata than a call may have', says({ metadata: { a: 'x'.repeat(20_000) } }), /metadata/],
    ['gives characters that cannot be stored', says('{"metadata":{"a":"\\u0000"}}'), /cannot be stored/],
    ['speaks no language', says({ language: 'not a language' }), /language/],
    ['asks for a language that the provider does not speak', says({ language: 'tlh' }), /does not support the language tlh/],
    ['rejects with something else than true', says({ reject: 'yes' }), /reject/],
  ])('%s', async (_name, behaviour, problem) => {
    reply = behaviour
    await expectDefault(problem)
  })

  test('names an agent that is not published, of the other engine, or of another workspace', async () => {
    const draft = (await acme.key.post('/agents', { name: 'Draft' })).body.id
    const foreign = (await tenant(world())).agentId
    const other = await anotherAgent(acme.key, 'vapi')
    for (const [id, problem] of [
      [draft, /not published/],
      [foreign, /agent \d+ does not exist/],
      [other.id, /is published to vapi/],
    ] as const) {
      reply = says({ agent_id: id })
      await expectDefault(problem)
    }
  })

  test('is not there', async () => {
    const gone = await receiver()
    await acme.set({ assistant_request_url: gone.url })
    await gone.close()
    await expectDefault(/refused/)
    await acme.set({ assistant_request_url: server.url })
  })

  test('is in an inner network, by its address, its name, or what its name has come to mean', async () => {
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

  test('and the number has no agent of its own, nobody answers: a missed call of nobody', async () => {
    const alone = await answering(world(), 'retell', { agent_id: null, assistant_request_url: server.url })
    reply = says('<html>')
    expect(told('retell', (await alone.ask()).body)).toBeNull()
    const { id } = (await alone.key.get('/calls')).body.items[0]
    expect((await alone.key.get(`/calls/${id}`)).body).toMatchObject({
      direction: 'inbound',
      status: 'failed',
      ended_reason: 'no_agent',
      agent_id: null,
      cost: '0.0000',
    })
    expect(await routingOf(alone.key)).toMatchObject({ problem: expect.stringMatching(/JSON.*no default agent/) })
  })
})
