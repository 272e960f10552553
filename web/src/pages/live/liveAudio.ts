/** Audio that is scheduled further ahead is dropped, so that a listener stays near the conversation. */
const MAX_AHEAD_SECONDS = 2
/** Audio is scheduled this far ahead, so that packets may arrive unevenly. */
const LEAD_SECONDS = 0.2

interface Format {
  sampleRate: number
  channels: number
}

export interface LiveAudio {
  setMuted(isMuted: boolean): void
  close(): void
}

interface Handlers {
  /** Loudness of what was just said, from 0 to 1. */
  onLevel(level: number): void
  /** `hasEnded` says whether the call is over. Otherwise the connection broke. */
  onClose(hasEnded: boolean): void
}

/** Plays the 16-bit PCM that a WebSocket of `monitorCall` sends. Call it after a click, because browsers start no sound otherwise. */
export function playLiveAudio(url: string, { onLevel, onClose }: Handlers): LiveAudio {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.connect(audio.destination)
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  let format: Format = { sampleRate: 16_000, channels: 1 }
  let playUntil = 0
  let isClosed = false

  function play(pcm: ArrayBuffer) {
    const samples = new Int16Array(pcm, 0, Math.floor(pcm.byteLength / 2))
    const frames = Math.floor(samples.length / format.channels)
    if (frames === 0) return
    onLevel(loudnessOf(samples))
    const start = Math.max(playUntil, audio.currentTime + LEAD_SECONDS)
    if (start > audio.currentTime + MAX_AHEAD_SECONDS) return
    const buffer = audio.createBuffer(format.channels, frames, format.sampleRate)
    for (let channel = 0; channel < format.channels; channel += 1)
      buffer.copyToChannel(
        Float32Array.from({ length: frames }, (_, frame) => samples[frame * format.channels + channel]! / 32_768),
        channel,
      )
    const source = new AudioBufferSourceNode(audio, { buffer })
    source.connect(volume)
    source.start(start)
    playUntil = start + buffer.duration
  }

  function finish(hasEnded: boolean) {
    if (isClosed) return
    isClosed = true
    void audio.close()
    onClose(hasEnded)
  }

  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (isClosed) return
    if (data instanceof ArrayBuffer) play(data)
    else format = readFormat(data) ?? format
  })
  socket.addEventListener('close', ({ code }) => finish(code === 1000))
  return {
    setMuted: (isMuted) => (volume.gain.value = isMuted ? 0 : 1),
    close() {
      isClosed = true
      socket.close()
      void audio.close()
    },
  }
}

function readFormat(text: string): Format | null {
  const { type, sampleRate, channels } = JSON.parse(text) as Partial<Format> & { type?: string }
  return type === 'start' && sampleRate ? { sampleRate, channels: channels ?? 1 } : null
}

/** Root mean square on a scale on which speech fills most of the meter. */
function loudnessOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += (sample / 32_768) ** 2
  return Math.min(1, Math.sqrt(sum / samples.length) * 3)
}
