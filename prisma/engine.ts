import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

/** The folder that holds `schema/` and `migrations/`, also when this file runs from `dist/`. */
const HERE = [dirname(fileURLToPath(import.meta.url)), join(dirname(fileURLToPath(import.meta.url)), '../../prisma')].find((folder) =>
  readdirSync(folder).includes('migrations'),
)!
const FILTERS = { externalTables: [], externalEnums: [] }

/** Prisma's own schema engine, in this process: nothing is downloaded and nothing else is started. */
async function withEngine<T>(url: string, work: (engine: wasm.SchemaEngine) => Promise<T>): Promise<T> {
  await load()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  try {
    return await work(await wasm.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapterOn(pool))))
  } finally {
    await pool.end()
  }
}

/** The adapter cuts a script at every semicolon, also inside functions and comments; PostgreSQL reads it whole. */
function adapterOn(pool: pg.Pool) {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => Object.assign(await connect(), { executeScript: async (script: string) => void (await pool.query(script)) })
  return factory
}

// Node has it, but its types leave it to the browser's.
declare const WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }> }

let loaded: Promise<void> | undefined
const load = () => (loaded ??= loadOnce())
async function loadOnce() {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': wasm as never })
  wasm.__wbg_set_wasm(instance.exports as never)
  ;(instance.exports as { __wbindgen_start(): void }).__wbindgen_start()
}

const migrations = () => ({
  baseDir: join(HERE, 'migrations'),
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: readdirSync(join(HERE, 'migrations'))
    .sort()
    .filter((name) => /^\d/.test(name))
    .map((path) => ({
      path,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: readFileSync(join(HERE, 'migrations', path, 'migration.sql'), 'utf8') } },
    })),
})

/** Applies the migrations that are missing; answers their names. Safe to repeat, not to run twice at once. */
export async function deploy(url: string): Promise<string[]> {
  return withEngine(url, async (engine) => (await engine.applyMigrations({ migrationsList: migrations(), filters: FILTERS })).appliedMigrationNames)
}

/** The schema as its files say now, in one text. */
export const schemaText = () =>
  readdirSync(join(HERE, 'schema'))
    .sort()
    .map((name) => readFileSync(join(HERE, 'schema', name), 'utf8'))
    .join('\n')

/** The schema as the last migration left it: each one keeps a copy beside its SQL. */
export const migratedSchemaText = () => {
  const last = migrations().migrationDirectories.at(-1)
  return last ? readFileSync(join(HERE, 'migrations', last.path, 'schema.prisma'), 'utf8') : null
}

/** The SQL that leads from the last migration to the schema files; empty when they agree. The engine wants a database to talk to, but reads nothing there. */
export async function pendingSql(url: string): Promise<string> {
  const datamodel = (content: string) => ({ tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] })
  const before = migratedSchemaText()
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({
      from: before === null ? { tag: 'empty' } : datamodel(before),
      to: datamodel(schemaText()),
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  )
  return stdout?.includes('empty migration') ? '' : (stdout ?? '')
}
