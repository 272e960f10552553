import type { IncomingMessage } from 'node:http'
import { type Admission, SMALL_BODY_BYTES } from '../kernel/http/bodyTurns.ts'

/** The body is rejected: too large (413), or compressed (415). */
export class BodyReadError extends Error {
  override readonly name = 'BodyReadError'
  readonly status: 413 | 415
  constructor(status: 413 | 415) {
    super(`the body was rejected with status ${status}`)
    this.status = status
  }
}

/** The sender disconnected while sending, so there is no one to respond to. */
export class SenderGoneError extends Error {
  override readonly name = 'SenderGoneError'
}

/**
 * Reads the raw bytes of a request body. A body larger than the limit is not read to its end: the response closes the connection. A long
 * body waits for its turn. The HTTP server limits the time of slow senders. Throws BodyReadError or SenderGoneError.
 */
export function readBytes(req: IncomingMessage, limitBytes: number, admission?: Admission): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (!/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')) return reject(new BodyReadError(415))
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) return reject(new BodyReadError(413))
    const chunks: Buffer[] = []
    let size = 0
    let isAdmitted = admission === undefined
    let markReceived: (() => void) | undefined
    const abort = (error: Error) => {
      chunks.length = 0
      req.pause()
      reject(error)
    }
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limitBytes) return abort(new BodyReadError(413))
      chunks.push(chunk)
      if (isAdmitted || size <= SMALL_BODY_BYTES) return
      isAdmitted = true
      req.pause()
      void admission!(abort).then((markDone) => {
        markReceived = markDone
        req.resume()
      }, reject)
    })
    req.on('end', () => {
      markReceived?.()
      resolve(Buffer.concat(chunks))
    })
    req.on('error', () => reject(new SenderGoneError()))
    req.on('close', () => reject(new SenderGoneError()))
  })
}
