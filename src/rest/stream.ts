import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from './serve.ts'

/** A file that is sent while it is generated. */
interface File {
  name: string
  type: string
  /** Source records, read on demand. */
  records: AsyncIterable<unknown>
  /** Converts records to text. */
  text: NodeJS.ReadWriteStream
  /** Maximum time for the whole download, in milliseconds. */
  finishMs: number
}

export const CSV = 'text/csv; charset=utf-8; header=present'

/** Streams a file of any size in constant memory. Throws errors that occur before the first record; stops reading if the client disconnects. */
export async function sendFile({ req, res }: Exchange, { name, type, records, text, finishMs }: File): Promise<null> {
  const source = Readable.from(records)
  // Until the first record is read, an error can still be sent as an error response.
  await once(source, 'readable')
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
  if (req.method === 'HEAD') res.end(() => source.destroy())
  else await pipeline(source, text, res, { signal: AbortSignal.timeout(finishMs) }).catch(() => res.destroy())
  return null
}
