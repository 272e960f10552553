import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Connection } from '../db/db.ts'
import * as storedSettings from '../db/storedSettings.ts'
import type { Env } from '../config/env.ts'
import { splitList } from '../config/settingTypes.ts'
import { DomainError } from '../vocabulary/errors.ts'
import { log } from '../log.ts'

/** Storage of the server's encryption keys: base64 of 32 bytes each, the current key first. */
export interface KeyStore {
  /** Name to show to people. */
  name: string
  /** Returns all keys, after creating the first one if there is none. */
  read(): Promise<string[]>
  /** Returns all keys synchronously; null while they cannot be read. Absent if this is impossible or keys cannot change. */
  readNow?(): string[] | null
  /** Adds a key and makes it the current one. Missing if only the server administrator can do this. */
  add?(key: string): Promise<void>
  /** Returns the keys that the server keeps itself, without those of the settings. Missing if all keys are in the settings. */
  readOwn?(): Promise<string[]>
  /** Stores the keys of a backup in place of any others, in this transaction if they are in the database. Missing if all keys are in the settings. */
  restore?(keys: readonly string[], tx: Connection): Promise<void>
  /** Removes all keys except the current one, or throws an error to show. Missing if only the server administrator can do this. */
  removeOld?(): Promise<void>
}

/** Minimum age of a key before older ones can be removed: a transaction that used an older key may not have committed yet. */
const MIN_KEY_AGE_MS = 60_000

export const generateKey = () => randomBytes(32).toString('base64')

/** Uses ENCRYPTION_KEY if set, else a row in the database of DATABASE_URL, which all its servers share, else a file next to the embedded database. */
export function createKeyStore(env: Env): KeyStore {
  const previous = splitList(env.ENCRYPTION_KEY_PREVIOUS ?? '')
  if (env.ENCRYPTION_KEY) return { name: 'ENCRYPTION_KEY', read: () => Promise.resolve([env.ENCRYPTION_KEY!, ...previous]) }
  return env.DATABASE_URL ? databaseKeyStore(previous) : fileKeyStore(join(env.DATA_DIR, 'encryption.key'), previous)
}

function fileKeyStore(file: string, previous: string[]): KeyStore {
  const readOwn = () => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
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
        await write([generateKey()])
      }
      return [...readOwn(), ...previous]
    },
    readNow: () => (existsSync(file) ? [...readOwn(), ...previous] : null),
    readOwn: async () => readOwn(),
    async restore(keys) {
      await mkdir(dirname(file), { recursive: true })
      await write(keys)
    },
    add: (key) => write([key, ...readOwn()]),
    async removeOld() {
      if (Date.now() - (await stat(file)).mtimeMs < MIN_KEY_AGE_MS) throw new DomainError('CONFLICT', 'The current key is too new. Try again in a minute.')
      await write(readOwn().slice(0, 1))
    },
  }
}

function databaseKeyStore(previous: string[]): KeyStore {
  const readStored = async () => [(await storedSettings.find<string | string[]>('encryption_key'))!].flat()
  return {
    name: 'the database',
    async read() {
      if (await storedSettings.add('encryption_key', generateKey()))
        log.warn('ENCRYPTION_KEY is not set. A new key was created and stored in the database. Set ENCRYPTION_KEY to keep the key separate from the data.')
      return [...(await readStored()), ...previous]
    },
    readOwn: readStored,
    restore: (keys, tx) => storedSettings.save('encryption_key', keys, tx),
    add: async (key) => storedSettings.save('encryption_key', [key, ...(await readStored())]),
  }
}
