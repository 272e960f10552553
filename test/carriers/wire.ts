import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { useCarrierHosts } from '../../src/carriers/hosts.ts'

/** A request as a carrier's client put it on the wire. */
export interface Asked {
  method: string
  host: string
  path: string
  /** In order; a name may be there more than once. */
  query: [string, string][]
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** A body that is no text is sent as JSON. */
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'reset'

/** A server in place of all carriers' hosts until the test ends: remembers what it was asked, answers as it is told. */
export async function startWire(answer: (asked: Asked, nth: number) => Answer = () => ({})) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { pathname, searchParams } = new URL(request.url!, 'http://wire')
    const [, host, path] = /^\/([^/]+)(.*)$/.exec(pathname)!
    const one: Asked = {
      method: request.method!,
      host: host!,
      path: path!,
      query: [...searchParams],
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    }
    const reply = answer(one, asked.push(one))
    if (reply === 'hang') return
    if (reply === 'reset') return request.socket.destroy()
    const { status = 200, headers, body = {} } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  useCarrierHosts(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => {
    useCarrierHosts(null)
    await close()
  })
  return { asked, close }
}
