import { expect, onTestFinished, test } from 'vitest'
import { gatherMetrics } from '../../src/kernel/metrics.ts'
import type { Span } from '../../src/kernel/tracing/spans.ts'
import { MAX_WAITING, startTraceExport } from '../../src/outbound/traceExport.ts'
import { startTraceCollector } from '../kit/fakes/traceCollector.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

// No server runs in this file, because a server's own spans are counted in the same metrics.
const counted = async (result: string) =>
  Number(new RegExp(`^callwright_trace_spans_total{result="${result}"} (\\d+)$`, 'm').exec(await gatherMetrics().metrics())?.[1] ?? 0)

const spanOf = (nth: number): Span => ({
  traceId: nth.toString(16).padStart(32, '0'),
  spanId: nth.toString(16).padStart(16, '0'),
  name: 'span',
  kind: 1,
  startedAt: 1_800_000_000_000.5,
  endedAt: 1_800_000_000_001,
  attributes: {},
  hasFailed: false,
})
const start = (endpoint: string) => startTraceExport({ endpoint, headers: {}, serviceName: 'test', version: '1', instance: 'x' })

test('keeps a bounded number of spans while the collector is down, counts the others, and sends those that it kept', async () => {
  const own = await startTraceCollector()
  onTestFinished(own.close)
  own.status = 503
  const before = [await counted('dropped'), await counted('sent')] as const
  const exporter = start(own.url)
  for (let nth = 1; nth <= MAX_WAITING + 900; nth++) exporter.take(spanOf(nth))
  await waitFor('an attempt', () => own.requests > 0)
  own.status = 200
  await exporter.stop()
  // The first batch is sent again whole, so each span arrives once.
  expect(own.spans.length).toBe(MAX_WAITING)
  expect(new Set(own.spans.map(({ spanId }) => spanId)).size).toBe(MAX_WAITING)
  expect([await counted('dropped'), await counted('sent')]).toEqual([before[0] + 900, before[1] + MAX_WAITING])
})

test('drops what a collector refuses, and does not repeat it', async () => {
  const own = await startTraceCollector()
  onTestFinished(own.close)
  own.status = 400
  const before = await counted('refused')
  const exporter = start(own.url)
  exporter.take(spanOf(1))
  await exporter.stop()
  await exporter.stop()
  expect([own.requests, await counted('refused')]).toEqual([1, before + 1])
})
