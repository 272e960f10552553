import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds `schema/` and `migrations/`, also when this file runs from `dist/`. */
const HERE = [dirname(fileURLToPath(import.meta.url)), join(dirname(fileURLToPath(import.meta.url)), '../../prisma')].find((folder) =>
  readdirSync(folder).includes('migrations'),
)!
export const MIGRATIONS = join(HERE, 'migrations')

export interface Migration {
  name: string
  sql: string
}

/** The names of the migrations of this version, in order. */
export const listMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => /^\d/.test(name))
    .sort()

/** The name of the newest migration of this version. */
export const lastMigration = (): string => listMigrations().at(-1)!

/** The migrations of a folder, in the order in which they are applied. */
export const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .sort()
    .filter((name) => /^\d/.test(name))
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))

const EXCEPTION = /^\s*-- allow ([a-z-]+): (.+)$/gm

/** The rules of migrations that a comment in the SQL permits to break (`-- allow RULE: reason`), with its reason. */
export const exceptionsOf = (sql: string): { rule: string; reason: string }[] =>
  [...sql.matchAll(EXCEPTION)].map(([, rule, reason]) => ({ rule: rule!, reason: reason!.trim() }))

/** The schema as its files say now, in one text. */
export const schemaText = () =>
  readdirSync(join(HERE, 'schema'))
    .sort()
    .map((name) => readFileSync(join(HERE, 'schema', name), 'utf8'))
    .join('\n')

/** Where the schema stands as the migrations leave it. */
export const MIGRATED_SCHEMA = join(MIGRATIONS, 'schema.prisma')
