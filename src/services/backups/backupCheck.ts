import { readArchive } from '../../kernel/archive/archiveFiles.ts'
import { damaged } from '../../kernel/archive/container.ts'
import { type About, Head, type Manifest } from './manifest.ts'

/** What a whole backup contains. */
export interface CheckedBackup {
  about: About
  manifest: Manifest
}

/** Reads a backup from beginning to end and writes nothing. Throws BAD_REQUEST if the passphrase is wrong, or the backup is damaged or incomplete. */
export async function check(path: string, passphrase: string | null): Promise<CheckedBackup> {
  let about: About | null = null
  let manifest: Manifest | null = null
  const tables = new Set<string>()
  let [files, fileBytes] = [0, 0]
  await readArchive(path, passphrase, async ({ head: unread, body }) => {
    const head = parseHead(unread)
    if (manifest || (head.type === 'about') !== (about === null)) throw damaged('its parts are out of order')
    if (head.type === 'about') about = head
    if (head.type === 'manifest') manifest = head
    if (head.type === 'table') tables.add(head.name)
    if (head.type !== 'file') return
    files++
    for await (const { length } of body) fileBytes += length
  })
  // The compiler doesn't see that the callback sets them.
  const read = { about, manifest } as { about: About | null; manifest: Manifest | null }
  if (!read.about || !read.manifest) throw damaged('it is incomplete')
  const { tables: counted, files: fileCount, fileBytes: bytes } = read.manifest
  if (Object.keys(counted).some((name) => !tables.has(name)) || tables.size !== Object.keys(counted).length || fileCount !== files || bytes !== fileBytes)
    throw damaged('its parts differ from its manifest')
  return { about: read.about, manifest: read.manifest }
}

/** Returns the head of an entry. Throws BAD_REQUEST if this version does not know it. */
export function parseHead(head: unknown): Head {
  const parsed = Head.safeParse(head)
  if (!parsed.success) throw damaged('a part is unknown')
  return parsed.data
}
