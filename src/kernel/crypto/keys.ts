import { randomBytes } from 'node:crypto'
import { pool } from '../db/db.ts'
import type { Env } from '../config/env.ts'
import { openEnvelope, sealEnvelope, wrapAnew } from './envelope.ts'
import { type KeyStore, keyStore, newKey } from './keyStores.ts'
import { log } from '../log.ts'
import { keyIds, useKeys, useRootSecret } from './seal.ts'

const ROOT = 'root_secret'

let store: KeyStore | null = null

/**
 * Loads the installation's keys and its root secret, which is made at the first start. Throws a sentence for the operator when
 * the keys are not those that the database was written with. `sealedBy` tells the id of the key that has sealed what is there,
 * or null, and throws where none of the keys has.
 */
export async function loadKeys(env: Env, sealedBy: () => Promise<string | null> = async () => null) {
  store = keyStore(env)
  const keys = await store.read()
  useKeys(keys.map(bytesOf), moreKeys(store))
  const known = await rootEnvelope()
  if (known) return useRootSecret(Buffer.from(openedRoot(known, store.name), 'base64'))
  const id = await sealedBy()
  const root = id !== null || (await isInUse()) ? bytesOf(keys[id === null ? 0 : keyIds().indexOf(id)]!) : randomBytes(32)
  await saveRoot(sealEnvelope(root.toString('base64'), ROOT))
  useRootSecret(root)
}

const bytesOf = (key: string) => Buffer.from(key, 'base64')

/** Before there was a root secret the key itself served as one: sessions and agents' webhooks of such an installation stay good. */
async function isInUse(): Promise<boolean> {
  const { rows } = await pool.query('select 1 from workspaces limit 1')
  return rows.length > 0
}

interface StoredEnvelope {
  sealed: string
  keyId: string
}

async function rootEnvelope(): Promise<StoredEnvelope | null> {
  const { rows } = await pool.query<{ value: StoredEnvelope }>('select value from settings where key = $1', [ROOT])
  return rows[0]?.value ?? null
}

const saveRoot = ({ sealed, keyId }: { sealed: Uint8Array; keyId: string }) =>
  pool.query('insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
    ROOT,
    JSON.stringify({ sealed: Buffer.from(sealed).toString('base64'), keyId }),
  ])

function openedRoot({ sealed, keyId }: StoredEnvelope, name: string): string {
  if (!keyIds().includes(keyId))
    throw new Error(
      `The database was encrypted with the key ${keyId}, but ${name} has ${keyIds().join(', ')}. Set ENCRYPTION_KEY to that key or add it to ENCRYPTION_KEY_PREVIOUS, and start the server again.`,
    )
  return openEnvelope({ sealed: bytesOf(sealed), keyId }, ROOT)
}

/** Keys that were added while this process ran: a file tells them at once, a database a moment later. */
function moreKeys(from: KeyStore): () => readonly Uint8Array[] | null {
  if (from.readNow) return () => from.readNow!()?.map(bytesOf) ?? null
  if (!from.add) return () => null
  let asked = -Infinity
  return () => {
    if (performance.now() - asked < 1_000) return null
    asked = performance.now()
    from.read().then(
      (keys) => useKeys(keys.map(bytesOf)),
      (error: Error) => log.warn({ err: error.message }, 'could not reload the encryption keys'),
    )
    return null
  }
}

/** Where the keys are kept, and the ids of the key in use and of those before it. */
export const kept = () => ({ in: store!.name, ids: keyIds() })

/** Puts a new key in use, before those there are; false where only the operator can do that. */
export async function addKey(): Promise<boolean> {
  if (!store?.add) return false
  await store.add(newKey())
  useKeys((await store.read()).map(bytesOf))
  return true
}

/** Forgets every key but the one in use; false where only the operator can do that. Throws when it is too soon. */
export async function forgetOlder(): Promise<boolean> {
  if (!store?.forget) return false
  await store.forget()
  useKeys((await store.read()).map(bytesOf))
  return true
}

/** The id of the key that the root secret is wrapped with. */
export const rootKeyId = async () => (await rootEnvelope())?.keyId ?? null

/** Wraps the root secret with the key in use. */
export async function wrapRoot() {
  const known = await rootEnvelope()
  if (known && known.keyId !== keyIds()[0]) await saveRoot(wrapAnew({ sealed: bytesOf(known.sealed), keyId: known.keyId }, ROOT))
}
