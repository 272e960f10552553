import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const FOLDER = 'dist/web'
/** Scripts, styles and messages of a first load (decision 34). */
const MAX_FIRST_LOAD = 180_000

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

/** The styles of a script load with it and have its name. */
const stylesOf = (script: string) => {
  const name = /^assets\/(.+)-[\w-]{8}\.js$/.exec(script)?.[1]
  return readdirSync(`${FOLDER}/assets`).flatMap((file) => (/^(.+)-[\w-]{8}\.css$/.exec(file)?.[1] === name ? [`assets/${file}`] : []))
}

/** The files of the first load: the entry, the named chunks that it fetches, and their styles. */
const neededFor = (...names: string[]) => {
  const [entry] = namedIn(page, /<script type="module"[^>]*src="\/([^"]+)"/g)
  const chunks = names.map((name) => `assets/${namedIn(read(entry!), new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]{8}\\.js)["'\`]\\)`, 'g'))[0]}`)
  const scripts = [...new Set([entry!, ...chunks].flatMap((path) => [...withImports(path)]))]
  return { entry: entry!, files: new Set(scripts.flatMap((script) => [script, ...stylesOf(script)])) }
}

/** The messages that every page needs, and the page's own. */
const [messagesFolder] = readdirSync(`${FOLDER}/assets`).filter((name) => name.startsWith('languages-'))
const messages = (...names: string[]) => ['base', ...names].map((name) => `assets/${messagesFolder}/en/${name}.json`)

test.each([
  ['Home', ['shell', 'Home'], messages('home', 'alertTexts')],
  ['Calls', ['shell', 'Calls'], messages('calls', 'recording')],
  ['signing in', ['Access'], messages('access')],
])('%s loads few scripts, and few bytes of scripts, styles and messages, compressed', (_, names, texts) => {
  const files = [...neededFor(...names).files, ...texts]
  const bytes = files.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)
  const scripts = files.filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.length).toBeLessThanOrEqual(8)
  expect(files.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(1)
  expect(bytes).toBeLessThan(MAX_FIRST_LOAD)
})

test("each page is its own file, which the first load doesn't wait for", () => {
  const routes = ['routes', 'sessionRoutes'].map((name) => readFileSync(`web/src/${name}.tsx`, 'utf8')).join('')
  const pages = namedIn(routes, /import\('\.\/pages\/[\w/]+\/(\w+)\.tsx'\)/g)
  const { entry, files } = neededFor('shell', 'Home')
  const text = read(entry)
  for (const name of new Set(pages)) {
    const [file] = namedIn(text, new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]{8}\\.js)["'\`]\\)`, 'g'))
    expect(file, name).toBeDefined()
    if (name !== 'Home') expect(files, name).not.toContain(`assets/${file}`)
  }
})
