import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { idParam } from '../params.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'
import { audioHeaders, sendStoredAudio, type StoredAudio } from './storedAudio.ts'

/** The audio's URL at its provider. */
interface ProviderAudio {
  url: string
  headers: Record<string, string>
}
type Audio = ProviderAudio | StoredAudio
/** Locates a call's audio. Throws NOT_FOUND if there is none. */
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

/** Timeouts for the start of the provider's response and for the whole download, in milliseconds. */
const BEGIN_MS = 10_000
const FINISH_MS = 600_000
const FORWARDED_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag']

/** Creates the handler that streams a call's audio from the storage of this server, or from its provider. The provider's URL stays hidden. */
export const recordingOf =
  (open: OpenRecording) =>
  async (actor: Actor, { req, res }: Exchange): Promise<null> => {
    await sendAudio(await open(actor, parseRowId(String(req.params.call_id), 'Call')), { req, res })
    return null
  }

/** Streams audio: the requested range, or all of it. Throws PROVIDER_ERROR or UNAVAILABLE if the provider or the storage does not return it. */
export const sendAudio = (audio: Audio, exchange: Pick<Exchange, 'req' | 'res'>): Promise<void> =>
  'read' in audio ? sendStoredAudio(audio, exchange) : sendProviderAudio(audio, exchange)

async function sendProviderAudio({ url, headers }: ProviderAudio, { req, res }: Pick<Exchange, 'req' | 'res'>): Promise<void> {
  const disconnect = new AbortController()
  res.once('close', () => disconnect.abort())
  const audio = await begin(url, { ...headers, ...rangeOf(req.headers.range) }, disconnect.signal)
  for (const name of FORWARDED_HEADERS) {
    const value = audio.headers.get(name)
    if (value !== null) res.setHeader(name, value)
  }
  res.writeHead(audio.status, audioHeaders(audio.headers.get('content-type') ?? ''))
  if (req.method === 'HEAD' || !audio.body) res.end()
  else await pipeline(Readable.fromWeb(audio.body as ReadableStream), res, { signal: AbortSignal.timeout(FINISH_MS) }).catch(() => res.destroy())
}

async function begin(url: string, headers: Record<string, string>, disconnected: AbortSignal): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), BEGIN_MS)
  try {
    // Compressed audio would not match its own length and range.
    const audio = await fetch(url, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.any([disconnected, timeout.signal]),
    })
    if ([200, 206, 416].includes(audio.status)) return audio
    await audio.body?.cancel()
  } catch {
    // The error below does not contain the provider's URL.
  } finally {
    clearTimeout(timer)
  }
  throw new DomainError('PROVIDER_ERROR', 'The voice provider did not return the recording. Try again.')
}

const rangeOf = (range: string | undefined): Record<string, string> => (range && /^bytes=[\d, -]{1,200}$/.test(range) ? { range } : {})
