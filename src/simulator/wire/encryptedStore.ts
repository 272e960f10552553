import { deflateSync, inflateSync } from 'node:zlib'
import { isObject } from '../../kernel/json/isObject.ts'
import { encryptSecret, decryptBytes } from '../../kernel/crypto/encryption.ts'
import type { Store, StoredRecord } from './store.ts'

/**
 * Encrypts records, since accounts and numbers contain secrets, and compresses them first: afterwards the database no longer can. Records encrypted with
 * another key are dropped; unencrypted ones are read as they are.
 */
export const encryptedStore = (store: Store): Store => ({
  load: async () => (await store.load()).flatMap((record) => decryptRecord(record) ?? []),
  put: (kind, id, body) =>
    store.put(kind, id, { sealed: Buffer.from(encryptSecret(deflateSync(JSON.stringify(body)), aadOf({ kind, id }))).toString('base64') }),
  delete: (kind, id) => store.delete(kind, id),
})

const aadOf = ({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>) => `simulator_records:${kind}:${id}`

/** The first byte of a compressed record. Earlier versions stored JSON, which begins with a brace. */
const ZLIB_HEADER = 0x78

function decryptRecord(record: StoredRecord): StoredRecord | null {
  if (!isObject(record.body) || typeof record.body.sealed !== 'string') return record
  try {
    const bytes = decryptBytes(Buffer.from(record.body.sealed, 'base64'), aadOf(record))
    return { ...record, body: JSON.parse((bytes[0] === ZLIB_HEADER ? inflateSync(bytes) : bytes).toString()) as unknown }
  } catch {
    return null
  }
}
