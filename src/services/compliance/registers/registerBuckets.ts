/** Buckets of a load, by the first 16 bits of a hash. */
export const BUCKETS = 65_536
/** Hashes that a bucket of one part holds. 5.7 million numbers fill the first bucket on average. */
const CAPACITY = 128
const HASH_BYTES = 8

/** Bytes in which the rows of a copy are handed over. */
const CHUNK_BYTES = 65_536
const MAX_ROW_BYTES = 46 + CAPACITY * (4 + HASH_BYTES)
const INT8_OID = 20

/** What has become of a hash. */
type Added = 'added' | 'known' | 'full'

/**
 * Collects the hashes of a load in 64 MiB, which it never exceeds, and writes them as rows of `dnc_register_buckets` for a binary COPY.
 * Nothing in it takes longer than a few microseconds.
 */
export function createBuckets() {
  const bytes = Buffer.alloc(BUCKETS * CAPACITY * HASH_BYTES)
  const halves = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const counts = new Uint8Array(BUCKETS)
  const wanted = Buffer.alloc(HASH_BYTES)
  const wantedHalves = new Uint32Array(wanted.buffer, wanted.byteOffset, 2)

  return {
    /** Adds the first 64 bits of a digest. `full` if its bucket has no room, so that all have to be written before. */
    add(digest: Buffer): Added {
      const bucket = digest.readUInt16BE(0)
      const count = counts[bucket]!
      digest.copy(wanted, 0, 0, HASH_BYTES)
      const [high, low] = [wantedHalves[0]!, wantedHalves[1]!]
      const start = bucket * CAPACITY * 2
      for (let at = start; at < start + count * 2; at += 2) if (halves[at] === high && halves[at + 1] === low) return 'known'
      if (count === CAPACITY) return 'full'
      halves[start + count * 2] = high
      halves[start + count * 2 + 1] = low
      counts[bucket] = count + 1
      return 'added'
    },

    /** Writes all buckets as a part of a load, in the binary format of COPY, and empties them. */
    *drain(loadId: number, part: number): Generator<Buffer> {
      yield Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
      let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      let end = 0
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const count = counts[bucket]!
        if (count === 0) continue
        if (end + MAX_ROW_BYTES > CHUNK_BYTES) {
          yield chunk.subarray(0, end)
          chunk = Buffer.allocUnsafe(CHUNK_BYTES)
          end = 0
        }
        end = chunk.writeInt16BE(4, end)
        for (const value of [loadId, bucket, part]) end = chunk.writeInt32BE(value, chunk.writeInt32BE(4, end))
        for (const value of [20 + count * (4 + HASH_BYTES), 1, 0, INT8_OID, count, 1]) end = chunk.writeInt32BE(value, end)
        for (let at = 0; at < count; at++) {
          end = chunk.writeInt32BE(HASH_BYTES, end)
          const from = (bucket * CAPACITY + at) * HASH_BYTES
          end += bytes.copy(chunk, end, from, from + HASH_BYTES)
        }
        counts[bucket] = 0
      }
      end = chunk.writeInt16BE(-1, end)
      yield chunk.subarray(0, end)
    },
  }
}
