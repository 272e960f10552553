import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFolder } from '../lib/syncFolder.ts'
import { DomainError } from '../vocabulary/errors.ts'
import { seal, unseal } from './container.ts'
import { type Entry, readEntries, type ReadEntry, writeEntries } from './entries.ts'

/**
 * Writes entries to a file and returns its size in bytes. The file appears only once all of it is on disk: if the process dies, `FILE.part`
 * remains, which the next run replaces. Throws CONFLICT if the file exists.
 */
export async function writeArchive(path: string, passphrase: string | null, entries: AsyncIterable<Entry>): Promise<number> {
  if (existsSync(path)) throw new DomainError('CONFLICT', `${path} exists already. Name another file.`)
  const partialPath = `${path}.part`
  try {
    await pipeline(
      () => writeEntries(entries),
      createGzip(),
      (source: AsyncIterable<Buffer>) => seal(source, passphrase),
      createWriteStream(partialPath, { mode: 0o600, flush: true }),
    )
    await rename(partialPath, path)
    await syncFolder(dirname(path))
    return (await stat(path)).size
  } catch (error) {
    await rm(partialPath, { force: true })
    throw error
  }
}

/** Calls `visit` for each entry of a file, in order. Throws BAD_REQUEST if the passphrase is wrong, or the file is damaged or incomplete: perhaps only at its end. */
export async function readArchive(path: string, passphrase: string | null, visit: (entry: ReadEntry) => Promise<void>): Promise<void> {
  if (!existsSync(path)) throw new DomainError('BAD_REQUEST', `There is no file ${path}.`)
  await pipeline(
    createReadStream(path),
    (source: AsyncIterable<Buffer>) => unseal(source, passphrase),
    createGunzip(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const entry of readEntries(source)) await visit(entry)
    },
  )
}
