import { randomBytes } from 'node:crypto'
import { pool } from '../db/db.ts'
import type { Env } from '../config/env.ts'
import { decryptEnvelope, encryptEnvelope, rewrapEnvelope } from './envelope.ts'
import { type KeyStore, createKeyStore, generateKey } from './keyStores.ts'
import { log } from '../log.ts'
import { keyIds, setKeys, setRootSecret } from './encryption.ts'

const ROOT_SECRET = 'root_secret'

let store: KeyStore | null = null

/**
 * Loads the server's encryption keys and its root secret, which it creates at the first start. Throws an error for the server
 * administrator if the database was encrypted with other keys. `findSealingKeyId` returns the ID of the key that encrypted the stored
 * secrets, or null, and throws if no key fits.
 */
export async function loadKeys(env: Env, findSealingKeyId: () => Promise<string | null> = async () => null) {
  store = createKeyStore(env)
  const keys = await store.read()
  setKeys(keys.map(decodeKey), createKeyReloader(store))
  const known = await findRootEnvelope()
  if (known) return setRootSecret(Buffer.from(decryptRootSecret(known, store.name), 'base64'))
  const id = await findSealingKeyId()
  const root = id !== null || (await hasWorkspaces()) ? decodeKey(keys[id === null ? 0 : keyIds().indexOf(id)]!) : randomBytes(32)
  await saveRootSecret(encryptEnvelope(root.toString('base64'), ROOT_SECRET))
  setRootSecret(root)
}

const decodeKey = (key: string) => Buffer.from(key, 'base64')

/**
 * Whether the database has workspaces. A server from before root secrets used its key as the root secret. Reusing the key keeps its
 * sessions and webhook URLs valid.
 */
async function hasWorkspaces(): Promise<boolean> {
  const { rows } = await pool.query('select 1 from workspaces limit 1')
  return rows.length > 0
}

interface StoredEnvelope {
  sealed: string
  keyId: string
}

async function findRootEnvelope(): Promise<StoredEnvelope | null> {
  const { rows } = await pool.query<{ value: StoredEnvelope }>('select value from settings where key = $1', [ROOT_SECRET])
  return rows[0]?.value ?? null
}

const saveRootSecret = ({ sealed, keyId }: { sealed: Uint8Array; keyId: string }) =>
  pool.query('insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
    ROOT_SECRET,
    JSON.stringify({ sealed: Buffer.from(sealed).toString('base64'), keyId }),
  ])

function decryptRootSecret({ sealed, keyId }: StoredEnvelope, name: string): string {
  if (!keyIds().includes(keyId))
    throw new Error(
      `The database was encrypted with the key ${keyId}, but ${name} has ${keyIds().join(', ')}. Set ENCRYPTION_KEY to that key or add it to ENCRYPTION_KEY_PREVIOUS, and start the server again.`,
    )
  return decryptEnvelope({ sealed: decodeKey(sealed), keyId }, ROOT_SECRET)
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
export const describeKeys = () => ({ in: store!.name, ids: keyIds() })

/** Creates a key and makes it the current one. Returns false if only the server administrator can do this. */
export async function addKey(): Promise<boolean> {
  if (!store?.add) return false
  await store.add(generateKey())
  setKeys((await store.read()).map(decodeKey))
  return true
}

/** Removes every key except the current one. Returns false if only the server administrator can do this. Throws if the current key is too new. */
export async function removeOldKeys(): Promise<boolean> {
  if (!store?.removeOld) return false
  await store.removeOld()
  setKeys((await store.read()).map(decodeKey))
  return true
}

/** Returns the ID of the key that wraps the root secret. */
export const findRootKeyId = async () => (await findRootEnvelope())?.keyId ?? null

/** Rewraps the root secret with the current key. */
export async function rewrapRootSecret() {
  const known = await findRootEnvelope()
  if (known && known.keyId !== keyIds()[0]) await saveRootSecret(rewrapEnvelope({ sealed: decodeKey(known.sealed), keyId: known.keyId }, ROOT_SECRET))
}
