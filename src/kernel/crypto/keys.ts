import { randomBytes } from 'node:crypto'
import { type Connection, pool } from '../db/db.ts'
import * as storedSettings from '../db/storedSettings.ts'
import type { Env } from '../config/env.ts'
import { splitList } from '../config/settingTypes.ts'
import {
  decryptSecret,
  encryptForRow,
  inspectSecret,
  joinKeyId,
  keyIdOf,
  rewrapSecret,
  type SecretState,
  type StoredSecret,
  useEarlierFormats,
} from './encryption.ts'
import { type KeyStore, createKeyStore, generateKey } from './keyStores.ts'
import { log } from '../log.ts'
import { DomainError } from '../vocabulary/errors.ts'
import { perServer } from '../serverState.ts'
import { keyIds, setKeys, setRootSecret } from './keyring.ts'

const ROOT_SECRET = 'root_secret'

const keyStore = perServer<KeyStore | null>(() => null)

/**
 * Loads the server's encryption keys and its root secret, which it creates at the first start. Throws an error for the server
 * administrator if the database was encrypted with other keys. `findSealingKeyId` returns the ID of the key that encrypted the stored
 * secrets, or null, and throws if no key fits. After an upgrade, secrets keep the earlier formats until a rotation converts the root secret,
 * because servers of the earlier version may still run.
 */
export async function loadKeys(env: Env, findSealingKeyId: () => Promise<string | null> = async () => null) {
  const store = createKeyStore(env)
  keyStore.set(store)
  const keys = await store.read()
  setKeys(keys.map(decodeKey), createKeyReloader(store))
  const known = await findRootSecret()
  if (known) {
    useEarlierFormats(known.keyId !== null)
    return setRootSecret(Buffer.from(decryptRootSecret(known, store.name), 'base64'))
  }
  const id = await findSealingKeyId()
  const isUpgrade = id !== null || (await hasWorkspaces())
  useEarlierFormats(isUpgrade)
  const root = isUpgrade ? decodeKey(keys[id === null ? 0 : keyIds().indexOf(id)]!) : randomBytes(32)
  await saveRootSecret(encryptForRow(root.toString('base64'), ROOT_SECRET))
  setRootSecret(root)
}

/** The keys of the settings. */
const settingsKeysOf = (env: Env) => [...(env.ENCRYPTION_KEY ? [env.ENCRYPTION_KEY] : []), ...splitList(env.ENCRYPTION_KEY_PREVIOUS ?? '')]

const decodeKey = (key: string) => Buffer.from(key, 'base64')

/**
 * Whether the database has workspaces. A server from before root secrets used its key as the root secret. Reusing the key keeps its
 * sessions and webhook URLs valid.
 */
async function hasWorkspaces(): Promise<boolean> {
  const { rows } = await pool.query('select 1 from workspaces limit 1')
  return rows.length > 0
}

/** Finds the root secret. In the earlier format, it is an object with the key's ID. */
async function findRootSecret(): Promise<StoredSecret | null> {
  const value = await storedSettings.find<string | { sealed: string; keyId: string }>(ROOT_SECRET)
  if (value === undefined) return null
  const { sealed, keyId } = typeof value === 'string' ? { sealed: value, keyId: null } : value
  return { sealed: decodeKey(sealed), keyId }
}

function saveRootSecret({ sealed, keyId }: StoredSecret): Promise<void> {
  const text = Buffer.from(sealed).toString('base64')
  return storedSettings.save(ROOT_SECRET, keyId === null ? text : { sealed: text, keyId })
}

function decryptRootSecret(stored: StoredSecret, name: string): string {
  const secret = joinKeyId(stored)
  const keyId = keyIdOf(secret)
  if (!keyIds().includes(keyId))
    throw new Error(
      `The database was encrypted with the key ${keyId}, but ${name} has ${keyIds().join(', ')}. Set ENCRYPTION_KEY to that key or add it to ENCRYPTION_KEY_PREVIOUS, and start the server again.`,
    )
  return decryptSecret(secret, ROOT_SECRET)
}

/** Reads keys that were added while this process runs: immediately from a file, a moment later from a database. */
function createKeyReloader(from: KeyStore): () => readonly Uint8Array[] | null {
  if (from.readNow) return () => from.readNow!()?.map(decodeKey) ?? null
  if (!from.add) return () => null
  let lastReadAt = -Infinity
  return () => {
    if (performance.now() - lastReadAt < 1_000) return null
    lastReadAt = performance.now()
    from.read().then(
      (keys) => setKeys(keys.map(decodeKey)),
      (error: Error) => log.warn({ err: error.message }, 'could not reload the encryption keys'),
    )
    return null
  }
}

/** Returns where the keys are stored, and their IDs, the current one first. */
export const describeKeys = () => ({ in: keyStore()!.name, ids: keyIds() })

/** Returns the keys that the server keeps itself, for a backup: base64, the current one first. Null if they are in the settings. */
export const exportKeys = async (): Promise<string[] | null> => (await keyStore()!.readOwn?.()) ?? null

/**
 * Stores the keys of a backup where this server keeps its keys, within the transaction that restores its database. `ids` are the keys that the
 * secrets need. Throws CONFLICT if the server then lacks one of them.
 */
export async function restoreKeys(env: Env, { keys, ids }: { keys: readonly string[] | null; ids: readonly string[] }, tx: Connection) {
  const store = createKeyStore(env)
  if (keys && store.restore) await store.restore(keys, tx)
  setKeys([...(keys && store.restore ? keys : []), ...settingsKeysOf(env)].map(decodeKey), () => null)
  const missing = ids.filter((id) => !keyIds().includes(id))
  if (missing.length > 0)
    throw new DomainError(
      'CONFLICT',
      `The backup needs the encryption key ${missing.join(' and ')}, but this server has ${keyIds().join(', ') || 'none'}. Set ENCRYPTION_KEY to that key or add it to ENCRYPTION_KEY_PREVIOUS, and run the command again.`,
    )
}

/** Creates a key and makes it the current one. Returns false if only the server administrator can do this. */
export async function addKey(): Promise<boolean> {
  const store = keyStore()
  if (!store?.add) return false
  await store.add(generateKey())
  setKeys((await store.read()).map(decodeKey))
  return true
}

/** Removes every key except the current one. Returns false if only the server administrator can do this. Throws if the current key is too new. */
export async function removeOldKeys(): Promise<boolean> {
  const store = keyStore()
  if (!store?.removeOld) return false
  await store.removeOld()
  setKeys((await store.read()).map(decodeKey))
  return true
}

/** Returns the state of the root secret; null if no key decrypts it. */
export async function inspectRootSecret(): Promise<SecretState | null> {
  const stored = await findRootSecret()
  return stored && inspectSecret(stored, ROOT_SECRET)
}

/** Rewraps the root secret with the current key, and in today's format: servers that start from now on store no earlier one. */
export async function rewrapRootSecret() {
  const stored = await findRootSecret()
  if (stored) await saveRootSecret({ sealed: rewrapSecret(stored, ROOT_SECRET), keyId: null })
  useEarlierFormats(false)
}
