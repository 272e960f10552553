import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { checkResponse, type ObservedResponse } from './openapiCheck.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
/** A request without a response for this long fails. */
const TIMEOUT_MS = 10_000

interface RawRequest {
  method?: string
  /** Below /api/v1, sent unchanged. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}
// eslint-disable-next-line typescript/no-explicit-any -- tests read bodies without types
export type RawResponse = Omit<ObservedResponse, 'body'> & { body: any }

/**
 * Sends a request that HTTP clients would refuse to send: the path is not normalized, and headers may repeat. The response is checked against `openapi.json`,
 * as with `client`.
 */
export function sendRawRequest(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    // Node omits the length of a DELETE's body.
    const lengths = body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const outgoing = request({ hostname, port, agent, method, path: `/api/v1${path}`, headers: { ...lengths, ...headers }, timeout: TIMEOUT_MS }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () => {
        const responseHeaders = new Headers(Object.entries(res.headersDistinct).map(([name, values]) => [name, values!.join(', ')]))
        const text = Buffer.concat(parts).toString()
        try {
          const observed = {
            method,
            path: path.split('?', 1)[0]!,
            status: res.statusCode!,
            headers: responseHeaders,
            body: /json/.test(responseHeaders.get('content-type') ?? '') && text ? (JSON.parse(text) as unknown) : text,
          }
          checkResponse(observed)
          resolve(observed)
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path.slice(0, 200)} was not answered`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Sends bytes, and returns what the server sends until either side disconnects. */
export const exchangeBytes = (url: string, bytes: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    let observed = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket
      .setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('nothing was answered')))
      .on('data', (part) => (observed += part.toString('latin1')))
      .on('close', () => resolve(observed))
      .on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(observed) : reject(error)))
  })
