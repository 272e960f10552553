import type { TimedLine } from './timeline.ts'

const SAMPLE_RATE = 8000
const HEADER_BYTES = 44
const SILENT_SAMPLE = 128
const PITCH_HZ = { agent: 330, user: 220 }

/** One second of a tone in whole periods, so that it can be repeated without a click. */
const sampleOf = (hertz: number, index: number) => SILENT_SAMPLE + Math.round(24 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE))
const toneOf = (hertz: number) => Buffer.from(Array.from({ length: SAMPLE_RATE }, (_, index) => sampleOf(hertz, index)))
const TONES = { agent: toneOf(PITCH_HZ.agent), user: toneOf(PITCH_HZ.user) }

/**
 * Renders the recording of a call as a WAV file (mono, 8 kHz, 8 bits): as long as the call, with a tone while a line is spoken. The agent's
 * tone is higher.
 */
export function renderRecording(seconds: number, lines: TimedLine[]): Buffer {
  const samples = Math.round(seconds * SAMPLE_RATE)
  const file = Buffer.alloc(HEADER_BYTES + samples, SILENT_SAMPLE)
  writeHeader(file, samples)
  for (const line of lines) {
    const end = HEADER_BYTES + Math.min(samples, Math.round(line.end * SAMPLE_RATE))
    for (let at = HEADER_BYTES + Math.round(line.start * SAMPLE_RATE); at < end; at += SAMPLE_RATE)
      TONES[line.role].copy(file, at, 0, Math.min(SAMPLE_RATE, end - at))
  }
  return file
}

function writeHeader(file: Buffer, samples: number): void {
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEADER_BYTES - 8 + samples, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples, 40)
}

/** Parses a `Range: bytes=…` header to inclusive offsets; null without a usable range, `unsatisfiable` past the end. */
export function parseRange(header: string | undefined, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  return first < size && first <= last ? { first, last } : 'unsatisfiable'
}

/** Sample rate of live audio in hertz: 16 bits each, little-endian, mono. */
export const LIVE_SAMPLE_RATE = 16_000
const BLOCK_SAMPLES = 160

const liveToneOf = (hertz: number) => {
  const tone = Buffer.alloc(LIVE_SAMPLE_RATE * 2)
  for (let index = 0; index < LIVE_SAMPLE_RATE; index++)
    tone.writeInt16LE(Math.round(6000 * Math.sin((2 * Math.PI * hertz * index) / LIVE_SAMPLE_RATE)), index * 2)
  return tone
}
const LIVE_TONES = { agent: liveToneOf(PITCH_HZ.agent), user: liveToneOf(PITCH_HZ.user) }

/**
 * Renders live audio from sample `first` to about `until`, both counted from when the listener joined, `talkAtStart` seconds into the
 * conversation. Uses the recording's tones, which are shorter at higher speeds.
 */
export function renderLiveAudio(
  lines: TimedLine[],
  { first, until, talkAtStart, speed }: { first: number; until: number; talkAtStart: number; speed: number },
) {
  const blocks = Math.max(0, Math.floor((until - first) / BLOCK_SAMPLES))
  const audio = Buffer.alloc(blocks * BLOCK_SAMPLES * 2)
  for (let block = 0; block < blocks; block++) {
    const sample = first + block * BLOCK_SAMPLES
    const second = talkAtStart + (sample / LIVE_SAMPLE_RATE) * speed
    const line = lines.find(({ start, end }) => start <= second && second < end)
    if (line) LIVE_TONES[line.role].copy(audio, block * BLOCK_SAMPLES * 2, (sample % LIVE_SAMPLE_RATE) * 2, ((sample % LIVE_SAMPLE_RATE) + BLOCK_SAMPLES) * 2)
  }
  return audio
}
