import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import { useListening } from './listeningServer.ts'

export interface CapturedRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  body: string
}
interface CannedResponse {
  status: number
  body: string
  headers?: Record<string, string>
}

/** A server that records its requests and answers the `nth`, counted from 1, with what `respond` returns. The record is empty at the start of each test. */
export function useCaptureServer() {
  const waiting: (() => void)[] = []
  const capture = {
    requests: [] as CapturedRequest[],
    respond: (_nth: number): CannedResponse | 'hang up' | 'wait' => ({ status: 200, body: '{}' }),
    url: () => url(),
    clear: () => {
      capture.requests.length = 0
    },
    /** Resolves when the next request has arrived. */
    nextRequest: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://127.0.0.1')
    capture.requests.push({ method: req.method!, path: pathname, query: Object.fromEntries(searchParams), headers: req.headers, body: await text(req) })
    for (const notify of waiting.splice(0)) notify()
    const response = capture.respond(capture.requests.length)
    if (response === 'wait') return
    if (response === 'hang up') return void req.socket.destroy()
    res.writeHead(response.status, { 'Content-Type': 'application/json', ...response.headers }).end(response.body)
  })
  const url = useListening(server)
  beforeEach(() => capture.clear())
  return capture
}
