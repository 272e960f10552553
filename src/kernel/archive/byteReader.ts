/** Reads a stream of bytes in pieces of any size. */
export interface ByteReader {
  /** Returns the next bytes: as many as asked for, or fewer at the end, where it returns none. */
  read(size: number): Promise<Buffer>
}

/** Creates a reader. It keeps one chunk of the source and what is asked for in memory. */
export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  return {
    async read(size) {
      const pieces: Buffer[] = []
      for (let missing = size; missing > 0;) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done) break
          rest = Buffer.from(next.value)
          continue
        }
        const piece = rest.subarray(0, missing)
        rest = rest.subarray(piece.length)
        missing -= piece.length
        pieces.push(piece)
      }
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    },
  }
}
