import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { startDownload } from '../../../outbound/download.ts'
import { describeFailure, ExchangeError } from '../../../outbound/failures.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** Largest recording that is copied. A stereo WAV file of 16 kHz reaches it after more than four hours. */
const MAX_BYTES = 1024 ** 3
/** Bytes of the beginning that are kept to read the duration. */
const HEAD_BYTES = 44

/** The recording is too large to be copied. */
export class TooLargeError extends Error {}

/** What is known of audio once all of it was read. */
export interface Measure {
  bytes: number
  sha256: Uint8Array<ArrayBuffer>
  /** Null if the audio does not state it. */
  durationMs: number | null
}

/**
 * Downloads a call's recording from its provider. The provider's URL is a claim, so it must not lead into private networks, unless to the
 * provider's own server. `measure` is known once `content` is read. Throws an error without the URL if there is no audio, or not yet.
 */
export async function openSource(providerName: string, providerCallId: string, signal: AbortSignal) {
  const { openRecording, baseUrl } = provider(providerName)
  const source = await openRecording(providerCallId)
  if (!source) throw new Error('The voice provider has no recording yet')
  const url = new URL(source.url)
  const audio = await startDownload(url, source.headers, signal, { allowPrivate: url.origin === new URL(baseUrl).origin }).catch(rethrow)
  const length = Number(audio.headers['content-length'] ?? 0)
  if (audio.statusCode === 200 && length <= MAX_BYTES) return { contentType: audio.headers['content-type'] ?? '', ...measured(audio) }
  audio.destroy()
  if (audio.statusCode === 200) throw new TooLargeError()
  throw new Error(`The voice provider did not return the recording: status ${audio.statusCode}`)
}

function rethrow(error: unknown): never {
  throw new Error(`The voice provider did not return the recording: ${error instanceof ExchangeError ? describeFailure(error) : 'the URL is not valid'}`)
}

function measured(audio: IncomingMessage) {
  const hash = createHash('sha256')
  let [bytes, head] = [0, Buffer.alloc(0)]
  async function* content() {
    for await (const chunk of audio as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new TooLargeError()
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
      hash.update(chunk)
      yield chunk
    }
    if (bytes === 0) throw new Error('The voice provider returned an empty recording')
  }
  return { content: content(), measure: (): Measure => ({ bytes, sha256: new Uint8Array(hash.digest()), durationMs: wavDurationOf(head, bytes) }) }
}

/** Returns the duration of a WAV file of this size; null for other files. */
function wavDurationOf(head: Buffer, bytes: number): number | null {
  const isWav = head.length >= HEAD_BYTES && head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 16) === 'WAVEfmt '
  const bytesPerSecond = isWav ? head.readUInt32LE(28) : 0
  return bytesPerSecond > 0 ? Math.round(((bytes - HEAD_BYTES) / bytesPerSecond) * 1000) : null
}
