import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pool } from './db.ts'
import type { Env } from './env.ts'
import { log } from './log.ts'
import { useMasterKey } from './seal.ts'

/**
 * Loads the installation's key: ENCRYPTION_KEY, or one made at the first start and kept, in DATA_DIR beside the
 * embedded database, or in a database that was given, where all its servers find it. Run under the migration lock.
 */
export async function loadMasterKey(env: Env) {
  useMasterKey(Buffer.from(env.ENCRYPTION_KEY ?? (env.DATABASE_URL ? await keptInDatabase() : await keptInFile(env.DATA_DIR)), 'base64'))
}

async function keptInFile(dataDir: string) {
  const file = join(dataDir, 'encryption.key')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  const made = randomBytes(32).toString('base64')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, made, { mode: 0o600 })
  return made
}

async function keptInDatabase() {
  const {
    rows: [made],
  } = await pool.query(`insert into settings (key, value) values ('encryption_key', $1) on conflict do nothing returning 1`, [
    JSON.stringify(randomBytes(32).toString('base64')),
  ])
  if (made) log.warn('ENCRYPTION_KEY is not set: a key was made and is kept in the database. Set one to keep it apart from the data.')
  const { rows } = await pool.query<{ value: string }>(`select value from settings where key = 'encryption_key'`)
  return rows[0]!.value
}
