import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { NOTHING, rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, type Statement, statement } from '../../kernel/db/statement.ts'
import { inspectSecret, rewrapSecret, type SecretState, type StoredSecret } from '../../kernel/crypto/encryption.ts'
import { readInBatchesById } from '../shared/batches.ts'
import * as keptRecordings from '../calls/recordings/keptRecordings.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as inboundSettings from '../numbers/inboundSettings.ts'
import * as trunks from '../numbers/trunks.ts'
import * as endpointSecrets from '../webhooks/endpointSecrets.ts'

interface AadFields {
  id: number
  workspaceId: WorkspaceId
  carrier: string
  externalOwnerId: string
  phoneNumber: string
  isFirst: boolean
}
type EncryptedRow = AadFields & StoredSecret

/** A column with secrets. */
interface EncryptedColumn {
  table: string
  id: string
  sealed: string
  /** The column with the key's ID in the earlier format. */
  keyId?: string
  /** The other columns that form its AAD. */
  aadColumns: readonly string[]
  aadOf(row: AadFields): string
}

/** A column with its statements: one reads the rows after an ID, the other replaces a secret unless the row has changed meanwhile. */
interface EncryptedPlace extends EncryptedColumn {
  listAfter: Statement<{ after: number; take: number }, object>
  replace: Statement<{ id: number; sealed: Uint8Array; nextSealed: Uint8Array }, object>
}

/** Statement names of the columns: a table, and the column if the table has several. */
type PlaceName = 'carrierConnections' | 'keptRecordings' | 'numberTrunks' | 'numberSecrets' | 'webhookEndpoints'

const ALL_SECRETS = { acrossWorkspaces: 'The server has one key ring for all secrets.' }

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
      ALL_SECRETS,
    ),
    replace: statement(
      `encryptedRows.replace.${name}`,
      sql`
        update ${table} set ${sealed} = $nextSealed ${keyId ? sql`, ${rawSql(keyId)} = null` : NOTHING}
        where ${id} = $id and ${sealed} = $sealed and ${AUDIT_ACTOR}`,
      ALL_SECRETS,
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
  place('webhookEndpoints', {
    table: 'webhook_endpoints',
    id: 'id',
    sealed: 'secret',
    aadColumns: ['workspace_id', 'is_first'],
    aadOf: endpointSecrets.aadOf,
  }),
  place('keptRecordings', {
    table: 'kept_recordings',
    id: 'call_id',
    sealed: 'data_key',
    aadColumns: [],
    aadOf: (row) => keptRecordings.aadOf(row.id),
  }),
  place('numberSecrets', {
    table: 'phone_numbers',
    id: 'id',
    sealed: 'assistant_request_secret',
    aadColumns: [],
    aadOf: (row) => inboundSettings.aadOf(row.id),
  }),
]

const BATCH_SIZE = 200

/** Yields the column's rows, read in batches, in the order of their IDs. */
export const readRows = ({ listAfter }: EncryptedPlace) =>
  readInBatchesById(BATCH_SIZE, async (after, take) => (await listAfter.all({ after, take })) as EncryptedRow[])

/** Returns the state of a row's secret; null if the server has no key that decrypts it. */
export const inspect = (column: EncryptedColumn, row: EncryptedRow): SecretState | null => inspectSecret(row, column.aadOf(row))

/** Rewraps a row's secret with the current key and in today's format, unless the row has changed meanwhile. Returns whether it did. */
export const rewrap = async (column: EncryptedPlace, row: EncryptedRow): Promise<boolean> =>
  (await column.replace.run({ id: row.id, sealed: row.sealed, nextSealed: rewrapSecret(row, column.aadOf(row)) })) > 0

/** Returns the ID of the key that encrypts the first secret; null if there are no secrets. Throws an error for the server administrator if no key fits. */
export async function findSealingKeyId(): Promise<string | null> {
  for (const column of ENCRYPTED_COLUMNS)
    for await (const row of readRows(column)) {
      const state = inspect(column, row)
      if (!state) throw new Error('The secrets in the database were encrypted with another key. Set ENCRYPTION_KEY to that key and start the server again.')
      return state.keyId
    }
  return null
}
