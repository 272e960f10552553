import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notFound, unavailable } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'
import type { Exchange } from '../serve.ts'

/** Audio in the storage of this server. `read` returns null if its file is missing. */
export interface StoredAudio {
  bytes: number
  contentType: string
  sha256: Uint8Array
  read(range: Range): Promise<Readable | null>
}

/** Bytes from `start` to `end` inclusive. */
interface Range {
  start: number
  end: number
}

const FINISH_MS = 600_000

/** Streams stored audio: the requested range, or all of it. Throws NOT_FOUND if its file is missing, and UNAVAILABLE if the storage cannot be reached. */
export async function sendStoredAudio(audio: StoredAudio, { req, res }: Pick<Exchange, 'req' | 'res'>): Promise<void> {
  const { bytes, contentType, sha256 } = audio
  const etag = `"${Buffer.from(sha256).toString('hex')}"`
  const isRangeValid = req.headers['if-range'] === undefined || req.headers['if-range'] === etag
  const range = isRangeValid ? rangeOf(req.headers.range, bytes) : null
  const headers = { ...audioHeaders(contentType), 'Accept-Ranges': 'bytes', ETag: etag, 'Repr-Digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:` }
  if (range === 'none') return void res.writeHead(416, { ...headers, 'Content-Range': `bytes */${bytes}` }).end()
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  const part = range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }
  const content = req.method === 'HEAD' ? null : await read(audio, { start, end })
  res.writeHead(range ? 206 : 200, { ...headers, ...part, 'Content-Length': end - start + 1 })
  if (!content) return void res.end()
  await pipeline(content, res, { signal: AbortSignal.timeout(FINISH_MS) }).catch((err: Error) => {
    log.warn({ err: err.message }, 'could not send all of a stored recording')
    res.destroy()
  })
}

/** The headers of every response with audio, whose type must be one of audio because it comes from our own host. */
export const audioHeaders = (contentType: string) => ({
  'Content-Type': /^(audio|video)\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
})

async function read(audio: StoredAudio, range: Range) {
  const content = await audio.read(range).catch((err: Error) => {
    log.warn({ err: err.message }, 'could not read a stored recording')
    throw unavailable('file_storage_unavailable')
  })
  if (content) return content
  log.error('the file of a stored recording is missing')
  throw notFound('Recording')
}

/** Parses one range of bytes. Null for none and for several, which are answered with all bytes; `none` if the file has no such bytes. */
function rangeOf(header: string | undefined, size: number): Range | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  return Number(from) < size ? { start: Number(from), end: to === '' ? size - 1 : Math.min(size - 1, Number(to)) } : 'none'
}
