import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import { log } from '../kernel/log.ts'
import type { FileStore } from './fileStore.ts'

interface Options {
  /** With the bucket in its path or in front of its name. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How long the store may take for one request, without the body of what is read, in milliseconds. */
  patienceMs?: number
}

/** Bytes of a part. A store takes 10,000 of them, and none but the last under 5 MiB. */
const PART = 8 * 1024 * 1024
const TRIES = 4
const TIMEOUT_MS = 60_000

/** Files in a bucket of S3, or of something that speaks like it. A file longer than a part is there only once all of its parts are. */
export function s3Store({ patienceMs = TIMEOUT_MS, ...options }: Options): FileStore {
  const bucket = new S3mini({ ...options, fetch: patiently(patienceMs) })

  return {
    async write(key, source, type) {
      const parts = partsOf(source)
      const first = await parts.next()
      const second = first.done ? first : await parts.next()
      if (second.done) {
        const whole = first.done ? Buffer.alloc(0) : first.value
        await retried(() => bucket.putObject(key, whole, type))
        return whole.length
      }
      return writeParts(bucket, key, type, join(first.value!, second.value, parts))
    },
    async read(key) {
      const answer = await bucket.getObjectResponse(key)
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : null
    },
    async remove(key) {
      await retried(() => bucket.deleteObject(key).catch(unlessMissing))
      await abandon(bucket, key)
    },
  }
}

async function* join(first: Buffer, second: Buffer, others: AsyncIterable<Buffer>) {
  yield first
  yield second
  yield* others
}

/** Until it is completed nothing is there under the key; if the process dies, `remove` finds the upload by its key and aborts it. */
async function writeParts(bucket: S3mini, key: string, type: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const uploadId = await retried(() => bucket.getMultipartUploadId(key, type))
  try {
    const parts: UploadPart[] = []
    let bytes = 0
    for await (const chunk of chunks) {
      parts.push(await retried(() => bucket.uploadPart(key, uploadId, chunk, parts.length + 1)))
      bytes += chunk.length
    }
    const { etag } = await bucket.completeMultipartUpload(key, uploadId, parts)
    // A store may begin to answer 200 and then tell of an error.
    if (!etag) throw new Error('The S3 store could not complete a multipart upload')
    return bytes
  } catch (error) {
    await bucket.abortMultipartUpload(key, uploadId).catch((err: Error) => log.warn({ err: err.message, key }, 'could not abort an S3 upload'))
    throw error
  }
}

/** The same bytes in parts of one size; the last is shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART)
  let filled = 0
  for await (const chunk of source)
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + PART - filled)
      part.set(piece, filled)
      taken += piece.length
      filled += piece.length
      if (filled < PART) continue
      yield part
      part = Buffer.allocUnsafe(PART)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Aborts uploads to a key that nobody will complete. Not every store can list them; those clean up by a rule of the bucket. */
async function abandon(bucket: S3mini, key: string) {
  const answer = await bucket.listMultipartUploads('/', '', 'GET', { prefix: key }).catch(() => null)
  const listed = answer && ((answer as { ListMultipartUploadsResult?: unknown }).ListMultipartUploadsResult ?? answer)
  const uploads = [(listed as { Upload?: unknown } | null)?.Upload ?? []].flat() as { Key?: string; UploadId?: string }[]
  for (const { Key, UploadId } of uploads) if (Key === key && UploadId) await bucket.abortMultipartUpload(key, UploadId).catch(unlessMissing)
}

function unlessMissing(error: unknown) {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error
}

/** Tries again what a store, or the way to it, could not do for the moment. Writing the same part or file twice leaves one. */
async function retried<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isPassing = !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429
    if (!isPassing || tries === 1) throw error
    await sleep(250 * 2 ** (TRIES - tries))
    return retried(work, tries - 1)
  }
}

/** What is read may take as long as whoever reads it, once the answer has begun; everything else has to be over in time. */
const patiently =
  (patienceMs: number): typeof fetch =>
  async (address, init) => {
    if (init?.method !== 'GET') return fetch(address, { ...init, signal: AbortSignal.timeout(patienceMs) })
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(new Error('The S3 store does not respond')), patienceMs)
    return fetch(address, { ...init, signal: giveUp.signal }).finally(() => clearTimeout(timer))
  }
