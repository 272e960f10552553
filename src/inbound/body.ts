import type { IncomingMessage } from 'node:http'
import { type Admission, SMALL_BODY } from '../kernel/http/bodyTurns.ts'

/** A body that is not read: too large (413), or packed in a way nobody asked for (415). */
export class Unread extends Error {
  override readonly name = 'Unread'
  readonly status: 413 | 415
  constructor(status: 413 | 415) {
    super(`the body is not read: ${status}`)
    this.status = status
  }
}

/** The sender went away in the middle: there is nobody to answer. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

/**
 * The bytes of a request's body as they were sent. What is announced or turns out larger than the limit is not read to
 * its end: the answer closes the connection. A long one waits for its turn. How long a slow sender may take is the server's to bound. Throws Unread or Gone.
 */
export function readBytes(req: IncomingMessage, limitBytes: number, admission?: Admission): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (!/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')) return reject(new Unread(415))
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) return reject(new Unread(413))
    const parts: Buffer[] = []
    let size = 0
    let isAdmitted = admission === undefined
    let arrived: (() => void) | undefined
    const drop = (error: Error) => {
      parts.length = 0
      req.pause()
      reject(error)
    }
    req.on('data', (part: Buffer) => {
      size += part.length
      if (size > limitBytes) return drop(new Unread(413))
      parts.push(part)
      if (isAdmitted || size <= SMALL_BODY) return
      isAdmitted = true
      req.pause()
      void admission!(drop).then((tell) => {
        arrived = tell
        req.resume()
      }, reject)
    })
    req.on('end', () => {
      arrived?.()
      resolve(Buffer.concat(parts))
    })
    req.on('error', () => reject(new Gone()))
    req.on('close', () => reject(new Gone()))
  })
}
