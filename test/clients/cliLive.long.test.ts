import { createHmac } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { type CliProcess, useCli } from '../kit/clients/cli.ts'
import type { Client } from '../kit/clients/client.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 40 })
const { start } = useCli()
let acme: TestWorkspace
let key: Client
let agentId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Ask for the name.' })).body.id
  await key.post(`/agents/${agentId}/publish`)
})

const place = async (to = '+12125550009') => (await key.post('/calls', { to_number: to, agent_id: agentId })).body.id as number
const startCommand = (args: readonly string[], { url = testServer().url, token = key.apiKey, env = {} } = {}): CliProcess => {
  const started = start(args, { env: { CALLWRIGHT_BASE_URL: url, CALLWRIGHT_TOKEN: token, ...env } })
  onTestFinished(async () => {
    started.kill('SIGKILL')
    await started.result
  })
  return started
}

/** A proxy of the server on which every connection can be cut. */
async function startProxy() {
  const { port } = new URL(testServer().url)
  const open = new Set<Socket>()
  let created = 0
  const server = createServer((near) => {
    created++
    const far = connect(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {}).on('close', () => (open.delete(one), other.destroy()))
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const cut = () => {
    for (const each of open) each.destroy()
  }
  onTestFinished(() => {
    server.close()
    cut()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, created: () => created, cut }
}

/** Waits until the command prints an event of a call. A call that it should print must not begin earlier. */
async function waitUntilWatching(watched: CliProcess): Promise<void> {
  const { id } = await makeCall(acme.id)
  await waitFor('the subscription', () => {
    publish('call.updated', { workspaceId: acme.id, callId: id, startIndex: 0, lines: [] })
    return watched.lines().some(({ call_id }) => call_id === id)
  })
}

describe('calls watch', () => {
  test('prints each status and each line of a call once, then its outcome, and exits with 0', async () => {
    const id = await place()
    const { code, stderr, stdout } = await startCommand(['calls', 'watch', String(id)]).result
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { transcript, summary } = (await key.get(`/calls/${id}`)).body
    const said = lines.filter(({ event }) => event === 'line')
    expect(said.map(({ role, text }) => ({ role, text }))).toEqual(transcript.map(({ role, text }: any) => ({ role, text })))
    expect(said.map(({ index }) => index)).toEqual(transcript.map((_: unknown, index: number) => index))
    expect(lines.filter(({ event }) => event === 'status').at(-1)).toMatchObject({ status: 'completed', call_id: id })
    expect(lines.at(-1)).toMatchObject({ event: 'ended', call_id: id, status: 'completed', outcome: 'success', summary })
  })

  test('prints an ended call completely and immediately', async () => {
    const id = await place()
    await waitFor('its end', async () => (await key.get(`/calls/${id}`)).body.summary)
    await startCommand(['calls', 'watch', String(id)]).result
    const secondRun = startCommand(['calls', 'watch', String(id)])
    expect((await secondRun.result).code).toBe(0)
    expect(secondRun.lines().at(-1)).toMatchObject({ event: 'ended' })
  })

  test('resumes after the connection is lost', async () => {
    const proxy = await startProxy()
    const watched = startCommand(['calls', 'watch'], { url: proxy.url })
    await waitUntilWatching(watched)
    const id = await place()
    const ownEvents = () => watched.lines().filter(({ call_id }) => call_id === id)
    await waitFor('a line', () => ownEvents().some(({ event }) => event === 'line'))
    proxy.cut()
    await waitFor('its end', () => ownEvents().some(({ event }) => event === 'ended'))
    expect(proxy.created()).toBeGreaterThan(1)
    const { transcript } = (await key.get(`/calls/${id}`)).body
    expect(ownEvents().flatMap(({ event, text }) => (event === 'line' ? text : []))).toEqual(transcript.map(({ text }: any) => text))
    watched.kill('SIGINT')
    expect(await watched.result).toMatchObject({ code: 130 })
  })

  test.each([
    ['its last line', 2],
    ['no line at all', 0],
  ])('prints every line of a call that ended with %s while the connection was lost', async (_what, startIndex) => {
    const watched = startCommand(['calls', 'watch'])
    const { id } = await makeCall(acme.id)
    const said = ['One', 'Two', 'Three'].map((text, at) => ({ role: 'user' as const, text, startSeconds: at }))
    await anyWorkspace.call.update({ where: { id }, data: { status: 'completed', endedAt: new Date(), finishedAt: new Date() } })
    await anyWorkspace.callDetail.update({ where: { callId: id }, data: { transcript: said } })
    const ownEvents = () => watched.lines().filter(({ call_id }) => call_id === id)
    await waitFor('its end', () => {
      publish('call.updated', { workspaceId: acme.id, callId: id, startIndex, lines: startIndex ? said.slice(startIndex) : [] })
      return ownEvents().some(({ event }) => event === 'ended')
    })
    expect(ownEvents().map(({ event, text }) => text ?? event)).toEqual(['status', 'One', 'Two', 'Three', 'ended'])
  })

  test('exits with 4 after its token is revoked', async () => {
    const { key: token, row } = await apiKeys.issue({ workspaceId: acme.id, name: 'short', scopes: ['calls:read'] })
    const watched = startCommand(['calls', 'watch'], { token })
    await waitUntilWatching(watched)
    await apiKeys.revokeById(acme.id, row.id)
    const { code, stderr } = await watched.result
    expect(code).toBe(4)
    expect(JSON.parse(stderr)).toMatchObject({ error: 'unauthenticated', status: 401 })
  })

  test.each([
    ['a missing call', ['calls', 'watch', '999999'], {}, 6],
    ['an invalid ID', ['calls', 'watch', 'x'], {}, 6],
    ['an invalid token', ['calls', 'watch'], { token: 'agc_none' }, 4],
    ['an unreachable server', ['calls', 'watch'], { url: 'http://127.0.0.1:9' }, 8],
  ])('%s ends it immediately', async (_name, args, how, code) => {
    expect(await startCommand(args, how).result).toMatchObject({ code, stdout: '' })
  })

  test('exits with 5 if the token lacks the scope', async () => {
    const { apiKey } = await acme.key('me:read')
    expect(await startCommand(['calls', 'watch'], { token: apiKey }).result).toMatchObject({ code: 5, json: { status: 403 } })
  })
})

describe('campaigns watch', () => {
  test('prints the progress of a campaign until it is completed', async () => {
    const id = (await key.post('/campaigns', { name: 'Invitations', agent_id: agentId })).body.id
    const watched = startCommand(['campaigns', 'watch', String(id)])
    await waitFor('the campaign', () => watched.lines().length > 0)
    expect(watched.lines()[0]).toMatchObject({ campaign_id: id, status: 'draft', leads: { total: 0 } })
    await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+12125550011' }] })
    await waitFor('the lead', () => watched.lines().at(-1).leads.total === 1)
    await anyWorkspace.campaign.update({ where: { id }, data: { status: 'completed' } })
    publish('campaign.updated', { workspaceId: acme.id, campaignId: id })
    expect((await watched.result).code).toBe(0)
    expect(watched.lines().at(-1)).toMatchObject({ status: 'completed' })
  })

  test('fails if the campaign is canceled or does not exist', async () => {
    const id = (await key.post('/campaigns', { name: 'Invitations', agent_id: agentId })).body.id
    const watched = startCommand(['campaigns', 'watch', String(id)])
    await waitFor('the campaign', () => watched.lines().length > 0)
    await key.delete(`/campaigns/${id}`)
    const { code, stderr } = await watched.result
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('The campaign was canceled') })
    expect((await startCommand(['campaigns', 'watch', '999999']).result).code).toBe(6)
  })
})

describe('webhooks listen', () => {
  test('forwards every event once, with the bytes and headers of a delivery, signed with the secret that it prints', async () => {
    const receiver = await startReceiverForTest()
    const listening = startCommand(['webhooks', 'listen', '--forward-to', receiver.url, '--events', 'call.completed'])
    await waitFor('the socket', () => listening.lines().some(({ event }) => event === 'connected'))
    const id = String(await place())
    const { headers, raw, body } = await receiver.event(id)
    const [{ secret }] = listening.lines()
    expect(secret).toMatch(/^whsec_/)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'call.completed',
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
      'x-service-delivery': expect.any(String),
      'user-agent': expect.stringMatching(/^Callwright-Webhooks\//),
    })
    expect(body).toMatchObject({ id, type: 'call.completed', workspace_id: String(acme.id) })
    await waitFor('its response', () => listening.lines().some((line) => line.id === id && line.status === 200))
    listening.kill('SIGINT')
    expect((await listening.result).code).toBe(130)
    expect(receiver.received).toHaveLength(1)
  })

  /** Starts the command line, and waits for two simulated calls to end, one after the other. */
  test("prints the receiver's response, and continues whatever it is", async () => {
    const receiver = await startReceiverForTest((response, nth) => (nth === 1 ? response.writeHead(500).end() : response.destroy()))
    const listening = startCommand(['webhooks', 'listen', '--forward-to', receiver.url, '--print'], { env: { CALLWRIGHT_WEBHOOK_SECRET: 'whsec_mine' } })
    await waitFor('the socket', () => listening.lines().some(({ event }) => event === 'connected'))
    const events = () => listening.lines().filter(({ event }) => event === 'event')
    await place()
    await waitFor('the first', () => events().length === 1)
    const id = String(await place())
    await waitFor('the second', () => events().length === 2)
    expect(listening.lines()[0]).toMatchObject({ secret: 'whsec_mine' })
    expect(events()).toMatchObject([{ status: 500 }, { status: null, error: expect.any(String), id, body: { id, type: 'call.completed' } }])
  })

  test('an unknown event type is refused', async () => {
    const { code, stderr } = await startCommand(['webhooks', 'listen', '--events', 'call.started']).result
    expect({ code, said: JSON.parse(stderr) }).toMatchObject({ code: 1, said: { detail: 'Unknown event type: call.started', status: 400 } })
  })
})
