import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readArchive, writeArchive } from '../../src/kernel/archive/archiveFiles.ts'
import { unseal } from '../../src/kernel/archive/container.ts'
import { type Entry, readEntries, writeEntries } from '../../src/kernel/archive/entries.ts'
import { AROUND_A_CHUNK, chunks, PASSPHRASE, sealed, unsealed } from './archiveKit.ts'

const folder = mkdtempSync(join(tmpdir(), 'callwright-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* entriesOf(entries: { head: object; body: Uint8Array[] }[]): AsyncGenerator<Entry> {
  for (const { head, body } of entries) yield { head, body: chunks(body) }
}

async function readAll(source: AsyncIterable<Uint8Array>) {
  const read: { head: unknown; body: Buffer }[] = []
  for await (const { head, body } of readEntries(source)) read.push({ head, body: await buffer(body) })
  return read
}

test('any entries are read as they were written, however the bytes are cut', async () => {
  const entry = fc.record({ head: fc.dictionary(fc.string(), fc.string()), body: fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.integer({ min: 1, max: 50 }), async (entries, cut) => {
      const written = await buffer(Readable.from(writeEntries(entriesOf(entries))))
      const archive = await sealed([written], null)
      const pieces = Array.from({ length: Math.ceil(archive.length / cut) }, (_, at) => archive.subarray(at * cut, (at + 1) * cut))
      expect(await readAll(unseal(chunks(pieces), null))).toEqual(entries.map(({ head, body }) => ({ head: { ...head }, body: Buffer.concat(body) })))
    }),
    { numRuns: 50 },
  )
})

test.each(AROUND_A_CHUNK)('%i bytes come back whole without a passphrase', async (size) => {
  const bytes = Buffer.alloc(size, 7)
  expect((await unsealed(await sealed([bytes], null), null)).equals(bytes)).toBe(true)
})

test('every truncation and every changed byte of an archive is refused, and so is everything that follows its end', async () => {
  const archive = await sealed([Buffer.from('rows')], null)
  for (let length = 0; length < archive.length; length++) await expect(unsealed(archive.subarray(0, length), null), `${length} bytes`).rejects.toThrow(/backup/)
  for (let at = 0; at < archive.length; at++) {
    const changed = Buffer.from(archive)
    changed[at]! ^= 1
    await expect(unsealed(changed, null), `byte ${at}`).rejects.toThrow(/backup/)
  }
  await expect(unsealed(Buffer.concat([archive, Buffer.from('x')]), null)).rejects.toThrow('The backup is damaged')
})

test('a wrong, missing or superfluous passphrase is refused, and an encrypted archive shows nothing of its content', async () => {
  const secret = Buffer.from('a secret row that nobody reads')
  const encrypted = await sealed([secret], PASSPHRASE)
  expect(encrypted.includes(secret)).toBe(false)
  await expect(unsealed(encrypted, 'another passphrase')).rejects.toThrow('The passphrase is wrong')
  await expect(unsealed(encrypted, null)).rejects.toThrow('The backup is encrypted. Set BACKUP_PASSPHRASE')
  await expect(unsealed(await sealed([secret], null), PASSPHRASE)).rejects.toThrow('The backup is not encrypted, but there is a passphrase.')
  await expect(unsealed(Buffer.from('PGDMP, another format'), null)).rejects.toThrow('The file is not a backup that this version can read.')
})

test('entries that are missing, changed or too long are refused', async () => {
  const bytes = await buffer(Readable.from(writeEntries(entriesOf([{ head: { a: 1 }, body: [Buffer.from('one')] }]))))
  for (let length = 0; length < bytes.length; length++) await expect(readAll(chunks([bytes.subarray(0, length)]))).rejects.toThrow('The backup is damaged')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    await expect(readAll(chunks([changed])), `byte ${at}`).rejects.toThrow('The backup is damaged')
  }
  await expect(readAll(chunks([Buffer.from('ffffffff00', 'hex')]))).rejects.toThrow('a part is too long')
})

test('a file appears only once it is whole, and never replaces another', async () => {
  const path = join(folder, 'whole.backup')
  async function* failing(): AsyncGenerator<Entry> {
    yield { head: { a: 1 }, body: chunks([Buffer.from('one')]) }
    expect(existsSync(path)).toBe(false)
    throw new Error('the database is gone')
  }
  await expect(writeArchive(path, null, failing())).rejects.toThrow('the database is gone')
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
  writeFileSync(`${path}.part`, 'of a process that was killed')
  const bytes = await writeArchive(path, PASSPHRASE, entriesOf([{ head: { a: 1 }, body: [Buffer.from('one')] }]))
  expect(readFileSync(path)).toHaveLength(bytes)
  await expect(writeArchive(path, null, entriesOf([]))).rejects.toThrow('exists already')
  const read: unknown[] = []
  await readArchive(path, PASSPHRASE, async ({ head, body }) => void read.push(head, (await buffer(body)).toString()))
  expect(read).toEqual([{ a: 1 }, 'one'])
})
