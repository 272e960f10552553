import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from './serve.ts'

/** A file that is sent while it is made. */
interface File {
  name: string
  type: string
  /** What it is made of, read while it is taken. */
  records: AsyncIterable<unknown>
  /** Turns these into its text. */
  text: NodeJS.ReadWriteStream
  /** How long a client may take to read it all, in milliseconds. */
  finishMs: number
}

export const CSV = 'text/csv; charset=utf-8; header=present'

/** Sends a file of any size in little memory. What goes wrong before its first record is thrown; nothing more is read once the client has gone away. */
export async function sendFile({ req, res }: Exchange, { name, type, records, text, finishMs }: File): Promise<null> {
  const source = Readable.from(records)
  // What goes wrong at the start can still be told as an error.
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
