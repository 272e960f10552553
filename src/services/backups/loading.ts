import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { readArchive } from '../../kernel/archive/archiveFiles.ts'
import { damaged } from '../../kernel/archive/container.ts'
import { copyIn } from '../../kernel/db/copy.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { fileStore } from '../shared/files.ts'
import { type CheckedBackup, parseHead } from './backupCheck.ts'
import { suspendConstraints } from './constraints.ts'
import { COPY_SETTINGS, copyInto, listTables, quoted, type StoredTable } from './storedTables.ts'

interface Options {
  path: string
  passphrase: string | null
  dataDir: string
  /** Whether files may be replaced, because an earlier attempt wrote them. */
  isRepeated: boolean
}

/** Fills the database with the tables of a backup, within the client's transaction, and writes its files. Throws BAD_REQUEST if the backup changed since it was checked. */
export async function load(client: pg.ClientBase, { about, manifest }: CheckedBackup, { path, passphrase, dataDir, isRepeated }: Options): Promise<void> {
  await client.query(COPY_SETTINGS)
  const tables = await listTables(client)
  const resume = await suspendConstraints(client, tables)
  await emptyTables(client, tables)
  const known = new Set(tables.map(({ name }) => name))
  await readArchive(path, passphrase, async ({ head: unread, body }) => {
    const head = parseHead(unread)
    if (head.type === 'about' && head.id !== about.id) throw damaged('it changed while it was read')
    if (head.type === 'table') {
      if (!known.has(head.name)) throw new DomainError('CONFLICT', `The backup has a table ${head.name}, which this version does not have.`)
      if ((await copyIn(client, copyInto(head), body)) !== manifest.tables[head.name]) throw damaged(`the table ${head.name} is incomplete`)
    }
    if (head.type === 'file') {
      if (!isRepeated) await requireFree(head.key)
      await fileStore().write(head.key, body, head.contentType)
    }
    if (head.type === 'dataFile') await writeDataFile(dataDir, head.name, body)
  })
  for (const { name, value } of manifest.sequences) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
  await resume()
}

/** Empties the tables, which in a new database have what the server creates by itself. Nothing of a workspace is there (`requireEmpty`). */
const emptyTables = (client: pg.ClientBase, tables: readonly StoredTable[]) => client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)

async function requireFree(key: string) {
  const existing = await fileStore().read(key)
  existing?.destroy()
  if (existing) throw new DomainError('CONFLICT', `There is a file ${key} already. A restore needs an empty place.`)
}

async function writeDataFile(dataDir: string, name: string, body: AsyncIterable<Buffer>) {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, name)
  const file = await open(`${path}.new`, 'w', 0o600)
  for await (const chunk of body) await file.writeFile(chunk)
  await file.sync().finally(() => file.close())
  await rename(`${path}.new`, path)
}
