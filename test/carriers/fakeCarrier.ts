import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { carrierHosts } from '../../src/carriers/hosts.ts'

/** A request that a carrier's client sent. */
export interface CapturedRequest {
  method: string
  host: string
  path: string
  /** In order. A name may occur more than once. */
  query: [string, string][]
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** A reply, whose body is sent as JSON unless it is a string, or a way of not replying. */
export type FakeReply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'reset'

/** Starts a server in place of all carriers' hosts until the test ends. It captures every request; `nth` counts them from 1. */
export async function startFakeCarrier(replyTo: (request: CapturedRequest, nth: number) => FakeReply = () => ({})) {
  const requests: CapturedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const { pathname, searchParams } = new URL(incoming.url!, 'http://wire')
    const [, host, path] = /^\/([^/]+)(.*)$/.exec(pathname)!
    const request: CapturedRequest = {
      method: incoming.method!,
      host: host!,
      path: path!,
      query: [...searchParams],
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    const reply = replyTo(request, requests.push(request))
    if (reply === 'hang') return
    if (reply === 'reset') return incoming.socket.destroy()
    const { status = 200, headers, body = {} } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  carrierHosts.set(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => {
    carrierHosts.set(null)
    await close()
  })
  return { requests, close }
}
