import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/**
 * Generates everything under src/generated (the Prisma client, Pothos' types, the typed REST documents and the zones of telephone numbers),
 * schema.graphql and openapi.json. A PostgreSQL of its own describes the statements of the product. Downloads nothing.
 */
const run = (command, args) => {
  const { status } = spawnSync(process.execPath, [command, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` },
  })
  if (status !== 0) process.exit(status ?? 1)
}
run('scripts/prismaClient.mjs', [])
run('scripts/numberZones.mjs', [])
if (!existsSync('src/generated/rest.ts')) writeFileSync('src/generated/rest.ts', 'export {}\n')
run('node_modules/tsx/dist/cli.mjs', ['codegen.ts'])
// The types of statements are committed, so that a build needs no database.
if (!process.argv.includes('--without-database')) run('node_modules/tsx/dist/cli.mjs', ['scripts/statements/main.ts'])
