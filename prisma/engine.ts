import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { MIGRATED_SCHEMA, MIGRATIONS, readMigrations, schemaText } from './migrations.ts'

const FILTERS = { externalTables: [], externalEnums: [] }

/** Prisma's own schema engine, in this process: nothing is downloaded and nothing else is started. */
async function withEngine<T>(url: string, work: (engine: wasm.SchemaEngine) => Promise<T>): Promise<T> {
  await load()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  let reason: unknown
  const adapter = adapterOn(pool, (error) => (reason = error))
  try {
    return await work(await wasm.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter)))
  } catch (error) {
    throw withReason(error, reason)
  } finally {
    await pool.end()
  }
}

/** The adapter cuts a script at every semicolon, also inside functions and comments; PostgreSQL reads it whole. */
function adapterOn(pool: pg.Pool, onFailure: (error: unknown) => void) {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  const executeScript = async (script: string) => {
    await pool.query(script).catch((error: unknown) => {
      onFailure(error)
      throw error
    })
  }
  factory.connect = async () => Object.assign(await connect(), { executeScript })
  return factory
}

/** The engine names the migration that failed, but not the reason that PostgreSQL gave. */
function withReason(error: unknown, reason: unknown): unknown {
  if (!(error instanceof Error) || !(reason instanceof Error)) return error
  const name = /migration_name="([^"]+)"/.exec(error.message)?.[1]
  return new Error(name ? `The migration ${name} failed: ${reason.message}` : reason.message, { cause: error })
}

// Node has it, but its types leave it to the browser's.
declare const WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }> }

let loaded: Promise<void> | undefined
/** Loads the engine, which takes a while. */
export const load = () => (loaded ??= loadOnce())
async function loadOnce() {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': wasm as never })
  wasm.__wbg_set_wasm(instance.exports as never)
  ;(instance.exports as { __wbindgen_start(): void }).__wbindgen_start()
}

const migrationsIn = (folder: string, last?: string) => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: readMigrations(folder)
    .filter(({ name }) => last === undefined || name <= last)
    .map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
})

/** Applies the migrations that are missing, as far as `last`; answers their names. Safe to repeat, not to run twice at once. */
export async function deploy(url: string, folder = MIGRATIONS, last?: string): Promise<string[]> {
  return withEngine(
    url,
    async (engine) => (await engine.applyMigrations({ migrationsList: migrationsIn(folder, last), filters: FILTERS })).appliedMigrationNames,
  )
}

/** The SQL that leads from the last migration to the schema files; empty when they agree. The engine wants a database to talk to, but reads nothing there. */
export async function pendingSql(url: string): Promise<string> {
  const datamodel = (content: string) => ({ tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] })
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({
      from: datamodel(readFileSync(MIGRATED_SCHEMA, 'utf8')),
      to: datamodel(schemaText()),
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  )
  return stdout?.includes('empty migration') ? '' : (stdout ?? '')
}
