import type { IncomingMessage } from 'node:http'
import { type Admission, SMALL_BODY_BYTES } from './bodyTurns.ts'
import type { ValidationItem } from '../vocabulary/errors.ts'

/** A body that is rejected: too large (413), not JSON (415), or invalid JSON (422). `detail` is sent to the caller unchanged. */
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

/** Reads the body. Bytes beyond the limit are read and dropped, so that the client receives the response instead of a broken connection. */
export const readBytes = (req: IncomingMessage, limitBytes: number, admission?: Admission) =>
  new Promise<Buffer>((resolve, reject) => {
    let ended = false
    let isDropped = Number(req.headers['content-length'] ?? 0) > limitBytes
    let isAdmitted = admission === undefined
    let onArrived: (() => void) | undefined
    const drop = (error: Error) => {
      isDropped = true
      chunks.length = 0
      reject(error)
    }
    const admit = () => {
      isAdmitted = true
      req.pause()
      void admission!(drop)
        .then((callback) => void (onArrived = callback), drop)
        .finally(() => req.resume())
    }
    const onGone = () => {
      if (!ended) reject(new RequestAbortedError('the client went away'))
    }
    if (req.destroyed) return onGone()
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (isDropped) return
      if (size > limitBytes) return drop(bodyTooLarge(limitBytes))
      chunks.push(chunk)
      if (!isAdmitted && size > SMALL_BODY_BYTES) admit()
    })
    if (isDropped) reject(bodyTooLarge(limitBytes))
    req.on('end', () => {
      ended = true
      onArrived?.()
      resolve(Buffer.concat(chunks))
    })
    req.on('error', onGone)
    req.on('close', onGone)
  })
