import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  body: any
}

/** A customer's webhook receiver: answers as `answer` says and remembers what came. */
export async function receiver(answer: (n: number) => { status?: number; body?: string; delayMs?: number } = () => ({})) {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
    const raw = Buffer.concat(parts).toString('utf8')
    received.push({ headers: req.headers, raw, body: JSON.parse(raw) })
    const { status = 200, body = '', delayMs = 0 } = answer(received.length)
    setTimeout(() => res.writeHead(status).end(body), delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** The first event for that id, once it has come. */
    event: (id: string) => until(`an event for ${id}`, () => received.find(({ body }) => body.id === id)),
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
