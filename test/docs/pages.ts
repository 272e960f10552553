import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Pages for developers of Callwright. Their commands don't run, and they have no translations. */
const DEVELOPER_PAGES = ['architecture', 'development', 'performance', 'scaling']
const LANGUAGES = ['it', 'de', 'es', 'fr'] as const

export interface Block {
  /** The text after the opening fence: `sh`, `sh fails`, `json`, `text`, … */
  kind: string
  code: string
  /** Its line in the page, from 1. */
  line: number
  /** Only empty lines are between it and the block before. */
  follows: boolean
}

export interface Page {
  name: string
  path: string
  text: string
  /** Text without code blocks. */
  prose: string
  headings: { level: number; text: string }[]
  blocks: Block[]
}

/** Splits a page into text and blocks. Throws if a code block does not end. */
export function read(path: string): Page {
  const text = readFileSync(path, 'utf8')
  const page: Page = { name: path.replace(/^.*\//, '').replace(/\.md$/, ''), path, text, prose: '', headings: [], blocks: [] }
  let open: Block | null = null
  let follows = false
  for (const [at, line] of text.split('\n').entries()) {
    if (open && line === '```') {
      page.blocks.push(open)
      open = null
      follows = true
    } else if (open) open.code += `${line}\n`
    else if (line.startsWith('```')) open = { kind: line.slice(3), code: '', line: at + 1, follows }
    else {
      if (line.trim() !== '') follows = false
      page.prose += `${line}\n`
      const heading = /^(#+) (.*)$/.exec(line)
      if (heading) page.headings.push({ level: heading[1]!.length, text: heading[2]! })
    }
  }
  if (open) throw new Error(`${path}: the block of line ${open.line} has no end`)
  return page
}

const inFolder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => read(`${folder}/${name}`))
    : []

/** English pages for users. */
export const pages = () => inFolder('docs').filter(({ name }) => !DEVELOPER_PAGES.includes(name))

/** Translated pages in every language. */
export const translations = () => LANGUAGES.flatMap((language) => inFolder(`docs/${language}`))

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** A pattern for an output line as a page shows it. `…` matches anything. */
export const linePattern = (documented: string) => new RegExp(`^${documented.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`)

/**
 * The first difference between a response and its page, or null. A page may leave fields out. `…` within a text, or instead of a value, matches anything, and
 * as the last item of a list any further items.
 */
export function findDifference(actual: unknown, documented: unknown, path = 'answer'): string | null {
  if (documented === '…') return actual === undefined ? `${path} is missing` : null
  if (typeof documented === 'string' && documented.includes('…'))
    return linePattern(documented).test(String(actual)) ? null : describeDifference(path, actual, documented)
  if (Array.isArray(documented)) return Array.isArray(actual) ? findListDifference(actual, documented, path) : describeDifference(path, actual, documented)
  if (typeof documented !== 'object' || documented === null) return Object.is(actual, documented) ? null : describeDifference(path, actual, documented)
  if (typeof actual !== 'object' || actual === null) return describeDifference(path, actual, documented)
  const differences = Object.entries(documented).map(([name, value]) => findDifference((actual as Record<string, unknown>)[name], value, `${path}.${name}`))
  return differences.find((each) => each !== null) ?? null
}

function findListDifference(actual: unknown[], documented: unknown[], path: string): string | null {
  const isPart = documented.at(-1) === '…'
  const items = isPart ? documented.slice(0, -1) : documented
  if (actual.length < items.length || (!isPart && actual.length > items.length)) return describeDifference(path, actual, documented)
  const differences = items.map((item, at) => findDifference(actual[at], item, `${path}[${at}]`))
  return differences.find((each) => each !== null) ?? null
}

const describeDifference = (path: string, actual: unknown, documented: unknown) =>
  `${path} is ${JSON.stringify(actual)}, and the page shows ${JSON.stringify(documented)}`
