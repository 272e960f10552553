import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pool } from '../db/db.ts'
import { type Env, listed } from '../config/env.ts'
import { conflict } from '../vocabulary/errors.ts'
import { log } from '../log.ts'

/** Where the installation's keys are: base64 of 32 bytes each, the one in use first. */
export interface KeyStore {
  /** For people. */
  name: string
  /** All keys; the first is made where there is none. */
  read(): Promise<string[]>
  /** All keys at once, where that is possible and they can have changed; null while they cannot be read. */
  readNow?(): string[] | null
  /** Puts a key in use before the others. Absent where only the operator can. */
  add?(key: string): Promise<void>
  /** Drops all but the one in use, or throws a sentence. Absent where only the operator can. */
  forget?(): Promise<void>
}

/** Whoever sealed with a key a moment ago may not have committed yet. */
const SETTLED_MS = 60_000

export const newKey = () => randomBytes(32).toString('base64')

/** ENCRYPTION_KEY; else a file beside the embedded database; else a row of the database that was given, where all its servers find it. */
export function keyStore(env: Env): KeyStore {
  const previous = listed(env.ENCRYPTION_KEY_PREVIOUS ?? '')
  if (env.ENCRYPTION_KEY) return { name: 'ENCRYPTION_KEY', read: () => Promise.resolve([env.ENCRYPTION_KEY!, ...previous]) }
  return env.DATABASE_URL ? inDatabase(previous) : inFile(join(env.DATA_DIR, 'encryption.key'), previous)
}

function inFile(file: string, previous: string[]): KeyStore {
  const own = () => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
  const write = async (keys: readonly string[]) => {
    const fresh = await open(`${file}.new`, 'w', 0o600)
    await fresh.writeFile(`${keys.join('\n')}\n`)
    await fresh.sync()
    await fresh.close()
    await rename(`${file}.new`, file)
  }
  return {
    name: file,
    async read() {
      if (!existsSync(file)) {
        await mkdir(dirname(file), { recursive: true })
        await write([newKey()])
      }
      return [...own(), ...previous]
    },
    readNow: () => (existsSync(file) ? [...own(), ...previous] : null),
    add: (key) => write([key, ...own()]),
    async forget() {
      if (Date.now() - (await stat(file)).mtimeMs < SETTLED_MS) throw conflict('The current key is too new. Try again in a minute.')
      await write(own().slice(0, 1))
    },
  }
}

function inDatabase(previous: string[]): KeyStore {
  const stored = async () => {
    const { rows } = await pool.query<{ value: string | string[] }>(`select value from settings where key = 'encryption_key'`)
    return [rows[0]!.value].flat()
  }
  return {
    name: 'the database',
    async read() {
      const made = await pool.query(`insert into settings (key, value) values ('encryption_key', $1) on conflict do nothing`, [JSON.stringify(newKey())])
      if (made.rowCount) log.warn('ENCRYPTION_KEY is not set. A new key was created and stored in the database. Set ENCRYPTION_KEY to keep the key separate from the data.')
      return [...(await stored()), ...previous]
    },
    async add(key) {
      await pool.query(`update settings set value = $1 where key = 'encryption_key'`, [JSON.stringify([key, ...(await stored())])])
    },
  }
}
