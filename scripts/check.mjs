import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Everything that can be known without running the tests. Every step runs, so that one look shows all there is to mend. */
const steps = [
  ['public contracts', 'scripts/generate.mjs', []],
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ['lint and import rules', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--format=unix']],
  ['migrations', 'node_modules/tsx/dist/cli.mjs', ['prisma/newMigration.ts', '--check']],
]
const CONTRACTS = ['schema.graphql', 'openapi.json', '.env.example', 'docs/settings.md']
const read = () => CONTRACTS.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))

let failed = false
const before = read()
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', maxBuffer: 64 << 20 })
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`)
  if (status !== 0) {
    failed = true
    process.stdout.write(`${stdout}${stderr}\n`)
  }
}
const after = read()
const drifted = CONTRACTS.filter((_, i) => before[i] !== after[i])
process.stdout.write(`${drifted.length === 0 ? 'ok  ' : 'FAIL'} generated files are committed as they are made${drifted.map((path) => `: ${path} changed, commit it`).join('')}\n`)
process.exit(failed || drifted.length > 0 ? 1 : 0)
