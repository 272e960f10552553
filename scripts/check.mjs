import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Runs all checks except the tests. Every step runs even after a failure, so that one run shows all problems. */
const steps = [
  { name: 'public contracts', command: 'scripts/generate.mjs', args: [] },
  { name: 'types', command: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the dashboard', command: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '-p', 'web/tsconfig.json'] },
  { name: 'types of the command line', command: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '-p', 'clients/cli/tsconfig.json'] },
  { name: 'import layers and cycles', command: 'scripts/imports.mjs', args: [] },
  { name: 'writers of tables', command: 'scripts/tables.mjs', args: [] },
  { name: 'words of the product', command: 'scripts/words.mjs', args: [] },
  { name: 'lint', command: 'node_modules/oxlint/bin/oxlint', args: ['--type-aware', '--format=unix'] },
  {
    name: 'format',
    command: 'node_modules/oxfmt/bin/oxfmt',
    args: ['--check', 'src', 'web', 'test', 'bench', 'scripts', 'prisma', 'clients/cli/src', 'codegen.ts', 'vitest.config.ts'],
  },
  { name: 'migrations', command: 'node_modules/tsx/dist/cli.mjs', args: ['prisma/newMigration.ts', '--check'] },
  { name: 'locks of migrations', command: 'node_modules/tsx/dist/cli.mjs', args: ['scripts/migrations/main.ts'] },
  { name: 'manifests for Kubernetes', command: 'scripts/manifests.mjs', args: [] },
]
const CONTRACTS = ['schema.graphql', 'openapi.json', '.env.example', 'docs/settings.md', 'src/generated/statements.ts']
const read = () => CONTRACTS.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))

let failed = false
const before = read()
for (const { name, command, args } of steps) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', maxBuffer: 64 << 20 })
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`)
  if (status !== 0) {
    failed = true
    process.stdout.write(`${stdout}${stderr}\n`)
  }
}
const after = read()
const drifted = CONTRACTS.filter((_, i) => before[i] !== after[i])
process.stdout.write(`${drifted.length === 0 ? 'ok  ' : 'FAIL'} generated files are up to date\n`)
for (const path of drifted) process.stdout.write(`     ${path} has changed, commit it\n`)
process.exit(failed || drifted.length > 0 ? 1 : 0)
