import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { brokenOffMigrations, migrate } from '../../prisma/migrate.ts'
import { MIGRATIONS } from '../../prisma/migrations.ts'
import { connect, disconnect, pool } from '../../src/kernel/db/db.ts'
import { freshDatabase } from '../kit/server/postgres.ts'

const ENGINE = '../../prisma/engine.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callwright-migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  mkdirSync(join(folder, '29990101000000_later'))
  writeFileSync(join(folder, '29990101000000_later/migration.sql'), 'create table later (id int); insert into later values (7);')
})
afterAll(() => rmSync(folder, { recursive: true }))

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeEach(async () => {
  database = await freshDatabase()
  connect(database.url)
})
afterEach(async () => {
  await disconnect()
  await database.drop()
})

/** Runs migrations without access to the schema engine. */
async function withoutEngine() {
  vi.doMock(ENGINE, () => ({ deploy: () => Promise.reject(new Error('the engine was asked')) }))
  return migrate(pool, database.url).finally(() => vi.doUnmock(ENGINE))
}

test('without pending migrations, no schema engine is loaded', async () => {
  expect(await withoutEngine()).toEqual([])
})

test('a pending migration is applied once', async () => {
  expect(await migrate(pool, database.url, folder)).toEqual(['29990101000000_later'])
  expect(await migrate(pool, database.url, folder)).toEqual([])
  expect((await pool.query('select id from later')).rows).toEqual([{ id: 7 }])
})

test("migrations of a newer version don't stop an older version", async () => {
  await migrate(pool, database.url, folder)
  expect(await withoutEngine()).toEqual([])
})

test('a migration that broke off is applied again at the next start', async () => {
  const begun = `insert into _prisma_migrations (id, checksum, migration_name, started_at) values ('begun', 'any', '29990101000000_later', now())`
  await pool.query(begun)
  expect(await migrate(pool, database.url, folder)).toEqual(['29990101000000_later'])
  expect(await brokenOffMigrations(pool)).toEqual([])
})

test('a migration that was applied but not recorded prevents the start with the reason', async () => {
  await migrate(pool, database.url, folder)
  await pool.query(`update _prisma_migrations set finished_at = null where migration_name = '29990101000000_later'`)
  await expect(migrate(pool, database.url, folder)).rejects.toThrow(/relation "later" already exists/)
})

test('a failed migration is reported at every start, and applied once its cause is gone', async () => {
  await pool.query('create table later (id int)')
  for (let start = 0; start < 2; start++) await expect(migrate(pool, database.url, folder)).rejects.toThrow(/relation "later" already exists/)
  expect(await brokenOffMigrations(pool)).toEqual(['29990101000000_later'])
  await pool.query('drop table later')
  expect(await migrate(pool, database.url, folder)).toEqual(['29990101000000_later'])
})

test('an index that could not be made without blocking writes is made at the next start', async () => {
  const withIndex = mkdtempSync(join(tmpdir(), 'callwright-migrations-'))
  onTestFinished(() => rmSync(withIndex, { recursive: true }))
  cpSync(folder, withIndex, { recursive: true })
  mkdirSync(join(withIndex, '29990102000000_index'))
  writeFileSync(join(withIndex, '29990102000000_index/migration.sql'), 'CREATE UNIQUE INDEX CONCURRENTLY "later_id" ON later (id);')
  await migrate(pool, database.url, folder)
  await pool.query('insert into later values (7)')
  await expect(migrate(pool, database.url, withIndex)).rejects.toThrow(/could not create unique index "later_id"/)
  await pool.query('delete from later')
  expect(await migrate(pool, database.url, withIndex)).toEqual(['29990102000000_index'])
  expect((await pool.query(`select indisvalid from pg_index where indexrelid = 'later_id'::regclass`)).rows).toEqual([{ indisvalid: true }])
})

test.each([
  ['has changed since it was applied', `update _prisma_migrations set checksum = 'other' where migration_name like '%_first'`],
  ['was rolled back', `update _prisma_migrations set rolled_back_at = now() where migration_name like '%_first'`],
  ['has no record', 'drop table _prisma_migrations'],
])('a migration that %s needs the schema engine', async (_, change) => {
  await pool.query(change)
  await expect(withoutEngine()).rejects.toThrow('the engine was asked')
})
