import { wrapAnew } from '../../kernel/crypto/envelope.ts'
import { query, raw, sql, told } from '../../kernel/db/sql.ts'
import { keyIds, seal, unsealWith } from '../../kernel/crypto/seal.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as inboundSettings from '../numbers/inboundSettings.ts'
import * as trunks from '../numbers/trunks.ts'
import * as webhooks from '../webhooks/webhooks.ts'

type Bytes = Uint8Array<ArrayBuffer>
interface Place {
  id: number
  workspaceId: number
  carrier: string
  externalOwnerId: string
  phoneNumber: string
}
interface SealedRow extends Place {
  sealed: Bytes
  keyId: string | null
}

/** A column with secrets: an envelope, whose key another column names, or text that is sealed with the key itself. */
interface SealedColumn {
  table: string
  id: string
  sealed: string
  keyId: string | null
  /** The columns that its place is made of. */
  of: string
  placeOf(row: Place): string
}

/** Every column that the installation's key protects. A new one has to be added, or a change of the key would lose it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'carrier_connections',
    id: 'id',
    sealed: 'sealed',
    keyId: 'key_id',
    of: 'workspace_id as "workspaceId", carrier, external_owner_id as "externalOwnerId"',
    placeOf: carrierAccess.placeOf,
  },
  {
    table: 'phone_numbers',
    id: 'id',
    sealed: 'trunk',
    keyId: 'trunk_key_id',
    of: 'workspace_id as "workspaceId", phone_number as "phoneNumber"',
    placeOf: trunks.placeOf,
  },
  {
    table: 'webhook_settings',
    id: 'workspace_id',
    sealed: 'secret',
    keyId: null,
    of: 'workspace_id as "workspaceId"',
    placeOf: (row) => webhooks.place(row.workspaceId),
  },
  { table: 'phone_numbers', id: 'id', sealed: 'assistant_request_secret', keyId: null, of: 'id', placeOf: (row) => inboundSettings.placeOf(row.id) },
]

const BATCH = 200

/** The column's rows by id, a batch at a time. */
export async function* batches({ table, id, sealed, keyId, of }: SealedColumn): AsyncGenerator<SealedRow[]> {
  for (let after = 0; ;) {
    const rows = await query<SealedRow>(sql`
      select ${raw(`${id} as id, ${sealed} as sealed, ${keyId ?? 'null'} as "keyId", ${of}`)} from ${raw(table)}
      where ${raw(sealed)} is not null and ${raw(id)} > ${after} order by ${raw(id)} limit ${BATCH}`)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** The id of the key that protects a row; null where the installation has no such key. */
export function keyIdOf(column: SealedColumn, row: SealedRow): string | null {
  if (row.keyId !== null) return keyIds().includes(row.keyId) ? row.keyId : null
  try {
    return unsealWith(row.sealed, column.placeOf(row)).keyId
  } catch {
    return null
  }
}

/** Protects a row with the key in use, unless somebody has changed it meanwhile; answers whether it did. */
export async function protect(column: SealedColumn, row: SealedRow): Promise<boolean> {
  const { table, id, sealed, keyId } = column
  const place = column.placeOf(row)
  const anew = row.keyId === null ? { sealed: seal(unsealWith(row.sealed, place).text, place), keyId: null } : wrapAnew({ ...row, keyId: row.keyId }, place)
  const changed = await query<{ id: number }>(sql`
    update ${raw(table)} set ${raw(sealed)} = ${anew.sealed} ${keyId ? sql`, ${raw(keyId)} = ${anew.keyId}` : sql``}
    where ${raw(id)} = ${row.id} and ${raw(sealed)} = ${row.sealed} and ${told()} returning ${raw(id)} as id`)
  return changed.length > 0
}

/** The id of the key that has sealed what the database holds, by the first row that there is; null where nothing is sealed. Throws a sentence when no key fits. */
export async function sealedBy(): Promise<string | null> {
  for (const column of SEALED_COLUMNS)
    for await (const [row] of batches(column)) {
      const id = keyIdOf(column, row!)
      if (id === null) throw new Error('The secrets in the database were encrypted with another key. Set ENCRYPTION_KEY to that key and start the server again.')
      return id
    }
  return null
}
