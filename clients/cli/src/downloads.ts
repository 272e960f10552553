import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type ApiRequest, send } from './api.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'
import { printable } from './printable.ts'

/** Limit for the whole download, in milliseconds. */
const TIMEOUT_MS = 3_600_000

/**
 * Streams a response to a file or to stdout. A file appears under its name only once it is complete; a partial download
 * leaves nothing behind. On a terminal only text is shown, with control characters escaped.
 */
export async function download(context: Context, request: Omit<ApiRequest, 'signal'>, file: string | undefined): Promise<void> {
  const { signal, output } = context
  const response = await send(context.session(), { ...request, signal }, TIMEOUT_MS)
  const body = Readable.fromWeb(response.body as ReadableStream)
  try {
    if (file !== undefined && file !== '-') await save(body, file, signal)
    else await print(body, output.isTerminal ? createTerminalTransform(response) : undefined, signal)
  } catch (error) {
    body.destroy()
    throw toDownloadError(error, signal)
  }
  if (file !== undefined && file !== '-') output.note(`Saved to ${file}`)
}

async function save(body: Readable, file: string, signal: AbortSignal): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    await pipeline(body, createWriteStream(part, { flags: 'wx' }), { signal })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

async function print(body: Readable, transform: Transform | undefined, signal: AbortSignal): Promise<void> {
  if (transform) await pipeline(body, transform, process.stdout, { signal, end: false })
  else await pipeline(body, process.stdout, { signal, end: false })
}

function createTerminalTransform({ headers }: Response): Transform {
  if (!/^(text\/|application\/json)/.test(headers.get('content-type') ?? '')) throw usage('Binary output. Use --output <file>.')
  return printable()
}

function toDownloadError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Failure) return error
  if (signal.aborted) return interrupted()
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return error
  if (code && /^E(NOENT|ACCES|ISDIR|NOSPC|ROFS|PERM|NOTDIR)$/.test(code)) return new Failure(EXIT.failed, `The file cannot be written (${code})`)
  return new Failure(EXIT.server, `The connection was lost (${code ?? message})`)
}
