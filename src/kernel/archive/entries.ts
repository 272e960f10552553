import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createByteReader } from './byteReader.ts'
import { damaged } from './container.ts'

/** Part of an archive: a head as JSON, and bytes. */
export interface Entry {
  head: object
  body?: AsyncIterable<Uint8Array>
}

export interface ReadEntry {
  head: unknown
  body: AsyncIterable<Buffer>
}

/** Blocks are at most this long, so that a reader needs no more memory. */
const MAX_BLOCK_BYTES = 1024 * 1024
const MAX_HEAD_BYTES = 1024 * 1024

const End = z.strictObject({ type: z.literal('end'), entries: z.int(), sha256: z.string() })

/** Writes entries as bytes. The last one, `end`, says how many there were, with the SHA-256 of all bytes before. */
export async function* writeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => (hash.update(bytes), bytes)
  let count = 0
  for await (const { head, body } of entries) {
    count++
    yield hashed(withLength(Buffer.from(JSON.stringify(head))))
    if (body) for await (const chunk of body) for (const block of blocksOf(chunk)) yield hashed(withLength(block))
    yield hashed(withLength(Buffer.alloc(0)))
  }
  yield withLength(Buffer.from(JSON.stringify({ type: 'end', entries: count, sha256: hash.digest('hex') } satisfies z.output<typeof End>)))
}

/** Reads what `writeEntries` wrote. The caller reads the body of an entry, all or nothing of it, before the next entry. Throws BAD_REQUEST if anything is missing, wrong, or follows. */
export async function* readEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const hash = createHash('sha256')
  const reader = createByteReader(source)
  for (let count = 0; ; count++) {
    const headBytes = await readBlock(reader.read, MAX_HEAD_BYTES)
    const head = parseHead(headBytes)
    const end = End.safeParse(head)
    if (end.success) {
      if (end.data.entries !== count || end.data.sha256 !== hash.digest('hex')) throw damaged('its checksum differs')
      if ((await reader.read(1)).length > 0) throw damaged('something follows its end')
      return
    }
    hash.update(withLength(headBytes))
    const body = readBody(reader.read, (bytes) => hash.update(bytes))
    yield { head, body }
    for await (const _ of body);
  }
}

async function* readBody(read: (size: number) => Promise<Buffer>, note: (bytes: Buffer) => unknown): AsyncGenerator<Buffer> {
  for (;;) {
    const block = await readBlock(read, MAX_BLOCK_BYTES)
    note(withLength(block))
    if (block.length === 0) return
    yield block
  }
}

async function readBlock(read: (size: number) => Promise<Buffer>, max: number): Promise<Buffer> {
  const length = await read(4)
  if (length.length < 4) throw damaged('it is incomplete')
  const size = length.readUInt32BE()
  if (size > max) throw damaged('a part is too long')
  const block = await read(size)
  if (block.length < size) throw damaged('it is incomplete')
  return block
}

function parseHead(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw damaged('a part has no name')
  }
}

function* blocksOf(chunk: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += MAX_BLOCK_BYTES)
    yield Buffer.from(chunk.buffer, chunk.byteOffset + at, Math.min(MAX_BLOCK_BYTES, chunk.length - at))
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
