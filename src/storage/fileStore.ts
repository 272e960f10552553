import type { Readable } from 'node:stream'

/** Bytes of a file, from `start` to `end` inclusive. Both exist. */
export interface FilePart {
  start: number
  end: number
}

/** Storage of downloadable files. Keys are internal: words, digits, dots and dashes, separated by slashes. */
export interface FileStore {
  /**
   * Writes a file as a stream and returns its size in bytes. The file appears only once it is complete: if the source fails or the process
   * dies, there is nothing under the key, and `remove` deletes what is left.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, type: string): Promise<number>
  /** Opens a file or a part of it, which the caller must read or destroy; null if there is none. */
  read(key: string, part?: FilePart): Promise<Readable | null>
  /** Deletes a file, and what is left of an incomplete one. Safe to repeat. */
  remove(key: string): Promise<void>
}
