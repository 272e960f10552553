import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const FOLDER = 'dist/web'
const MAX_BYTES = 250_000

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

test.each([
  ['the first page', ['Frame', 'Home']],
  ['signing in', ['Access']],
])('%s loads less than 250 kB, compressed', (_, names) => {
  const { files } = neededFor(...names)
  const bytes = [...files].reduce((sum, path) => sum + gzipSync(read(path)).length, 0)
  expect(files.size).toBeGreaterThan(2)
  expect(bytes).toBeLessThan(MAX_BYTES)
})

test("each page is its own file, which the first load doesn't wait for", () => {
  const routes = ['routes', 'sessionRoutes'].map((name) => readFileSync(`web/src/${name}.tsx`, 'utf8')).join('')
  const pages = namedIn(routes, /import\('\.\/pages\/[\w/]+\/(\w+)\.tsx'\)/g)
  const { entry, files } = neededFor('Frame', 'Home')
  const text = read(entry)
  for (const name of new Set(pages)) {
    const [file] = namedIn(text, new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]+\\.js)["'\`]\\)`, 'g'))
    expect(file, name).toBeDefined()
    if (name !== 'Home') expect(files, name).not.toContain(`assets/${file}`)
  }
})
