import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeOf as carrierRouteOf } from '../../src/carriers/http.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { routeOf } from '../../src/providers/breaker.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { type CollectedSpan, startTraceCollector } from '../kit/fakes/traceCollector.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { captureLogs } from '../kit/observers/logs.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createAnsweringTenant } from '../services/calls/inboundKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'
import { CALLER, traceparent } from './traceKit.ts'

const collector = await startTraceCollector()
afterAll(() => collector.close())
const TRACE_URL = 'https://tempo.example/trace/{traceId}'
const HEADERS = 'x-token=secret%20of%20the%20collector'
const SETTINGS = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: HEADERS, TRACE_URL, METRICS_TOKEN: 'a-token-of-sixteen-or-more' }
const testServer = useTestServer({ env: SETTINGS })

let tenant: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => void (tenant = await createTenant(testServer())))

const postCall = (to: string, headers: object, more: object = {}) =>
  tenant.key.raw('/calls', {
    method: 'POST',
    body: JSON.stringify({ to_number: to, agent_id: tenant.agentId, ...more }),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
const finished = (id: number) => waitFor('the call to be finished', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).finishedAt)

/** The names of a span and of all above it, from the first one on. */
function pathOf(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentId)
  return [...(parent ? pathOf(parent) : []), span.name]
}

/** Waits until the spans of a trace between these two are there, which arrive in any order, and returns their names. */
const pathBetween = (traceId: string, first: string, last: string) =>
  waitFor(`the spans between ${first} and ${last}`, async () => {
    const path = pathOf(await collector.span(traceId, last))
    return path[0] === first && path
  })

describe('a call of a campaign', () => {
  test('is one trace: from the claim of its lead through the provider and its webhooks to the delivery to the customer', async () => {
    const receiver = await startReceiverForTest()
    await tenant.key.put('/webhooks', { url: receiver.url })
    const campaign = await createCampaign(tenant.acme.id, tenant.agentId, { phones: ['+14155550123'] })
    await campaign.start()
    await campaign.over()
    const [call] = await campaign.calls()
    const { body, headers } = await receiver.event(String(call!.id))
    const [traceId] = call!.trace!.split('-') as [string]
    const placed = await collector.span(traceId, 'retell POST /v2/create-phone-call')
    const webhook = await collector.span(traceId, 'POST /inbound/retell')
    const processed = await collector.span(traceId, 'process webhooks')
    const delivery = await collector.span(traceId, 'deliver call.completed')
    const whole = await collector.span(traceId, 'call')
    expect(await pathBetween(traceId, 'dial lead', placed.name)).toEqual(['dial lead', 'call', 'send call', placed.name])
    expect(await pathBetween(traceId, 'dial lead', webhook.name)).toEqual(['dial lead', 'call', webhook.name])
    expect(await pathBetween(traceId, 'dial lead', processed.name)).toEqual(['dial lead', 'call', processed.name])
    expect(await pathBetween(traceId, 'dial lead', delivery.name)).toEqual(['dial lead', 'call', delivery.name])
    expect((await collector.span(traceId, 'dial lead')).parentId).toBeUndefined()
    expect(whole.attributes).toMatchObject({ 'callwright.call.id': body.data.call_id, 'callwright.campaign.id': String(campaign.id) })
    expect(headers.traceparent).toBe(`00-${traceId}-${delivery.spanId}-01`)
    for (const span of collector.spans) expect.soft(span.endedAt >= span.startedAt, span.name).toBe(true)
  })

  test('has a trace of its own for each lead', async () => {
    const campaign = await createCampaign(tenant.acme.id, tenant.agentId, { phones: ['+14155550131', '+14155550132', '+14155550133'] })
    await campaign.start()
    await campaign.over()
    const traces = (await campaign.calls()).map(({ trace }) => trace!.split('-')[0])
    expect(new Set(traces).size).toBe(3)
  })
})

