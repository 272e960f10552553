import { describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../../src/kernel/config/env.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { tracer } from '../../src/kernel/tracing/spans.ts'
import { startTraceCollector } from '../kit/fakes/traceCollector.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { startAddedServer } from '../kit/server/addedServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { CALLER, traceparent } from './traceKit.ts'

describe('a server', () => {
  test('traces nothing and leaves no trace in its rows without a collector', async () => {
    const silent = await startAddedServer()
    onTestFinished(silent.end)
    const { key, place } = await createTenant(silent)
    const { body } = await place('+14155550151')
    const row = await silent.as(() => anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } }))
    expect([row.trace, silent.as(() => tracer())]).toEqual([null, null])
    expect((await key.gql(`{ call(id: ${body.id}) { traceId traceUrl } }`)).call).toEqual({ traceId: null, traceUrl: null })
  })

  test('sends its last spans when it stops', async () => {
    const own = await startTraceCollector()
    onTestFinished(own.close)
    const server = await startAddedServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${own.url}/`, OTEL_SERVICE_NAME: 'second' } })
    await fetch(`${server.url}/api/v1/agents`)
    await server.end()
    expect(own.spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toContainEqual(['GET /agents', '401'])
    expect(own.resource['service.name']).toBe('second')
  })

  test.each([
    ['traceidratio', '0', '01', false],
    ['traceidratio', '1', '00', true],
    ['parentbased_traceidratio', '0', '01', true],
    ['parentbased_always_off', '1', '01', true],
    ['parentbased_always_on', '1', '00', false],
  ])('with the sampler %s and a share of %s, of a request with flags %s, recorded: %s', async (OTEL_TRACES_SAMPLER, share, flags, isRecorded) => {
    const own = await startTraceCollector()
    onTestFinished(own.close)
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: share }
    const server = await startAddedServer({ env })
    await fetch(`${server.url}/api/v1/agents`, { headers: { traceparent: `${traceparent.slice(0, -2)}${flags}` } })
    await server.end()
    expect(own.spans.some(({ traceId }) => traceId === CALLER.traceId)).toBe(isRecorded)
  })

  test('places calls and delivers their events while the collector is down', async () => {
    const down = await startTraceCollector()
    await down.close()
    const receiver = await startReceiverForTest()
    const server = await startAddedServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: down.url } })
    const { key, place } = await createTenant(server)
    await key.put('/webhooks', { url: receiver.url })
    const placed = await Promise.all(['+14155550161', '+14155550162', '+14155550163'].map((to) => place(to)))
    expect(placed.map(({ status }) => status)).toEqual([202, 202, 202])
    for (const { body } of placed) expect((await receiver.event(String(body.id))).body.type).toBe('call.completed')
    await server.end()
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret without a name'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-token=%E0%A4%A'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-token=secret%0d%0ax-other: 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['TRACE_URL', 'https://tempo.example/trace'],
  ['TRACE_URL', 'javascript:alert({traceId})'],
])('the setting %s refuses %s, and does not print a secret', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^Invalid settings:\n  ${name}: (?!.*secret)`))
})
