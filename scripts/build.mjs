import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Compiles to dist/, unless nothing has changed since it was last done. `--force` compiles all the same. */
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? (name === 'generated' ? [] : files(path)) : [path]
  })
const sources = ['src', 'prisma'].flatMap(files).concat('package-lock.json', 'codegen.ts', 'tsconfig.json', 'tsconfig.build.json')
const hash = createHash('sha256')
for (const path of sources.sort((a, b) => (a < b ? -1 : 1))) hash.update(path).update(readFileSync(path))
const state = hash.digest('hex')
const stamp = 'dist/.built'

if (process.argv.includes('--force') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  process.stderr.write('Building …\n')
  rmSync('dist', { recursive: true, force: true })
  for (const args of [['scripts/generate.mjs'], ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) {
      process.stderr.write(`${stdout}${stderr}`)
      process.exit(status ?? 1)
    }
  }
  writeFileSync(stamp, state)
}
