import { appliedLevels, knownLevels } from '../../prisma/migrate.ts'
import { ADMIN_COMMAND } from '../kernel/config/commandLine.ts'
import type { Env } from '../kernel/config/env.ts'
import { loadKeys } from '../kernel/crypto/keys.ts'
import { pool } from '../kernel/db/db.ts'
import { MIGRATION_LOCK, withAdvisoryLock } from '../kernel/db/locks.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { openFiles } from '../parts.ts'
import { prepareDatabase, prepareForRestore } from '../prepare.ts'
import * as backupChecks from '../services/backups/backupCheck.ts'
import * as backups from '../services/backups/backup.ts'
import type { About, Manifest } from '../services/backups/manifest.ts'
import * as restoredCampaigns from '../services/backups/restoredCampaigns.ts'
import * as restores from '../services/backups/restore.ts'
import { requireExistingDatabase, withDatabase } from './databases.ts'
import { readPassphrase } from './passphrases.ts'

interface Options {
  'passphrase-file'?: string
  'dry-run'?: boolean
}

/** Backs up the database, the keys and the files to a new file. Servers can keep running. */
export async function backup(env: Env, path: string | undefined, options: Options) {
  const file = requirePath(path, 'backup')
  const passphrase = await readPassphrase(env, options['passphrase-file'])
  requireExistingDatabase(env)
  const { bytes, about, ...manifest } = await withDatabase(env, async () => {
    if ((await appliedLevels(pool)).length === 0) throw new DomainError('CONFLICT', 'The database is empty, so there is nothing to back up.')
    await loadKeys(env)
    await openFiles(env)
    return backups.create({ path: file, passphrase, dataDir: env.DATA_DIR, known: knownLevels(), readLevels: appliedLevels })
  })
  return { file, bytes, encrypted: passphrase !== null, ...describe(about, manifest), ...(passphrase === null && about.keys && { warning: UNENCRYPTED }) }
}

const UNENCRYPTED = 'The backup is not encrypted and contains the encryption keys. Keep it as safe as the server, or set BACKUP_PASSPHRASE.'

/** Restores a backup into an empty place, while no server runs. With `dry-run`, only checks the backup. */
export async function restore(env: Env, path: string | undefined, options: Options) {
  const file = requirePath(path, 'restore')
  const passphrase = await readPassphrase(env, options['passphrase-file'])
  const checked = await backupChecks.check(file, passphrase)
  const facts = { file, ...describe(checked.about, checked.manifest) }
  if (options['dry-run']) return { ...facts, restored: false }
  restores.requireRestorable(checked, env, knownLevels())
  const paused = await withDatabase(env, async ({ directUrl }) => {
    await openFiles(env)
    const migrateTo = (last: string) => prepareForRestore(directUrl, last)
    await withAdvisoryLock(MIGRATION_LOCK, () => restores.run({ env, path: file, passphrase, backup: checked, migrateTo }))
    await prepareDatabase(env, directUrl)
    return restoredCampaigns.countPaused()
  })
  return { ...facts, restored: true, paused_campaigns: paused }
}

function requirePath(path: string | undefined, command: string): string {
  if (!path) throw new DomainError('BAD_REQUEST', `Name a file: ${ADMIN_COMMAND} ${command} FILE`)
  return path
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

const describe = ({ version, createdAt, keys, keyIds }: About, { tables, files, missingFiles }: Manifest) => ({
  version,
  backed_up_at: createdAt,
  tables: Object.keys(tables).length,
  rows: sum(Object.values(tables)),
  files,
  missing_files: missingFiles,
  keys: keys ? 'in the backup' : `not in the backup, because ENCRYPTION_KEY is set. Keep the key ${keyIds.join(' and ')}.`,
})
