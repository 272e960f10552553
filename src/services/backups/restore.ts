import type { Env } from '../../kernel/config/env.ts'
import { restoreKeys } from '../../kernel/crypto/keys.ts'
import { sessionPool } from '../../kernel/db/db.ts'
import * as storedSettings from '../../kernel/db/storedSettings.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import type { CheckedBackup } from './backupCheck.ts'
import * as emptyPlace from './emptyPlace.ts'
import { areSame, isKnown, type Level } from './levels.ts'
import { load } from './loading.ts'

interface Options {
  env: Env
  path: string
  passphrase: string | null
  backup: CheckedBackup
  /** Gives the database the tables of the backup's version, and returns its migrations. */
  migrateTo: (last: string) => Promise<Level[]>
}

/** Throws CONFLICT if this version does not know the backup's tables, or the folder is not empty. Nothing has been written before. */
export function requireRestorable({ about }: CheckedBackup, env: Env, known: readonly Level[]): void {
  if (!isKnown(about.levels, known))
    throw new DomainError(
      'CONFLICT',
      `The backup is from version ${about.version}, whose tables this version does not know. Install that version or a newer one.`,
    )
  emptyPlace.requireEmptyFolder(env.DATA_DIR, about.id)
}

/**
 * Restores a checked backup. The transaction of the database commits last, so a process that dies before leaves a database without workspaces,
 * and the same restore can run again. Throws CONFLICT if the place is not empty, or the server lacks a key.
 */
export async function run({ env, path, passphrase, backup, migrateTo }: Options): Promise<void> {
  const { about } = backup
  const isRepeated = emptyPlace.requireEmptyFolder(env.DATA_DIR, about.id)
  const client = await sessionPool().connect()
  try {
    await emptyPlace.requireEmptyDatabase(client)
    if (!areSame(await migrateTo(about.levels.at(-1)!.name), about.levels))
      throw new DomainError('CONFLICT', 'The database has tables of another version than the backup. Use an empty database.')
    await emptyPlace.begin(env.DATA_DIR, about.id)
    await client.query('begin')
    await load(client, backup, { path, passphrase, dataDir: env.DATA_DIR, isRepeated })
    await restoreKeys(env, { keys: about.keys, ids: about.keyIds }, client)
    await storedSettings.save('restored', { backupOf: about.createdAt }, client)
    await client.query('commit')
    await emptyPlace.end(env.DATA_DIR)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}