describe('a call by REST', () => {
  test("joins the trace of its caller, which its webhooks belong to as well, and names it to the workspace's members and in the log", async () => {
    let id = 0
    const logs = await captureLogs(async () => {
      const { body } = await postCall('+14155550141', { traceparent })
      id = body.id as number
      await finished(id)
    })
    const request = await collector.span(CALLER.traceId, 'POST /calls')
    expect(request).toMatchObject({ parentId: CALLER.spanId, kind: 2, attributes: { 'http.route': '/calls', 'callwright.operation': 'placeCall' } })
    expect(await pathBetween(CALLER.traceId, 'POST /calls', 'retell POST /v2/create-phone-call')).toEqual([
      'POST /calls',
      'call',
      'send call',
      'retell POST /v2/create-phone-call',
    ])
    expect(await pathBetween(CALLER.traceId, 'POST /calls', 'POST /inbound/retell')).toEqual(['POST /calls', 'call', 'POST /inbound/retell'])
    const line = logs.split('\n').find((each) => each.includes('"route":"/calls"') && each.includes('"POST"'))
    expect(JSON.parse(line!)).toMatchObject({ trace_id: CALLER.traceId })
    expect((await tenant.key.gql(`{ call(id: ${id}) { traceId traceUrl } }`)).call).toEqual({
      traceId: CALLER.traceId,
      traceUrl: `https://tempo.example/trace/${CALLER.traceId}`,
    })
  })

  test.concurrent.each([
    ['in capitals', traceparent.toUpperCase()],
    ['without a trace', `00-${'0'.repeat(32)}-${CALLER.spanId}-01`],
    ['of an unknown version', `ff${traceparent.slice(2)}`],
    ['longer than the standard allows', `${traceparent}-${'a'.repeat(5_000)}`],
    ['sent twice', `${traceparent}, ${traceparent}`],
  ])('begins a trace of its own after a traceparent %s', async (_, sent) => {
    const { body } = await postCall('+14155550142', { traceparent: sent })
    const { trace } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })
    expect(trace).not.toContain(CALLER.traceId)
    expect((await collector.span(trace!.split('-')[0]!, 'POST /calls')).parentId).toBeUndefined()
  })

  test('is a failed span if the provider fails, with the kind of the error and not its message', async () => {
    const { body, status } = await postCall('+12125550101', {})
    expect([status, typeof body.detail]).toEqual([502, 'string'])
    const span = await waitFor('the request to the provider', () =>
      collector.spans.find(({ name, hasFailed }) => name === 'retell POST /v2/create-phone-call' && hasFailed),
    )
    expect(span.attributes['error.type']).toBe('rejected')
    expect(await collector.span(span.traceId, 'call')).toMatchObject({ hasFailed: true })
  })
})

test('a call that no request places, such as one by WebSocket, is the first span of its trace', async () => {
  const socket = createSocketClient(testServer().url, { apiKey: tenant.key.apiKey })
  const mutation = socket.watch<{ placeCall: { id: string; traceId: string } }>(
    `mutation { placeCall(input: { toNumber: "+14155550195", agentId: ${tenant.agentId} }) { id traceId } }`,
  )
  const { id, traceId } = await waitFor('the call', () => mutation.events[0]?.placeCall)
  await socket.close()
  await finished(Number(id))
  expect((await collector.span(traceId, 'call')).parentId).toBeUndefined()
  expect(await pathBetween(traceId, 'call', 'retell POST /v2/create-phone-call')).toEqual(['call', 'send call', 'retell POST /v2/create-phone-call'])
})

test('an inbound call is in the trace of the webhook that asked who answers it, and not in one of the voice provider', async () => {
  const { ask, calls } = await createAnsweringTenant(testServer(), 'retell')
  expect((await ask('+14155550196')).status).toBe(200)
  const [call] = await calls()
  const [traceId] = call!.trace!.split('-') as [string]
  expect(await collector.span(traceId, 'POST /inbound/retell')).toMatchObject({ parentId: undefined, spanId: call!.trace!.split('-')[2] })
})

test.each([
  ['/v2/create-phone-call', '/v2/create-phone-call'],
  ['/get-phone-number/+14155550100', '/get-phone-number/{id}'],
  ['/get-phone-number/%2B14155550100?name=Ann', '/get-phone-number/{id}'],
  ['/update-agent/agent_abcdef', '/update-agent/{id}'],
  ['/call/0b5bd6a6-4f1c-4cbb-9d1f-5e1d5b3e0a11', '/call/{id}'],
  ['/phone-number/Ann', '/phone-number/{id}'],
])('the span of a request to %s of a voice provider names %s', (path, route) => {
  expect(routeOf(path)).toBe(route)
})

