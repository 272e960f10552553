import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Pages for developers of Callwright. Their commands don't run, and they have no translations. */
const FOR_BUILDERS = ['architecture', 'development', 'performance']
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
export const pages = () => inFolder('docs').filter(({ name }) => !FOR_BUILDERS.includes(name))

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
export const tells = (told: string) => new RegExp(`^${told.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`)

/**
 * The first difference between a response and its page, or null. A page may leave fields out. `…` within a text, or instead of a value, matches anything, and
 * as the last item of a list any further items.
 */
export function unlike(actual: unknown, told: unknown, where = 'answer'): string | null {
  if (told === '…') return actual === undefined ? `${where} is missing` : null
  if (typeof told === 'string' && told.includes('…')) return tells(told).test(String(actual)) ? null : differs(where, actual, told)
  if (Array.isArray(told)) return Array.isArray(actual) ? unlikeList(actual, told, where) : differs(where, actual, told)
  if (typeof told !== 'object' || told === null) return Object.is(actual, told) ? null : differs(where, actual, told)
  if (typeof actual !== 'object' || actual === null) return differs(where, actual, told)
  const found = Object.entries(told).map(([name, value]) => unlike((actual as Record<string, unknown>)[name], value, `${where}.${name}`))
  return found.find((each) => each !== null) ?? null
}

function unlikeList(actual: unknown[], told: unknown[], where: string): string | null {
  const isPart = told.at(-1) === '…'
  const items = isPart ? told.slice(0, -1) : told
  if (actual.length < items.length || (!isPart && actual.length > items.length)) return differs(where, actual, told)
  const found = items.map((item, at) => unlike(actual[at], item, `${where}[${at}]`))
  return found.find((each) => each !== null) ?? null
}

const differs = (where: string, actual: unknown, told: unknown) => `${where} is ${JSON.stringify(actual)}, and the page tells ${JSON.stringify(told)}`
