import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { waitFor } from '../waiting/waitFor.ts'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  /** `undefined` if the body is not JSON. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies without types
  body: any
}
/** Answers one request, the `nth` from 1. */
export type Reply = (response: ServerResponse, nth: number, request: ReceivedWebhook) => void

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

/** A customer's webhook receiver. It answers with `reply` and records complete requests. */
export async function startReceiver(reply: Reply = (response) => response.end()) {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const raw = Buffer.concat(parts)
        const webhook = { path: request.url!, headers: request.headers, raw, body: parseJson(raw) }
        reply(response, received.push(webhook), webhook)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Waits for the first event with that ID. */
    event: (id: string) => waitFor(`an event for ${id}`, () => received.find(({ body }) => body.id === id)),
    /** Drops every connection and accepts no more. */
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A receiver that closes at the end of the test. */
export async function startReceiverForTest(reply?: Reply) {
  const server = await startReceiver(reply)
  onTestFinished(server.close)
  return server
}
