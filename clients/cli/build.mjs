import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Compiles src to dist, with the manifest that `npm run generate` has made beside it, unless nothing has changed. It is
 * made aside and put in place at once, so that several may build at the same time while others run it.
 */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const hash = createHash('sha256')
const sources = readdirSync(here('src'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|json)$/.test(name))
for (const name of sources.sort()) hash.update(name).update(readFileSync(here(`src/${name}`)))
for (const name of ['tsconfig.json', 'package.json']) hash.update(readFileSync(here(name)))
const state = hash.digest('hex')
const isCurrent = () => existsSync(here('dist/.built')) && readFileSync(here('dist/.built'), 'utf8') === state

if (!isCurrent()) {
  const made = here(`dist.${process.pid}`)
  const { status } = spawnSync(process.execPath, [here('../../node_modules/typescript/bin/tsc'), '-p', here('tsconfig.json'), '--outDir', made], {
    stdio: 'inherit',
  })
  if (status !== 0) {
    rmSync(made, { recursive: true, force: true })
    process.exit(status ?? 1)
  }
  cpSync(here('src/generated/commands.json'), `${made}/generated/commands.json`)
  writeFileSync(`${made}/.built`, state)
  if (!isCurrent()) {
    rmSync(here('dist'), { recursive: true, force: true })
    try {
      renameSync(made, here('dist'))
    } catch (error) {
      // Another one was faster.
      if (!isCurrent()) throw error
    }
  }
  rmSync(made, { recursive: true, force: true })
}
