import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { EXIT, Failure, usage } from './errors.ts'

/** A file or stdin, streamed as text. */
export interface Text {
  chunks: AsyncIterable<string>
  /** Size in bytes. `null` if unknown. */
  size: number | null
  /** Bytes read so far. */
  read(): number
}

/** Opens a file, or stdin for `-`. Throws a usage Failure if it doesn't exist or isn't UTF-8. */
export async function openText(file: string): Promise<Text> {
  const size = file === '-' ? null : await sizeOf(file)
  let read = 0
  async function* chunks(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const decoded = (part?: Uint8Array) => {
      try {
        return part ? decoder.decode(part, { stream: true }) : decoder.decode()
      } catch {
        throw usage(`${displayName(file)} is not UTF-8. Save it as UTF-8 and try again.`)
      }
    }
    try {
      for await (const part of (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Uint8Array>) {
        read += part.length
        yield decoded(part)
      }
    } catch (error) {
      throw error instanceof Failure ? error : toReadFailure(file, error)
    }
    yield decoded()
  }
  return { chunks: chunks(), size, read: () => read }
}

async function sizeOf(file: string): Promise<number | null> {
  const stats = await stat(file).catch((error: unknown) => {
    throw toReadFailure(file, error)
  })
  if (stats.isDirectory()) throw usage(`${file} is a folder`)
  return stats.isFile() ? stats.size : null
}

export const displayName = (file: string) => (file === '-' ? 'stdin' : file)
const toReadFailure = (file: string, error: unknown) =>
  new Failure(
    (error as NodeJS.ErrnoException).code === 'ENOENT' ? EXIT.usage : EXIT.failed,
    `${displayName(file)} cannot be read (${(error as NodeJS.ErrnoException).code})`,
  )
