import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/**
 * Generates everything under src/generated (the Prisma client, Pothos' types and the typed REST documents), schema.graphql and
 * openapi.json. Downloads nothing.
 */
const run = (command, args) => {
  const { status } = spawnSync(process.execPath, [command, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` },
  })
  if (status !== 0) process.exit(status ?? 1)
}
run('scripts/prismaClient.mjs', [])
mkdirSync('src/generated', { recursive: true })
if (!existsSync('src/generated/rest.ts')) writeFileSync('src/generated/rest.ts', 'export {}\n')
run('node_modules/tsx/dist/cli.mjs', ['codegen.ts'])
