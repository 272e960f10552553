import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  /** Undefined where the body is no JSON. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  body: any
}
/** Answers one request, the `nth` from 1. */
export type Reply = (response: ServerResponse, nth: number, request: Received) => void

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

/** A customer's webhook receiver: replies as it is told and remembers what came whole. */
export async function receiver(reply: Reply = (response) => response.end()) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const raw = Buffer.concat(parts)
        const whole = { path: request.url!, headers: request.headers, raw, body: jsonOf(raw) }
        reply(response, received.push(whole), whole)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** The first event for that id, once it has come. */
    event: (id: string) => until(`an event for ${id}`, () => received.find(({ body }) => body.id === id)),
    /** Drops every connection and takes no more. */
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The same for one test, which closes it at its end. */
export async function receiverForTest(reply?: Reply) {
  const server = await receiver(reply)
  onTestFinished(server.close)
  return server
}
