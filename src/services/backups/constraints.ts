import type pg from 'pg'
import { quoted, type StoredTable } from './storedTables.ts'

/**
 * Prepares tables to be filled in any order, within a transaction: drops their foreign keys and disables their triggers, which would write an
 * audit log of the restore. Owners can do this, unlike `session_replication_role`. Returns a function that restores both, and so checks every
 * foreign key.
 */
export async function suspendConstraints(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => quoted(name))
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in (current_schema()::regnamespace, 'graphile_worker'::regnamespace)`,
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger t where not tgisinternal and tgparentid = 0 and tgenabled = 'O'
     and tgrelid = any($1::text[]::regclass[])`,
    [names],
  )
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  return async () => {
    for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`)
    for (const { table, name, definition } of foreignKeys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
