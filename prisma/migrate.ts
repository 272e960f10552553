import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { MIGRATIONS, readMigrations } from './migrations.ts'

/**
 * Applies the migrations that are missing, and those that broke off. Returns their names. Throws if one fails. Safe to repeat, not to
 * run twice at once. Only where something differs from the folder is it for the engine to judge, which takes a while to load.
 */
export async function migrate(pool: Pool, url: string, folder = MIGRATIONS): Promise<string[]> {
  if (await isCurrent(pool, folder)) return []
  await undoBrokenOff(pool, folder)
  const { deploy } = await import('./engine.ts')
  return deploy(url, folder)
}

/** A migration by its name and the SHA-256 of its text. */
export interface Level {
  name: string
  checksum: string
}

/** The migrations that this version knows, in order. */
export const knownLevels = (folder = MIGRATIONS): Level[] => readMigrations(folder).map(({ name, sql }) => ({ name, checksum: checksumOf(sql) }))

/** The migrations that were applied to a database, in order; none in an empty one. */
export async function appliedLevels(client: Pick<Pool, 'query'>): Promise<Level[]> {
  if (!(await hasRecords(client))) return []
  const { rows } = await client.query<Level>(
    'select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null order by migration_name',
  )
  return rows
}

/** Applies the migrations that are missing as far as `last`, so that a database gets the tables of an earlier version. */
export async function migrateTo(url: string, last: string, folder = MIGRATIONS): Promise<void> {
  const { deploy } = await import('./engine.ts')
  await deploy(url, folder, last)
}

/** The migrations that began but did not end: a statement failed, or the process died. */
export async function brokenOffMigrations(client: Pick<Pool, 'query'>): Promise<string[]> {
  if (!(await hasRecords(client))) return []
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is null and rolled_back_at is null order by 1',
  )
  return rows.map(({ name }) => name)
}

/** Whether migrations were ever applied to the database. */
async function hasRecords(client: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_known: boolean }>("select to_regclass('_prisma_migrations') is not null as is_known")
  return rows[0]!.is_known
}

/** The name of an index that is made without blocking writes. */
const CONCURRENT_INDEX = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("?\w+"?)/gi

/**
 * Records migrations that broke off as undone, so that the engine applies them again: PostgreSQL undoes each as a whole. Only an index that is
 * made without blocking writes remains, invalid, and is dropped.
 */
async function undoBrokenOff(pool: Pool, folder: string): Promise<void> {
  const names = await brokenOffMigrations(pool)
  if (names.length === 0) return
  const brokenOff = readMigrations(folder).filter(({ name }) => names.includes(name))
  for (const index of brokenOff.flatMap(({ sql }) => [...sql.matchAll(CONCURRENT_INDEX)].map(([, name]) => name!))) {
    const { rowCount } = await pool.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index])
    if (rowCount) await pool.query(`drop index concurrently ${index}`)
  }
  await pool.query('update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null')
}

interface Applied {
  migration_name: string
  checksum: string
  is_open: boolean
}

/** Whether every migration of the folder was applied as it is there, and none broke off. What a newer version applied changes nothing. */
async function isCurrent(pool: Pool, folder: string): Promise<boolean> {
  if (!(await hasRecords(pool))) return false
  const { rows } = await pool.query<Applied>(
    'select migration_name, checksum, finished_at is null as is_open from _prisma_migrations where rolled_back_at is null',
  )
  const applied = new Set(rows.map(({ migration_name, checksum }) => `${migration_name} ${checksum}`))
  return !rows.some(({ is_open }) => is_open) && readMigrations(folder).every(({ name, sql }) => applied.has(`${name} ${checksumOf(sql)}`))
}

const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex')
