import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import { handleWhen, IterableBackoff, retry } from 'cockatiel'
import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import { log } from '../kernel/log.ts'
import type { FileStore } from './fileStore.ts'
import type { StoreKey } from './storeCredentials.ts'

interface Options {
  /** With the bucket in its path or host name. */
  endpoint: string
  region: string
  /** Returns the current key. It is called for each request, because the keys of roles expire. */
  key: () => Promise<StoreKey>
  /** Timeout of one request in milliseconds, without the body of a read. */
  timeoutMs?: number
}

/** Size of a part. A store accepts 10,000 parts; all but the last must have at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** Stores files in a bucket of S3 or a compatible store. A file with several parts appears only once all of them are uploaded. */
export function s3Store({ endpoint, region, key: currentKey, timeoutMs = TIMEOUT_MS }: Options): FileStore {
  const send = fetchWithTimeout(timeoutMs)
  // The library can sign with one permanent key only, so it gets none.
  const bucket = new S3mini({ endpoint, region, accessKeyId: '', secretAccessKey: '', fetch: signed(send, region, currentKey) })

  return {
    async write(key, source, type) {
      const parts = partsOf(source)
      const first = await parts.next()
      const second = first.done ? first : await parts.next()
      if (second.done) {
        const whole = first.done ? Buffer.alloc(0) : first.value
        await withRetries(() => bucket.putObject(key, whole, type))
        return whole.length
      }
      return writeParts(bucket, key, type, join(first.value!, second.value, parts))
    },
    async read(key) {
      const response = await bucket.getObjectResponse(key)
      return response?.body ? Readable.fromWeb(response.body as ReadableStream) : null
    },
    async remove(key) {
      await withRetries(() => bucket.deleteObject(key).catch(unlessMissing))
      await abortUploads(bucket, key)
    },
  }
}

async function* join(first: Buffer, second: Buffer, others: AsyncIterable<Buffer>) {
  yield first
  yield second
  yield* others
}

/** Nothing is stored under the key until the upload completes. If the process dies, `remove` finds the upload by its key and aborts it. */
async function writeParts(bucket: S3mini, key: string, type: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const uploadId = await withRetries(() => bucket.getMultipartUploadId(key, type))
  try {
    const parts: UploadPart[] = []
    let bytes = 0
    for await (const chunk of chunks) {
      parts.push(await withRetries(() => bucket.uploadPart(key, uploadId, chunk, parts.length + 1)))
      bytes += chunk.length
    }
    const { etag } = await bucket.completeMultipartUpload(key, uploadId, parts)
    // A store can respond with 200 and then report an error.
    if (!etag) throw new Error('The S3 store could not complete a multipart upload')
    return bytes
  } catch (error) {
    await bucket.abortMultipartUpload(key, uploadId).catch((err: Error) => log.warn({ err: err.message, key }, 'could not abort an S3 upload'))
    throw error
  }
}

/** Splits bytes into parts of equal size; the last can be shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART_BYTES)
  let filled = 0
  for await (const chunk of source)
    for (let offset = 0; offset < chunk.length;) {
      const piece = chunk.subarray(offset, offset + PART_BYTES - filled)
      part.set(piece, filled)
      offset += piece.length
      filled += piece.length
      if (filled < PART_BYTES) continue
      yield part
      part = Buffer.allocUnsafe(PART_BYTES)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Aborts incomplete uploads to a key. Not every store can list them; there a bucket lifecycle rule cleans up. */
async function abortUploads(bucket: S3mini, key: string) {
  const answer = await bucket.listMultipartUploads('/', '', 'GET', { prefix: key }).catch(() => null)
  const listed = answer && ((answer as { ListMultipartUploadsResult?: unknown }).ListMultipartUploadsResult ?? answer)
  const uploads = [(listed as { Upload?: unknown } | null)?.Upload ?? []].flat() as { Key?: string; UploadId?: string }[]
  for (const { Key, UploadId } of uploads) if (Key === key && UploadId) await bucket.abortMultipartUpload(key, UploadId).catch(unlessMissing)
}

function unlessMissing(error: unknown) {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error
}

/** Retries transient failures of the store or the network. Writing the same part or file twice is safe. */
const withRetries = <T>(work: () => Promise<T>): Promise<T> => retryPolicy.execute(work)
const isTransient = (error: Error) => !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429
const retryPolicy = retry(handleWhen(isTransient), { maxAttempts: 3, backoff: new IterableBackoff([250, 500, 1_000]) })

/** A `fetch` that signs each request with the current key. */
const signed =
  (send: typeof fetch, region: string, currentKey: Options['key']): typeof fetch =>
  async (url, init) => {
    const { method, headers } = init as { method: string; headers: Record<string, string> }
    const target = url instanceof Request ? url.url : String(url)
    const request = await new AwsV4Signer({ method, url: target, headers, service: 's3', region, ...(await currentKey()) }).sign()
    return send(request.url, { ...init, headers: request.headers })
  }

/** A `fetch` with a timeout. A read can take any time once the response has started; everything else must finish in time. */
const fetchWithTimeout =
  (timeoutMs: number): typeof fetch =>
  async (url, init) => {
    if (init?.method !== 'GET') return fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('The S3 store does not respond')), timeoutMs)
    return fetch(url, { ...init, signal: controller.signal }).finally(() => clearTimeout(timer))
  }
