import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const FOLDER = 'dist/web'
/** Scripts and styles of a first load (decision 34). */
const MAX_FIRST_LOAD = 250_000

const read = (path: string) => readFileSync(`${FOLDER}/${path}`, 'utf8')
const page = read('index.html')
const namedIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path!)

/** A script and the files it requires. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const name of namedIn(read(path), /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) withImports(`assets/${name}`, found)
  return found
}

/** The files of the first load: the entry, its styles, and the named chunks that the entry fetches. */
const neededFor = (...names: string[]) => {
  const [entry] = namedIn(page, /<script type="module"[^>]*src="\/([^"]+)"/g)
  const styles = namedIn(page, /<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)
  const chunks = names.map((name) => `assets/${namedIn(read(entry!), new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]+\\.js)["'\`]\\)`, 'g'))[0]}`)
  return { entry: entry!, files: new Set([...styles, ...[entry!, ...chunks].flatMap((path) => [...withImports(path)])]) }
}

/** The messages that every page needs, and the page's own. */
const messages = (...names: string[]) => ['en', ...names.map((name) => `en-${name}`)]

test.each([
  ['Home', ['shell', 'Home', ...messages('home', 'alertTexts')], { bytes: 228_000, scripts: 10 }],
  ['Calls', ['shell', 'Calls', ...messages('calls', 'recording')], { bytes: 243_000, scripts: 12 }],
  ['signing in', ['Access', ...messages('access')], { bytes: MAX_FIRST_LOAD, scripts: 12 }],
])('%s loads few scripts, and few bytes of scripts and styles, compressed', (_, names, max) => {
  const { files } = neededFor(...names)
  const bytes = [...files].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)
  const scripts = [...files].filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.length).toBeLessThanOrEqual(max.scripts)
  expect(max.bytes).toBeLessThanOrEqual(MAX_FIRST_LOAD)
  expect(bytes).toBeLessThan(max.bytes)
})

test("each page is its own file, which the first load doesn't wait for", () => {
  const routes = ['routes', 'sessionRoutes'].map((name) => readFileSync(`web/src/${name}.tsx`, 'utf8')).join('')
  const pages = namedIn(routes, /import\('\.\/pages\/[\w/]+\/(\w+)\.tsx'\)/g)
  const { entry, files } = neededFor('shell', 'Home')
  const text = read(entry)
  for (const name of new Set(pages)) {
    const [file] = namedIn(text, new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]+\\.js)["'\`]\\)`, 'g'))
    expect(file, name).toBeDefined()
    if (name !== 'Home') expect(files, name).not.toContain(`assets/${file}`)
  }
})
