import type { SpokenLine } from './timeline.ts'

const RATE = 8000
const HEADER = 44
const SILENCE = 128
const PITCH = { agent: 330, user: 220 }

/** Whole periods of a tone, one second long, so that any stretch of speech is copied from it. */
const sampleOf = (hertz: number, index: number) => SILENCE + Math.round(24 * Math.sin((2 * Math.PI * hertz * index) / RATE))
const toneOf = (hertz: number) => Buffer.from(Array.from({ length: RATE }, (_, index) => sampleOf(hertz, index)))
const TONES = { agent: toneOf(PITCH.agent), user: toneOf(PITCH.user) }

/**
 * The recording of a call as a WAV file, mono, 8 kHz, 8 bits: as long as the call, with a tone wherever somebody speaks,
 * the agent's higher than the other's.
 */
export function recordingOf(seconds: number, lines: SpokenLine[]): Buffer {
  const samples = Math.round(seconds * RATE)
  const file = Buffer.alloc(HEADER + samples, SILENCE)
  writeHeader(file, samples)
  for (const line of lines) {
    const stop = HEADER + Math.min(samples, Math.round(line.end * RATE))
    for (let at = HEADER + Math.round(line.start * RATE); at < stop; at += RATE) TONES[line.role].copy(file, at, 0, Math.min(RATE, stop - at))
  }
  return file
}

function writeHeader(file: Buffer, samples: number): void {
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEADER - 8 + samples, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples, 40)
}

/** The stretch a `Range: bytes=…` header asks for, inclusive; null when there is none to honour, `unsatisfiable` past the end. */
export function byteRange(header: string | undefined, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  return first < size && first <= last ? { first, last } : 'unsatisfiable'
}

/** Samples in a second of a live call's sound: 16 bits each, little-endian, mono. */
export const SOUND_RATE = 16_000
const BLOCK = 160

const liveToneOf = (hertz: number) => {
  const tone = Buffer.alloc(SOUND_RATE * 2)
  for (let index = 0; index < SOUND_RATE; index++) tone.writeInt16LE(Math.round(6000 * Math.sin((2 * Math.PI * hertz * index) / SOUND_RATE)), index * 2)
  return tone
}
const LIVE_TONES = { agent: liveToneOf(PITCH.agent), user: liveToneOf(PITCH.user) }

/**
 * The sound from sample `first` up to about `wanted`, both counted from when the listener joined, `talkAtStart` seconds
 * into the conversation: the recording's tones at the moments at which they are spoken, which at higher speeds are shorter.
 */
export function liveSound(lines: SpokenLine[], { first, wanted, talkAtStart, speed }: { first: number; wanted: number; talkAtStart: number; speed: number }) {
  const blocks = Math.max(0, Math.floor((wanted - first) / BLOCK))
  const sound = Buffer.alloc(blocks * BLOCK * 2)
  for (let block = 0; block < blocks; block++) {
    const sample = first + block * BLOCK
    const second = talkAtStart + (sample / SOUND_RATE) * speed
    const line = lines.find(({ start, end }) => start <= second && second < end)
    if (line) LIVE_TONES[line.role].copy(sound, block * BLOCK * 2, (sample % SOUND_RATE) * 2, ((sample % SOUND_RATE) + BLOCK) * 2)
  }
  return sound
}
