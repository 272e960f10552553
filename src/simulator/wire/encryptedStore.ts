import { isObject } from '../../kernel/json/isObject.ts'
import { encryptSecret, decryptSecret } from '../../kernel/crypto/encryption.ts'
import type { Store, StoredRecord } from './store.ts'

/**
 * Encrypts records, since accounts and numbers contain secrets. Records encrypted with another key are dropped; unencrypted ones are read as
 * they are.
 */
export const encryptedStore = (store: Store): Store => ({
  load: async () => (await store.load()).flatMap((record) => decryptRecord(record) ?? []),
  put: (kind, id, body) => store.put(kind, id, { sealed: Buffer.from(encryptSecret(JSON.stringify(body), aadOf({ kind, id }))).toString('base64') }),
  delete: (kind, id) => store.delete(kind, id),
})

const aadOf = ({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>) => `simulator_records:${kind}:${id}`

function decryptRecord(record: StoredRecord): StoredRecord | null {
  if (!isObject(record.body) || typeof record.body.sealed !== 'string') return record
  try {
    return { ...record, body: JSON.parse(decryptSecret(Buffer.from(record.body.sealed, 'base64'), aadOf(record))) as unknown }
  } catch {
    return null
  }
}
