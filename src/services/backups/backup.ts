import { randomUUID } from 'node:crypto'
import { writeArchive } from '../../kernel/archive/archiveFiles.ts'
import { version } from '../../kernel/config/version.ts'
import * as keys from '../../kernel/crypto/keys.ts'
import { sessionPool } from '../../kernel/db/db.ts'
import { ROTATION_LOCK, withAdvisoryLock } from '../../kernel/db/locks.ts'
import * as storedSettings from '../../kernel/db/storedSettings.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import * as keyRotation from '../operator/keyRotation.ts'
import { backupEntries } from './backupEntries.ts'
import { isKnown, isOlder, type Level } from './levels.ts'
import type { About, Manifest } from './manifest.ts'
import { COPY_SETTINGS, listTables, quoted } from './storedTables.ts'

interface Options {
  path: string
  passphrase: string | null
  dataDir: string
  /** The migrations that this version knows. */
  known: readonly Level[]
  /** Reads the migrations of the database. */
  readLevels: (client: Parameters<typeof listTables>[0]) => Promise<Level[]>
}

export interface BackupResult extends Manifest {
  bytes: number
  about: About
}

/**
 * Writes a backup of the database, the keys and the files as they are at one moment, while servers run. Keys don't rotate meanwhile. Throws
 * CONFLICT if the file exists, or the database has tables that this version doesn't know.
 */
export const create = ({ path, passphrase, dataDir, known, readLevels }: Options): Promise<BackupResult> =>
  withAdvisoryLock(ROTATION_LOCK, async () => {
    const client = await sessionPool().connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(COPY_SETTINGS)
      // Tables that change their columns meanwhile would not be as the snapshot says, so such changes wait.
      await client.query(`lock table ${(await listTables(client)).map(({ name }) => quoted(name)).join(', ')} in access share mode`)
      const levels = await readLevels(client)
      if (levels.length === 0) throw new DomainError('CONFLICT', 'The database is empty.')
      if (!isKnown(levels, known))
        throw new DomainError('CONFLICT', 'The database has tables of another version. Make the backup with the version that your server runs.')
      const about = await describe(levels, isOlder(levels, known))
      const counted: Manifest = { type: 'manifest', tables: {}, sequences: [], files: 0, fileBytes: 0, missingFiles: 0 }
      const bytes = await writeArchive(path, passphrase, backupEntries(client, about, dataDir, counted))
      await storedSettings.save('last_backup', { at: about.createdAt })
      return { ...counted, bytes, about }
    } finally {
      await client.query('rollback').catch(() => {})
      client.release(true)
    }
  })

async function describe(levels: Level[], isEarlierVersion: boolean): Promise<About> {
  return {
    type: 'about',
    id: randomUUID(),
    version,
    createdAt: clock.now().toISOString(),
    levels,
    keyIds: isEarlierVersion ? keys.describeKeys().ids : await listNeededKeys(),
    keys: await keys.exportKeys(),
  }
}

/** The IDs of the keys that protect a secret. */
const listNeededKeys = async () => [...(await keyRotation.readStatus()).secrets].filter(([, count]) => count > 0).map(([id]) => id)
