import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type Ask, send } from './api.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'
import { printable } from './printable.ts'

/** How long a download may take in all. */
const TIMEOUT_MS = 3_600_000

/**
 * Streams what is answered to a file or to stdout. A file appears under its name once it is whole; of one that broke off
 * nothing stays. A terminal is shown text, without what it might obey, and nothing else.
 */
export async function download(context: Context, request: Omit<Ask, 'signal'>, file: string | undefined): Promise<void> {
  const { signal, output } = context
  const response = await send(context.session(), { ...request, signal }, TIMEOUT_MS)
  const body = Readable.fromWeb(response.body as ReadableStream)
  try {
    if (file !== undefined && file !== '-') await save(body, file, signal)
    else await print(body, output.isTerminal ? forTerminal(response) : undefined, signal)
  } catch (error) {
    body.destroy()
    throw broken(error, signal)
  }
  if (file !== undefined && file !== '-') output.note(`Saved as ${file}`)
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

async function print(body: Readable, readable: Transform | undefined, signal: AbortSignal): Promise<void> {
  if (readable) await pipeline(body, readable, process.stdout, { signal, end: false })
  else await pipeline(body, process.stdout, { signal, end: false })
}

function forTerminal({ headers }: Response): Transform {
  if (!/^(text\/|application\/json)/.test(headers.get('content-type') ?? '')) throw usage('This is nothing to read: save it with --output <file>')
  return printable()
}

function broken(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Failure) return error
  if (signal.aborted) return interrupted()
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return error
  if (code && /^E(NOENT|ACCES|ISDIR|NOSPC|ROFS|PERM|NOTDIR)$/.test(code)) return new Failure(EXIT.failed, `The file cannot be written (${code})`)
  return new Failure(EXIT.server, `The answer broke off (${code ?? message})`)
}
