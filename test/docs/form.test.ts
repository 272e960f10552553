import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALERT_KINDS } from '../../src/inputs/alerts.ts'
import { CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { extensions } from '../../src/rest/extensions.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { anchorOf, pages, read, translations, findDifference } from './pages.ts'

const english = pages()
const translated = translations()
const pagesByPath = [...english, ...translated].map((page) => [page.path, page] as const)

describe.each(pagesByPath)('%s', (path, page) => {
  test('begins with its title, and a paragraph that search results can show', () => {
    const [title, empty, first] = page.text.split('\n')
    expect([title!.slice(0, 2), empty]).toEqual(['# ', ''])
    expect(page.headings.filter(({ level }) => level === 1)).toHaveLength(1)
    expect(first).toMatch(/^[^#|>`\-*<\d].{40,}/)
  })

  test('has blocks of the known kinds, readable JSON, and valid GraphQL', () => {
    for (const { kind, code, line } of page.blocks) {
      const where = `${path}:${line}`
      expect.soft(['sh', 'sh fails', 'text', 'json', 'graphql', 'js', 'ts', 'python'], where).toContain(kind)
      if (kind === 'json') expect.soft(() => JSON.parse(code), where).not.toThrow()
      if (kind === 'graphql') expect.soft(wrongGraphql(code), where).toEqual([])
    }
  })
})

const documents = [...readdirSync('.'), ...readdirSync('docs', { recursive: true }).map((name) => join('docs', String(name)))].filter((name) =>
  name.endsWith('.md'),
)

test.each(documents)('every link of %s leads to an existing file and heading', (document) => {
  const links = [...read(document).prose.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link]) => link!)
  expect(links.filter((link) => !hasTarget(document, link))).toEqual([])
})

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
/** A block may have several operations, with or without names. */
function wrongGraphql(code: string): string[] {
  const operations = code.split(/^(?=query|mutation|subscription|\{)/m).filter((part) => part.trim() !== '')
  return operations.flatMap((operation) => validate(schema, parse(operation)).map(({ message }) => message))
}

function hasTarget(from: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string | undefined]
  const target = file === '' ? resolve(from) : join(dirname(from), file)
  if (!existsSync(target)) return false
  return anchor === undefined || !target.endsWith('.md') || read(target).headings.some(({ text }) => anchorOf(text) === anchor)
}

/** Each command of the pages: its method and its path under /api/v1, without the query. */
const commands = english.flatMap(({ blocks }) =>
  blocks
    .filter(({ kind }) => kind.startsWith('sh'))
    .flatMap(({ code }) => code.split(/\bcurl\b/).slice(1))
    .flatMap((command) => {
      const path = /\$CALLWRIGHT\/api\/v1(\/[^\s"'?|)]*)/.exec(command)?.[1]
      const method = /(?:-X|--request) (\w+)/.exec(command)?.[1]
      const hasBody = /\s(?:-d|--data\S*|--json)\b/.test(command) && !/\s(?:-G|--get)\b/.test(command)
      return path ? [`${method ?? (hasBody ? 'POST' : 'GET')} ${path}`] : []
    }),
)

test('every endpoint has an example on some page', () => {
  const isShown = ({ method, path }: { method: string; path: string }) => {
    const pattern = path.replace(/[.:]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
    return commands.some((command) => new RegExp(`^${method} ${pattern}$`).test(command))
  }
  const without = [...routeTable, ...extensions].filter((row) => !isShown(row)).map(({ method, path }) => `${method} ${path}`)
  expect(without, 'write a `sh` block with a curl command that asks $CALLWRIGHT/api/v1…').toEqual([])
})

test('the list of endpoints has each with the page that describes it', () => {
  const { prose } = read('docs/api.md')
  const missing = [...routeTable, ...extensions]
    .filter(({ method, path }) => !prose.includes(`\`${method} ${path}\``))
    .map(({ method, path }) => `${method} ${path}`)
  expect(missing, 'add a row to the table under "Every endpoint" in docs/api.md').toEqual([])
})

test.each(['docs', 'docs/de', 'docs/es', 'docs/fr', 'docs/it'])('%s/alerts.md has a row for every type of alert', (folder) => {
  const text = readFileSync(`${folder}/alerts.md`, 'utf8')
  expect(ALERT_KINDS.filter((type) => !text.includes(`\n| \`${type}\` |`))).toEqual([])
})

test.each(['docs', 'docs/de', 'docs/es', 'docs/fr', 'docs/it'])('the tables of %s name every carrier', (folder) => {
  const [carriers, numbers, messages] = ['carriers', 'numbers', 'messages'].map((name) => readFileSync(`${folder}/${name}.md`, 'utf8'))
  const rowsOf = (name: string) => messages!.match(new RegExp(`^\\| [^|]*\\b${name}\\b`, 'gm')) ?? []
  const isNamed = (name: string) => carriers!.includes(`\n| \`${name}\` |`) && numbers!.includes(`\`${name}\``) && rowsOf(name).length === 2
  expect(CARRIERS.filter((name) => !isNamed(name))).toEqual([])
})

test('every picture that a document shows exists, every picture is shown, and those of the guides are small', () => {
  const shown = documents.flatMap((path) => [...read(path).prose.matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, target]) => join(dirname(path), target!)))
  const files = readdirSync('docs/pictures', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const existing = files.map((entry) => join(entry.parentPath, entry.name))
  expect([...new Set(shown)].toSorted(), 'run npm run guides, and show each picture in a document').toEqual(existing.toSorted())
  const bytes = existing.filter((path) => path.includes('/guides/')).reduce((sum, path) => sum + statSync(path).size, 0)
  expect(bytes).toBeLessThan(1_500_000)
})

test('the README lists every page', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(english.filter(({ name }) => !readme.includes(`](docs/${name}.md)`)).map(({ path }) => path)).toEqual([])
})

test('every page stays below the maximum length', () => {
  expect(english.filter(({ text, name }) => name !== 'settings' && text.split('\n').length > 280).map(({ path }) => path)).toEqual([])
})

describe.each(translated.map((page) => [page.path, page] as const))('%s is a translation of its English page', (path, page) => {
  const original = english.find(({ name }) => name === page.name)

  test('an English page of that name exists', () => expect(original, `docs/${page.name}.md`).toBeDefined())

  test('it has the same headings, level by level', () => {
    const outline = ({ headings }: typeof page) => headings.map(({ level }) => '#'.repeat(level)).join(' ')
    const headings = page.headings.map(({ text }) => text)
    expect(outline(page), `${path} has ${headings.length} headings, ${original!.path} ${original!.headings.length}: ${headings.join(' | ')}`).toBe(
      outline(original!),
    )
  })

  test('it has exactly the same code blocks', () => {
    const pairs = Array.from({ length: Math.max(page.blocks.length, original!.blocks.length) }, (_, at) => [page.blocks[at], original!.blocks[at]] as const)
    for (const [block, model] of pairs) {
      const where = `${path}:${block?.line ?? 'its end'} beside ${original!.path}:${model?.line ?? 'its end'}`
      expect([where, block?.kind, block?.code]).toEqual([where, model?.kind, model?.code])
    }
  })
})

test.each(pagesByPath.filter(([path]) => path.endsWith('/recording.md')).map(([path]) => path))('%s lists the countries where it is forbidden', (path) => {
  const { countries } = JSON.parse(readFileSync('src/data/recording-rules.json', 'utf8')) as { countries: Record<string, { suppress: boolean }> }
  const forbidden = Object.keys(countries).filter((country) => countries[country]!.suppress)
  const listed = /^([A-Z]{2}, [^.]*)\.$/m.exec(read(path).prose)?.[1]!.match(/[A-Z]{2}/g)
  expect(listed).toEqual(forbidden)
})

test('a response that differs from its page is reported, and fields that a page leaves out are not', () => {
  const answer = { id: 7, name: 'Ada', tags: ['a', 'b'], key: 'ago_123' }
  expect(findDifference(answer, { id: '…', key: 'ago_…', tags: ['a', '…'] })).toBeNull()
  expect(findDifference(answer, { name: 'Eve' })).toBe('answer.name is "Ada", and the page shows "Eve"')
  expect(findDifference(answer, { tags: ['a'] })).toContain('answer.tags is')
  expect(findDifference(answer, { tags: [] })).toContain('answer.tags is')
  expect(findDifference(answer, { lang: '…' })).toBe('answer.lang is missing')
  expect(findDifference(answer, { key: 'x…' })).toContain('answer.key is')
})
