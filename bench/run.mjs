import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { bundle } from '../scripts/bundling.mjs'

/**
 * `npm run bench`, `bench:live`, `bench:leads`, `bench:analytics`, `bench:calls`, `bench:growth`, `bench:pages` and `bench:registers`, `npm run load` and `npm run upgrade:test`: compiles the product and the benchmark, and starts it.
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
if (first === 'calls') await bundleProduct()
if (first === 'pages') must('scripts/build.mjs')
const isNamed = ['live', 'leads', 'analytics', 'calls', 'pages', 'ramp', 'registers', 'upgrade', 'growth'].includes(first)
process.exit(isNamed ? run(`${FOLDER}/bench/${first}.js`, ...rest) : run(`${FOLDER}/bench/main.js`, ...process.argv.slice(2)))

/** Bundles the measured server as `npm start` runs it, since its memory depends on that. */
async function bundleProduct() {
  const files = await bundle({
    folder: FOLDER,
    placeOf: (path) => relative(FOLDER, path),
    entryPoints: [`${FOLDER}/bench/calls/product.js`],
    outbase: FOLDER,
    outdir: FOLDER,
    allowOverwrite: true,
  })
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
