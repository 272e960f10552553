import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { checkAnswer, type Heard } from './openapiCheck.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
/** Whoever is not answered within this many milliseconds fails. */
const TIMEOUT_MS = 10_000

interface Said {
  method?: string
  /** Below /api/v1, exactly as it is to be sent. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}
// eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
export type Answered = Omit<Heard, 'body'> & { body: any }

/**
 * Sends a request as no decent client would: nothing in the path is tidied, and headers may repeat. The answer is held
 * against the published description, as with any other client.
 */
export function send(url: string, { method = 'GET', path, headers = {}, body }: Said): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    // Node leaves out the length of a DELETE's body.
    const lengths = body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = request({ hostname, port, agent, method, path: `/api/v1${path}`, headers: { ...lengths, ...headers }, timeout: TIMEOUT_MS }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () => {
        const told = new Headers(Object.entries(res.headersDistinct).map(([name, values]) => [name, values!.join(', ')]))
        const text = Buffer.concat(parts).toString()
        try {
          const heard = {
            method,
            path: path.split('?', 1)[0]!,
            status: res.statusCode!,
            headers: told,
            body: /json/.test(told.get('content-type') ?? '') && text ? (JSON.parse(text) as unknown) : text,
          }
          checkAnswer(heard)
          resolve(heard)
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path.slice(0, 200)} was not answered`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What the server says to these bytes, until it or we hang up. */
export const exchange = (url: string, bytes: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket
      .setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('nothing was answered')))
      .on('data', (part) => (heard += part.toString('latin1')))
      .on('close', () => resolve(heard))
      .on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(heard) : reject(error)))
  })
