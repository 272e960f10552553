import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Heard {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  body: string
}
interface Said {
  status: number
  body: string
  headers?: Record<string, string>
}

/** A server that writes down what it is asked, and answers the `nth` request from 1 as a test wishes. Each test begins with none. */
export function useHeard() {
  const waiting: (() => void)[] = []
  const heard = {
    requests: [] as Heard[],
    answer: (_nth: number): Said | 'hang up' | 'wait' => ({ status: 200, body: '{}' }),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clear: () => {
      heard.requests.length = 0
    },
    /** Once the next request is there. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://127.0.0.1')
    heard.requests.push({ method: req.method!, path: pathname, query: Object.fromEntries(searchParams), headers: req.headers, body: await text(req) })
    for (const tell of waiting.splice(0)) tell()
    const said = heard.answer(heard.requests.length)
    if (said === 'wait') return
    if (said === 'hang up') return void req.socket.destroy()
    res.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers }).end(said.body)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => heard.clear())
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return heard
}
