import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { waitFor } from '../waiting/waitFor.ts'

/** An attribute as OTLP writes it in JSON: 64-bit integers are strings. */
const Attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.string().regex(/^-?\d+$/) })]),
})
const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
const nanoseconds = z.string().regex(/^\d{19}$/)
const Span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  flags: z.number(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(Attribute),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
})
/** The request of OTLP, and nothing else: a real collector refuses what it does not know. */
const ExportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(Span) })),
    }),
  ),
})

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: number
  /** Nanoseconds. */
  startedAt: bigint
  endedAt: bigint
  hasFailed: boolean
  attributes: Record<string, string>
}

const toValues = (attributes: z.output<typeof Attribute>[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, 'intValue' in value ? value.intValue : value.stringValue]))

/** A collector of traces: OTLP over HTTP, in JSON. It refuses what the protocol does not allow, and answers with `status` from then on. */
export async function startTraceCollector(port = 0) {
  const collector = {
    spans: [] as CollectedSpan[],
    /** What is not OTLP. */
    problems: [] as string[],
    /** All bodies, as they arrived. */
    text: '',
    headers: {} as Record<string, string | string[] | undefined>,
    resource: {} as Record<string, string>,
    status: 200,
    requests: 0,
  }
  const server = createServer(async (req, res) => {
    const body = (await buffer(req)).toString()
    collector.requests += 1
    if (collector.status !== 200) return void res.writeHead(collector.status).end()
    collector.text += body
    collector.headers = req.headers
    const parsed = ExportRequest.safeParse(JSON.parse(body))
    if (req.method !== 'POST' || req.url !== '/v1/traces' || req.headers['content-type'] !== 'application/json')
      collector.problems.push(`${req.method} ${req.url}`)
    if (!parsed.success) collector.problems.push(z.prettifyError(parsed.error))
    for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? []) {
      collector.resource = toValues(resource.attributes)
      for (const { parentSpanId, startTimeUnixNano, endTimeUnixNano, attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({
          ...span,
          parentId: parentSpanId,
          startedAt: BigInt(startTimeUnixNano),
          endedAt: BigInt(endTimeUnixNano),
          hasFailed: status.code === 2,
          attributes: toValues(attributes),
        })
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const inTrace = (traceId: string, name: string) => collector.spans.find((span) => span.traceId === traceId && span.name === name)
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: (server.address() as AddressInfo).port,
    /** Waits for the first span of a trace with that name. */
    span: (traceId: string, name: string) => waitFor(`a span ${name} of trace ${traceId}`, () => inTrace(traceId, name)),
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
