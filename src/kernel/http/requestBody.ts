import type { IncomingMessage } from 'node:http'
import { type Admission, SMALL_BODY } from './bodyTurns.ts'
import type { ValidationItem } from '../vocabulary/errors.ts'

/** A body that is not read: too large (413), not JSON (415), or JSON that cannot be taken (422). `detail` goes to the caller as it is. */
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

/** The client went away while it was sending: there is nobody to answer. */
export class Aborted extends Error {
  override readonly name = 'Aborted'
}

export const tooLarge = (limitBytes: number) => new BodyError(413, `The request body is larger than ${limitBytes} bytes.`)

/** What comes after the limit is read and dropped, so that the client hears the answer instead of a broken connection. */
export const readBytes = (req: IncomingMessage, limitBytes: number, admission?: Admission) =>
  new Promise<Buffer>((resolve, reject) => {
    let ended = false
    let isDropped = Number(req.headers['content-length'] ?? 0) > limitBytes
    let isAdmitted = admission === undefined
    let arrived: (() => void) | undefined
    const drop = (error: Error) => {
      isDropped = true
      chunks.length = 0
      reject(error)
    }
    const admitted = () => {
      isAdmitted = true
      req.pause()
      void admission!(drop)
        .then((tell) => void (arrived = tell), drop)
        .finally(() => req.resume())
    }
    const gone = () => {
      if (!ended) reject(new Aborted('the client went away'))
    }
    if (req.destroyed) return gone()
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (isDropped) return
      if (size > limitBytes) return drop(tooLarge(limitBytes))
      chunks.push(chunk)
      if (!isAdmitted && size > SMALL_BODY) admitted()
    })
    if (isDropped) reject(tooLarge(limitBytes))
    req.on('end', () => {
      ended = true
      arrived?.()
      resolve(Buffer.concat(chunks))
    })
    req.on('error', gone)
    req.on('close', gone)
  })
