import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Builds dist/, unless nothing has changed since the last build. `--force` always builds. */
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'generated' || name === 'node_modules' ? [] : files(path)
    return name.endsWith('.gql.ts') ? [] : [path]
  })
const sources = ['src', 'prisma', 'web', 'clients/cli/src'].flatMap(files)
sources.push(
  'package-lock.json',
  'codegen.ts',
  'scripts/bundle.mjs',
  'scripts/bundling.mjs',
  'scripts/commands.ts',
  'scripts/numberZones.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
)
const hash = createHash('sha256')
for (const path of sources.sort((a, b) => (a < b ? -1 : 1))) hash.update(path).update(readFileSync(path))
const state = hash.digest('hex')
const stamp = 'dist/.built'

/** Writes compressed copies next to the file, so that the server need not compress it for each response. */
function compress(path) {
  const content = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(content))
}

async function run(...args) {
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  } catch ({ stdout, stderr, code }) {
    process.stderr.write(`${stdout}${stderr}`)
    process.exit(typeof code === 'number' ? code : 1)
  }
}

if (process.argv.includes('--force') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  process.stderr.write('Building …\n')
  rmSync('dist', { recursive: true, force: true })
  await run('scripts/generate.mjs', '--without-database')
  // The server, the dashboard and the command line are independent of each other.
  await Promise.all([
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json').then(() => run('scripts/bundle.mjs')),
    run('node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'),
    run('clients/cli/build.mjs'),
  ])
  for (const path of files('dist/web')) if (/\.(js|css|svg|json|webmanifest)$/.test(path)) compress(path)
  writeFileSync(stamp, state)
}
