import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploy } from '../../prisma/engine.ts'
import { lastMigration, MIGRATIONS } from '../../prisma/migrations.ts'
import { checkUpgrade, upgrade } from '../../src/admin/upgrades.ts'
import { type Env, readEnv } from '../../src/kernel/config/env.ts'
import { version } from '../../src/kernel/config/version.ts'
import { freshDatabase } from '../kit/server/postgres.ts'

/** The last migration of an earlier version, and the one after it. */
const EARLIER = '20261127160000_call_words'
const MISSING = '20261127161904_contact_conversations'

let env: Env
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeEach(async () => {
  database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'callwright-upgrade-'))
  env = readEnv({ DATABASE_URL: database.url, DATA_DIR: folder })
})
afterEach(async () => {
  await database.drop()
  rmSync(env.DATA_DIR, { recursive: true })
})

const run = async (sql: string) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

test('a database of this version needs no upgrade', async () => {
  expect(await checkUpgrade(env)).toEqual([{ check: 'migration', state: 'ok', text: `The database is up to date with Callwright ${version}.` }])
  expect(await upgrade(env)).toEqual({ version, migrations: [] })
})

/** Waits for every migration of an earlier version to be applied to an empty database. */
test('the check of an upgrade names the missing migrations without applying them, and the upgrade applies them', async () => {
  await run('drop schema public cascade; create schema public; drop schema graphile_worker cascade')
  await deploy(database.url, MIGRATIONS, EARLIER)
  const names = async () => (await checkUpgrade(env)).map(({ state, text }) => [state, text.split(' ')[0]])
  expect(await names()).toContainEqual(['ok', MISSING])
  expect(await names()).toContainEqual(['ok', lastMigration()])
  expect((await upgrade(env)).migrations).toContain(MISSING)
  expect(await checkUpgrade(env)).toMatchObject([{ state: 'ok' }])
})

test('the check of an upgrade finds migrations that broke off, that were changed and that this version does not know', async () => {
  await run(`update _prisma_migrations set finished_at = null where migration_name = '${lastMigration()}'`)
  expect(await checkUpgrade(env)).toMatchObject([{ state: 'warning', text: `${lastMigration()} broke off.` }])
  await run(`update _prisma_migrations set finished_at = now(), checksum = 'other' where migration_name = '${lastMigration()}'`)
  expect(await checkUpgrade(env)).toMatchObject([{ state: 'failure', text: `${lastMigration()} differs from what was applied to the database.` }])
  await run(`update _prisma_migrations set migration_name = '29990101000000_later' where migration_name = '${lastMigration()}'`)
  expect(await checkUpgrade(env)).toMatchObject([{ state: 'failure', text: expect.stringContaining('29990101000000_later') }])
})

test('the check of an upgrade refuses a folder without a database, and creates none', async () => {
  await expect(checkUpgrade(readEnv({ DATA_DIR: env.DATA_DIR }))).rejects.toThrow(/There is no database/)
})
