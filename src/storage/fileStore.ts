import type { Readable } from 'node:stream'

/** Where files that people fetch are kept. Keys are ours: words, digits, dots and dashes, with slashes between them. */
export interface FileStore {
  /**
   * Writes a file as it comes, holding little of it in memory; answers its size in bytes. It is there once it is whole, and
   * not before: if the source fails, or the process dies, nothing is offered under the key, and `remove` takes away what is left.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, type: string): Promise<number>
  /** The file, to be read or destroyed; null where there is none. */
  read(key: string): Promise<Readable | null>
  /** Takes a file away, and what is left of one that was never whole. Safe to repeat. */
  remove(key: string): Promise<void>
}
