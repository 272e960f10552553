import { isObject } from '../../kernel/json/json.ts'
import { encryptSecret, decryptSecret } from '../../kernel/crypto/encryption.ts'
import type { Store, StoredRecord } from './store.ts'

/**
 * A store whose records only the installation can read: accounts and numbers are full of secrets, which are to be found in
 * a simulator's tables no more than in ours. What another key has sealed is lost; what is not sealed yet is taken as it is.
 */
export const sealedStore = (store: Store): Store => ({
  load: async () => (await store.load()).flatMap((record) => opened(record) ?? []),
  put: (kind, id, body) => store.put(kind, id, { sealed: Buffer.from(encryptSecret(JSON.stringify(body), placeOf({ kind, id }))).toString('base64') }),
  delete: (kind, id) => store.delete(kind, id),
})

const placeOf = ({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>) => `simulator_records:${kind}:${id}`

function opened(record: StoredRecord): StoredRecord | null {
  if (!isObject(record.body) || typeof record.body.sealed !== 'string') return record
  try {
    return { ...record, body: JSON.parse(decryptSecret(Buffer.from(record.body.sealed, 'base64'), placeOf(record))) as unknown }
  } catch {
    return null
  }
}
