import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

/**
 * `npm run bench`, `bench:live`, `bench:leads`, `bench:analytics`, `bench:calls`, `bench:growth` and `bench:registers`, `npm run load` and `npm run upgrade:test`: compiles the product and the benchmark, and starts it.
 * Uses a separate folder instead of dist/, so that other builds do not change the measured code.
 */
const FOLDER = 'dist-bench'
const run = (command, ...args) => spawnSync(process.execPath, [command, ...args], { stdio: 'inherit' }).status ?? 1
const must = (...command) => {
  const status = run(...command)
  if (status !== 0) process.exit(status)
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
writeFileSync(`${FOLDER}/.gitignore`, '*\n')
must('scripts/generate.mjs')
must('node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json')
const [first, ...rest] = process.argv.slice(2)
const isNamed = ['live', 'leads', 'analytics', 'calls', 'ramp', 'registers', 'upgrade', 'growth'].includes(first)
process.exit(isNamed ? run(`${FOLDER}/bench/${first}.js`, ...rest) : run(`${FOLDER}/bench/main.js`, ...process.argv.slice(2)))
