import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { rewrapEnvelope } from '../../kernel/crypto/envelope.ts'
import { NOTHING, rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, type Statement, statement } from '../../kernel/db/statement.ts'
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
  /** The other columns that form its AAD. */
  aadColumns: readonly string[]
  aadOf(row: AadFields): string
}

/** A column with its statements: one reads the rows after an ID, the other replaces a secret unless the row has changed meanwhile. */
interface EncryptedPlace extends EncryptedColumn {
  listAfter: Statement<{ after: number; take: number }, object>
  replace: Statement<{ id: number; sealed: Uint8Array; nextSealed: Uint8Array; nextKeyId: string | null }, object>
}

/** Statement names of the columns: a table, and the column if the table has several. */
type PlaceName = 'carrierConnections' | 'numberTrunks' | 'numberSecrets' | 'webhookSettings'

const place = (name: PlaceName, column: EncryptedColumn): EncryptedPlace => {
  const { keyId } = column
  const [table, id, sealed] = [column.table, column.id, column.sealed].map(rawSql) as [SqlText, SqlText, SqlText]
  const columns = rawSql(['', ...column.aadColumns].join(', '))
  return {
    ...column,
    listAfter: statement(
      `encryptedRows.list.${name}`,
      sql`
        select ${id} as id, ${sealed} as sealed, ${rawSql(keyId ?? 'null::text')} as key_id ${columns} from ${table}
        where ${sealed} is not null and ${id} > $after order by ${id} limit $take`,
    ),
    replace: statement(
      `encryptedRows.replace.${name}`,
      sql`
        update ${table} set ${sealed} = $nextSealed ${keyId ? sql`, ${rawSql(keyId)} = $nextKeyId?` : NOTHING}
        where ${id} = $id and ${sealed} = $sealed and ${AUDIT_ACTOR}`,
    ),
  }
}

/** Every column encrypted with the server key. Add new ones here: a key rotation loses the secrets of columns that are missing. */
export const ENCRYPTED_COLUMNS: readonly EncryptedPlace[] = [
  place('carrierConnections', {
    table: 'carrier_connections',
    id: 'id',
    sealed: 'sealed',
    keyId: 'key_id',
    aadColumns: ['workspace_id', 'carrier', 'external_owner_id'],
    aadOf: carrierAccess.aadOf,
  }),
  place('numberTrunks', {
    table: 'phone_numbers',
    id: 'id',
    sealed: 'trunk',
    keyId: 'trunk_key_id',
    aadColumns: ['workspace_id', 'phone_number'],
    aadOf: trunks.aadOf,
  }),
  place('webhookSettings', {
    table: 'webhook_settings',
    id: 'workspace_id',
    sealed: 'secret',
    keyId: null,
    aadColumns: ['workspace_id'],
    aadOf: (row) => webhooks.aadOf(row.workspaceId),
  }),
  place('numberSecrets', {
    table: 'phone_numbers',
    id: 'id',
    sealed: 'assistant_request_secret',
    keyId: null,
    aadColumns: [],
    aadOf: (row) => inboundSettings.aadOf(row.id),
  }),
]

const BATCH_SIZE = 200

/** Yields the column's rows in batches, in the order of their IDs. */
export async function* readBatches({ listAfter }: EncryptedPlace): AsyncGenerator<EncryptedRow[]> {
  for (let after = 0; ;) {
    const rows = (await listAfter.all({ after, take: BATCH_SIZE })) as EncryptedRow[]
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
export async function reencrypt(column: EncryptedPlace, row: EncryptedRow): Promise<boolean> {
  const aad = column.aadOf(row)
  const next =
    row.keyId === null
      ? { sealed: encryptSecret(decryptSecretWithKeyId(row.sealed, aad).text, aad), keyId: null }
      : rewrapEnvelope({ ...row, keyId: row.keyId }, aad)
  return (await column.replace.run({ id: row.id, sealed: row.sealed, nextSealed: next.sealed, nextKeyId: next.keyId })) > 0
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
