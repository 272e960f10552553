import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Entry } from '../../kernel/archive/entries.ts'
import { copyOut } from '../../kernel/db/copy.ts'
import * as keptRecordings from '../calls/recordings/keptRecordings.ts'
import * as reportFiles from '../reports/reportFiles.ts'
import { fileStore } from '../shared/files.ts'
import type { About, Head, Manifest } from './manifest.ts'
import { copyOutOf, listSequences, listTables } from './storedTables.ts'

/** Rows of COPY are gathered to this size. */
const BLOCK_BYTES = 64 * 1024

/**
 * The entries of a backup: what it is, all tables as they are in the client's transaction, the files that they name, and a manifest. `counted`
 * is the manifest as far as it is known.
 */
export async function* backupEntries(client: pg.ClientBase, about: About, dataDir: string, counted: Manifest): AsyncGenerator<Entry & { head: Head }> {
  yield { head: about }
  for (const table of await listTables(client)) {
    const { bytes, rows } = copyOut(client, copyOutOf(table))
    yield { head: { type: 'table', ...table }, body: gathered(bytes) }
    counted.tables[table.name] = rows()
  }
  yield* fileEntries(client, counted)
  const demo = join(dataDir, 'demo.json')
  if (existsSync(demo)) yield { head: { type: 'dataFile', name: 'demo.json' }, body: createReadStream(demo) }
  counted.sequences = await listSequences(client)
  yield { head: counted }
}

async function* fileEntries(client: pg.ClientBase, counted: Manifest): AsyncGenerator<Entry & { head: Head }> {
  for await (const { key, contentType } of listFiles(client)) {
    const content = await fileStore().read(key)
    if (!content) {
      counted.missingFiles++
      continue
    }
    counted.files++
    const countBytes = (bytes: number) => void (counted.fileBytes += bytes)
    yield { head: { type: 'file', key, contentType }, body: gathered(content, countBytes) }
  }
}

async function* listFiles(client: pg.ClientBase) {
  yield* reportFiles.listStored(client)
  yield* keptRecordings.listStored(client)
}

/** Joins small chunks, since PostgreSQL sends one for each row. */
async function* gathered(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void = () => {}): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    count(chunk.length)
    if (bytes < BLOCK_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
