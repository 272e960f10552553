import type { IncomingMessage } from 'node:http'
import { type Admission, SMALL_BODY_BYTES } from './bodyTurns.ts'
import type { ValidationItem } from '../vocabulary/errors.ts'

/** A body that is rejected: too large (413), compressed or not JSON (415), or invalid JSON (422). `detail` is sent to the caller unchanged. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly status: 413 | 415 | 422
  readonly detail: string | ValidationItem[]
  constructor(status: 413 | 415 | 422, detail: string | ValidationItem[]) {
    super(typeof detail === 'string' ? detail : detail[0]?.msg)
    this.status = status
    this.detail = detail
  }
}

/** The client disconnected while sending, so there is no one to respond to. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError'
}

export const bodyTooLarge = (limitBytes: number) => new BodyError(413, `The request body is larger than ${limitBytes} bytes.`)

export interface BodyOptions {
  limitBytes: number
  /** The turn of a long body. Absent takes none. */
  admission?: Admission
  /**
   * What happens to the rest of a rejected body. By default it is read and dropped, so that the client receives the response instead of a
   * broken connection. `unread` leaves it, and the response must close the connection.
   */
  rest?: 'dropped' | 'unread'
}

/**
 * Reads the body of a request. A long body waits for its turn. The HTTP server limits the time of slow senders. Throws BodyError 413 and 415,
 * RequestAbortedError, and what `admission` throws.
 */
export function readBytes(req: IncomingMessage, { limitBytes, admission, rest = 'dropped' }: BodyOptions): Promise<Buffer> {
  const isCompressed = !/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let long: Buffer | undefined
    let size = 0
    let isRejected = false
    let isAdmitted = admission === undefined
    let onArrived: (() => void) | undefined
    const refuse = (error: Error) => {
      isRejected = true
      chunks.length = 0
      long = undefined
      if (rest === 'unread') req.pause()
      reject(error)
    }
    const admit = async () => {
      isAdmitted = true
      req.pause()
      await admission!(refuse).then((callback) => void (onArrived = callback), refuse)
      if (!isRejected || rest === 'dropped') req.resume()
    }
    const onGone = () => req.readableEnded || reject(new RequestAbortedError('the client disconnected'))
    if (req.destroyed) return void onGone()
    const announced = Number(req.headers['content-length'] ?? 0)
    if (announced > limitBytes) refuse(bodyTooLarge(limitBytes))
    /** Copies a long body piece by piece as it arrives: joined at its end, it would block other requests. */
    const keep = (chunk: Buffer) => {
      // One that waits for its turn takes no memory for what is still to come.
      if (size <= SMALL_BODY_BYTES || !isAdmitted) return chunks.push(chunk)
      if (!long) {
        // Memory is used only as far as it is written.
        long = Buffer.allocUnsafeSlow(announced || limitBytes)
        Buffer.concat(chunks.splice(0)).copy(long)
      }
      return chunk.copy(long, size - chunk.length)
    }
    req.on('data', (chunk: Buffer) => {
      if (isRejected) return
      size += chunk.length
      if (isCompressed) return refuse(new BodyError(415, 'Compressed request bodies are not accepted.'))
      if (size > limitBytes) return refuse(bodyTooLarge(limitBytes))
      keep(chunk)
      if (!isAdmitted && size > SMALL_BODY_BYTES) void admit()
    })
    req.on('end', () => {
      onArrived?.()
      resolve(long?.subarray(0, size) ?? Buffer.concat(chunks))
    })
    req.on('error', onGone)
    req.on('close', onGone)
  })
}