test.each([
  ['/2010-04-01/Accounts/AC0123456789abcdef/Messages.json', '/{id}/Accounts/{id}/Messages.json'],
  ['/v2/phone_numbers/%2B14155550100/messaging?x=1', '/v2/phone_numbers/{id}/messaging'],
  ['/v1/Account/MAXXXXXXXXXXXXXXXXXX/Message/', '/v1/Account/{id}/Message/'],
])('the span of a request to %s of a carrier names %s', (path, route) => {
  expect(carrierRouteOf(path)).toBe(route)
})

test('a message is one trace from the request to the carrier, without the number and the text', async () => {
  const sent = await tenant.key.raw('/sms', {
    method: 'POST',
    body: JSON.stringify({ to_number: '+14155550213', body: 'Zanzibar' }),
    headers: { 'Content-Type': 'application/json', traceparent: `00-${CALLER.traceId.replace('a1b2', 'c3d4')}-${CALLER.spanId}-01` },
  })
  expect(sent.status).toBe(202)
  const traceId = CALLER.traceId.replace('a1b2', 'c3d4')
  const span = await waitFor('the span', () => collector.spans.find((one) => one.traceId === traceId && /\.\w+ POST \//.test(one.name)))
  expect(pathOf(span)).toEqual(['POST /sms', span.name])
  expect(JSON.stringify([span.name, span.attributes])).not.toMatch(/4155550213|Zanzibar/)
})

test('the collector gets valid OTLP with the headers that it requires, and nothing about a person, a text or a key', async () => {
  const contact = { name: 'Zebediah Quillfeather', number: '+14155550177' }
  const receiver = await startReceiverForTest()
  await tenant.key.put('/webhooks', { url: `${receiver.url}/zebediah` })
  const { body } = await postCall(contact.number, { 'X-Request-Id': 'zebediah-4155550177' }, { metadata: { customer: contact.name } })
  await receiver.event(String(body.id))
  const { trace } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })
  await collector.span(trace!.split('-')[0]!, 'deliver call.completed')
  expect(collector.problems).toEqual([])
  expect(collector.headers['x-token']).toBe('secret of the collector')
  expect(collector.resource).toMatchObject({ 'service.name': 'callwright' })
  expect(collector.resource['service.instance.id']).not.toBe('')
  const text = JSON.stringify(collector.spans.map(({ name, attributes }) => [name, attributes])).toLowerCase()
  const secrets = ['zebediah', 'quillfeather', '4155550', '2125550', 'lead 1', 'ada', tenant.key.apiKey, 'hook"', tenant.acme.email, 'secret', 'be kind']
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([])
  expect(collector.text).not.toMatch(/quillfeather|\+1415/i)
})

test('metrics name a trace for a duration in OpenMetrics, and Prometheus gets its own format before and after', async () => {
  const scrape = async (accept: string) => {
    const res = await fetch(`${testServer().url}/metrics`, { headers: { authorization: `Bearer ${SETTINGS.METRICS_TOKEN}`, accept } })
    return { type: res.headers.get('content-type'), text: await res.text() }
  }
  const before = await scrape('text/plain')
  const open = await scrape('application/openmetrics-text;version=1.0.0,text/plain;q=0.5')
  const after = await scrape('*/*')
  expect(open.type).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
  const exemplar = /^callwright_http_request_duration_seconds_bucket{le="[^"]+",route="\/calls"} \d+ # {trace_id="([0-9a-f]{32})"} [\d.]+ [\d.]+$/m.exec(
    open.text,
  )
  await collector.span(exemplar![1]!, 'POST /calls')
  expect(open.text).toMatch(/^# TYPE callwright_http_requests counter$/m)
  expect(open.text.endsWith('\n# EOF\n')).toBe(true)
  for (const { type, text } of [before, after]) {
    expect(type).toMatch(/^text\/plain/)
    expect(text).toMatch(/^callwright_http_requests_total{/m)
    expect(text).not.toContain('trace_id')
  }
})
