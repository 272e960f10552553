import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { rewrapEnvelope } from '../../kernel/crypto/envelope.ts'
import { query, raw, sql, auditCondition } from '../../kernel/db/sql.ts'
import { keyIds, encryptSecret, decryptSecretWithKeyId } from '../../kernel/crypto/encryption.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as inboundSettings from '../numbers/inboundSettings.ts'
import * as trunks from '../numbers/trunks.ts'
import * as webhooks from '../webhooks/webhooks.ts'

type Bytes = Uint8Array<ArrayBuffer>
interface AadFields {
  id: number
  workspaceId: WorkspaceId
  carrier: string
  externalOwnerId: string
  phoneNumber: string
}
interface EncryptedRow extends AadFields {
  sealed: Bytes
  keyId: string | null
}

/** A column with secrets: an envelope whose key ID is in another column, or text encrypted with the server key directly. */
interface EncryptedColumn {
  table: string
  id: string
  sealed: string
  keyId: string | null
  /** The columns that form its AAD. */
  aadColumns: string
  aadOf(row: AadFields): string
}

/** Every column encrypted with the server key. Add new ones here: a key rotation loses the secrets of columns that are missing. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'carrier_connections',
    id: 'id',
    sealed: 'sealed',
    keyId: 'key_id',
    aadColumns: 'workspace_id as "workspaceId", carrier, external_owner_id as "externalOwnerId"',
    aadOf: carrierAccess.aadOf,
  },
  {
    table: 'phone_numbers',
    id: 'id',
    sealed: 'trunk',
    keyId: 'trunk_key_id',
    aadColumns: 'workspace_id as "workspaceId", phone_number as "phoneNumber"',
    aadOf: trunks.aadOf,
  },
  {
    table: 'webhook_settings',
    id: 'workspace_id',
    sealed: 'secret',
    keyId: null,
    aadColumns: 'workspace_id as "workspaceId"',
    aadOf: (row) => webhooks.aadOf(row.workspaceId),
  },
  { table: 'phone_numbers', id: 'id', sealed: 'assistant_request_secret', keyId: null, aadColumns: 'id', aadOf: (row) => inboundSettings.aadOf(row.id) },
]

const BATCH_SIZE = 200

/** Yields the column's rows in batches, in the order of their IDs. */
export async function* readBatches({ table, id, sealed, keyId, aadColumns }: EncryptedColumn): AsyncGenerator<EncryptedRow[]> {
  for (let after = 0; ;) {
    const rows = await query<EncryptedRow>(sql`
      select ${raw(`${id} as id, ${sealed} as sealed, ${keyId ?? 'null'} as "keyId", ${aadColumns}`)} from ${raw(table)}
      where ${raw(sealed)} is not null and ${raw(id)} > ${after} order by ${raw(id)} limit ${BATCH_SIZE}`)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)!.id
  }
}

/** Returns the ID of the key that encrypts a row; null if the server does not have it. */
export function keyIdOf(column: EncryptedColumn, row: EncryptedRow): string | null {
  if (row.keyId !== null) return keyIds().includes(row.keyId) ? row.keyId : null
  try {
    return decryptSecretWithKeyId(row.sealed, column.aadOf(row)).keyId
  } catch {
    return null
  }
}

/** Re-encrypts a row with the current key, unless the row has changed meanwhile. Returns whether it was re-encrypted. */
export async function reencrypt(column: EncryptedColumn, row: EncryptedRow): Promise<boolean> {
  const { table, id, sealed, keyId } = column
  const aad = column.aadOf(row)
  const next =
    row.keyId === null
      ? { sealed: encryptSecret(decryptSecretWithKeyId(row.sealed, aad).text, aad), keyId: null }
      : rewrapEnvelope({ ...row, keyId: row.keyId }, aad)
  const updated = await query<{ id: number }>(sql`
    update ${raw(table)} set ${raw(sealed)} = ${next.sealed} ${keyId ? sql`, ${raw(keyId)} = ${next.keyId}` : sql``}
    where ${raw(id)} = ${row.id} and ${raw(sealed)} = ${row.sealed} and ${auditCondition()} returning ${raw(id)} as id`)
  return updated.length > 0
}

/** Returns the ID of the key that encrypts the first secret; null if there are no secrets. Throws an error for the server administrator if no key fits. */
export async function findSealingKeyId(): Promise<string | null> {
  for (const column of ENCRYPTED_COLUMNS)
    for await (const [row] of readBatches(column)) {
      const id = keyIdOf(column, row!)
      if (id === null)
        throw new Error('The secrets in the database were encrypted with another key. Set ENCRYPTION_KEY to that key and start the server again.')
      return id
    }
  return null
}
