import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/embedded/postgres.ts'
import { pendingSql } from './engine.ts'
import { MIGRATED_SCHEMA, schemaText } from './migrations.ts'

/** `npm run migration -- name` writes the SQL that leads from the last migration to the schema files; `--check` only tells whether there is any. */
const name = process.argv[2]
if (!name || !/^([a-z_]+|--check)$/.test(name)) throw new Error('Say a name in lower case: npm run migration -- add_something')
const postgres = await startPostgres(join(tmpdir(), `callwright-migration-${process.pid}`), ['fsync=off'])
const sql = await pendingSql(postgres.url).finally(() => postgres.stop())

if (!sql) console.log('The schema files agree with the migrations.')
else if (name === '--check') {
  console.error(`The schema files are ahead of the migrations; run npm run migration -- name\n${sql}`)
  process.exitCode = 1
} else {
  const folder = `prisma/migrations/${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/migration.sql`, sql)
  writeFileSync(MIGRATED_SCHEMA, schemaText())
  console.log(`Wrote ${folder}/migration.sql; read it before you commit it.`)
}
