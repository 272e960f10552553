import { createHash, hkdfSync } from 'node:crypto'
import { perServer } from '../serverState.ts'

/** One of the server's keys: its ID (16 hexadecimal digits) and the keys derived from it. */
export interface ServerKey {
  id: string
  /** Encrypts the data keys of secrets. */
  wrap: Uint8Array
  /** Encrypts secrets without a data key, in the earlier format. */
  seal: Uint8Array
}

const keyring = perServer<readonly ServerKey[]>(() => [])
const moreKeys = perServer<() => readonly Uint8Array[] | null>(() => () => null)
const rootSecret = perServer<Uint8Array>(() => {
  throw new Error('The encryption key is not loaded yet')
})

/**
 * Sets the server's keys, 32 bytes each: the first one encrypts, the others decrypt older secrets. `more` is called before each
 * encryption and when no key fits, since the keys may have changed meanwhile. It returns all keys, or null if it cannot
 * synchronously.
 */
export function setKeys(keys: readonly Uint8Array[], more = moreKeys()) {
  keyring.set(keys.map(createServerKey))
  moreKeys.set(more)
}

/** Sets the secret that single-purpose keys derive from. It survives a rotation of the server key. */
export function setRootSecret(secret: Uint8Array) {
  rootSecret.set(secret)
  derivedKeys().clear()
}

/** Keys of the root secret, by purpose, since each webhook needs two. */
const derivedKeys = perServer(() => new Map<string, Uint8Array<ArrayBuffer>>())

const hkdf = (secret: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

function createServerKey(bytes: Uint8Array): ServerKey {
  const wrap = hkdf(bytes, 'wrap')
  return { id: createHash('sha256').update(wrap).digest('hex').slice(0, 16), wrap, seal: hkdf(bytes, 'seal') }
}

/** Derives a key for one purpose, so that no two uses share a key. */
export function deriveKey(purpose: string): Uint8Array<ArrayBuffer> {
  const key = derivedKeys().get(purpose) ?? hkdf(rootSecret(), purpose)
  derivedKeys().set(purpose, key)
  return key
}

/** Returns the IDs of the server's keys, the current one first. */
export const keyIds = () => keyring().map(({ id }) => id)

/** Returns the key that encrypts. Reads the keys again before, because another process may have added one. */
export function getCurrentKey(): ServerKey {
  reloadKeys()
  const [key] = keyring()
  if (!key) throw new Error('The encryption key is not loaded yet')
  return key
}

/** Returns the first result of `attempt` with one of the server's keys. If none fits, reads the keys again. Returns null if still none fits. */
export function tryKeys<Result>(attempt: (key: ServerKey) => Result | null): Result | null {
  return tryEach(attempt) ?? (reloadKeys() ? tryEach(attempt) : null)
}

function tryEach<Result>(attempt: (key: ServerKey) => Result | null): Result | null {
  for (const key of keyring()) {
    const result = attempt(key)
    if (result !== null) return result
  }
  return null
}

/** Reads the keys again; returns whether they have changed. */
function reloadKeys(): boolean {
  const keys = moreKeys()()
  if (!keys) return false
  const before = keyIds().join()
  setKeys(keys)
  return keyIds().join() !== before
}
