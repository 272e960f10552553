import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { unfinishedRestoreOf } from '../../kernel/config/unfinishedRestore.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'

/** Throws CONFLICT if the folder has files of a server. Returns whether they are only those of an earlier attempt with the same backup. */
export function requireEmptyFolder(dataDir: string, backupId: string): boolean {
  if (existsSync(unfinishedRestoreOf(dataDir)) && readFileSync(unfinishedRestoreOf(dataDir), 'utf8') === backupId) return true
  const found = ['encryption.key', 'demo.json', 'files'].filter((name) => isFilled(join(dataDir, name)))
  if (found.length > 0)
    throw new DomainError('CONFLICT', `${dataDir} has ${found.join(', ')} already. A restore needs an empty place. Set DATA_DIR to another folder.`)
  return false
}

const isFilled = (path: string) => existsSync(path) && (!path.endsWith('files') || readdirSync(path).length > 0)

/** Notes that the restore of a backup has begun. */
export async function begin(dataDir: string, backupId: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(unfinishedRestoreOf(dataDir), backupId, { mode: 0o600, flush: true })
}

/** Notes that all is there. */
export const end = (dataDir: string) => rm(unfinishedRestoreOf(dataDir), { force: true })

/** Throws CONFLICT if the database has workspaces or accounts, or a server uses it. */
export async function requireEmptyDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_used: boolean; has_tables: boolean }>(
    `select to_regclass('workspaces') is not null as has_tables,
       exists (select from pg_stat_activity where datname = current_database() and application_name = 'callwright-liveness') as is_used`,
  )
  if (rows[0]!.is_used) throw new DomainError('CONFLICT', 'A server is using the database. Stop all servers first.')
  if (!rows[0]!.has_tables) return
  const { rows: found } = await client.query<{ is_filled: boolean }>('select exists (select from workspaces) or exists (select from users) as is_filled')
  if (found[0]!.is_filled) throw new DomainError('CONFLICT', 'The database has workspaces already. A restore needs an empty database.')
}
