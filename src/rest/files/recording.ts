import type { CallId } from '../../kernel/vocabulary/ids.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { idParam } from '../params.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'

/** Where audio is, at its provider. */
interface Audio {
  url: string
  headers: Record<string, string>
}
/** Where a call's audio is. Throws NOT_FOUND when there is none. */
export type OpenRecording = (actor: Actor, callId: CallId) => Promise<Audio>

export const recordingRoute: Extension = {
  method: 'GET',
  path: '/calls/{call_id}/recording',
  scope: 'calls:read',
  tool: 'get_call_recording',
  command: 'calls recording',
  notTool: 'a recording is audio, which a model does not read; `get_call` has its URL',
  summary: 'Download the recording of a call',
  about:
    'This is the URL in `recording_url` of a call. You can request a byte range. Returns 404 if there is no recording. The `recording_advisory` of the call ' +
    'explains why.',
  params: idParam('call_id', 'Call'),
  headers: { Range: { description: 'Range of bytes to return.', example: 'bytes=0-65535' } },
  answers: {
    200: { description: 'Audio of the call.', types: ['audio/*', 'application/octet-stream'] },
    206: { description: 'Requested range of the audio.', types: ['audio/*', 'application/octet-stream'] },
    416: { description: 'The audio does not have that range.', types: ['*/*'] },
  },
  fails: [502],
  example: { params: { call_id: 42 } },
}

/** How long a provider may take to begin, and to finish, in milliseconds. */
const BEGIN_MS = 10_000
const FINISH_MS = 600_000
const PASSED_ON = ['content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag']

/** Streams a call's audio from its provider, whole or the range that was asked for. The provider's address stays hidden. */
export const recordingOf =
  (open: OpenRecording) =>
  async (actor: Actor, { req, res }: Exchange): Promise<null> => {
    await sendAudio(await open(actor, parseRowId(String(req.params.call_id), 'Call')), { req, res })
    return null
  }

/** Sends what is at a provider's address, whole or the range that was asked for. */
export async function sendAudio({ url, headers }: Audio, { req, res }: Pick<Exchange, 'req' | 'res'>): Promise<void> {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const audio = await begin(url, { ...headers, ...rangeOf(req.headers.range) }, gone.signal)
  for (const name of PASSED_ON) {
    const value = audio.headers.get(name)
    if (value !== null) res.setHeader(name, value)
  }
  res.writeHead(audio.status, { 'Content-Type': typeOf(audio), 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' })
  if (req.method === 'HEAD' || !audio.body) res.end()
  else await pipeline(Readable.fromWeb(audio.body as ReadableStream), res, { signal: AbortSignal.timeout(FINISH_MS) }).catch(() => res.destroy())
}

async function begin(url: string, headers: Record<string, string>, gone: AbortSignal): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), BEGIN_MS)
  try {
    // Compressed audio would not match its own length and range.
    const audio = await fetch(url, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.any([gone, patience.signal]),
    })
    if ([200, 206, 416].includes(audio.status)) return audio
    await audio.body?.cancel()
  } catch {
    // Said below, without the provider's address.
  } finally {
    clearTimeout(timer)
  }
  throw new DomainError('PROVIDER_ERROR', 'The voice provider did not return the recording. Try again.')
}

const rangeOf = (range: string | undefined): Record<string, string> => (range && /^bytes=[\d, -]{1,200}$/.test(range) ? { range } : {})

/** Only audio is passed on as what it says it is: the answer comes from our own address. */
function typeOf({ headers }: Response): string {
  const type = headers.get('content-type') ?? ''
  return /^(audio|video)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}
