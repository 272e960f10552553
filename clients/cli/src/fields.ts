import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { usage } from './errors.ts'
import type { Field, Operation } from './manifest.ts'
import { kebab } from './text.ts'

type Given = Record<string, unknown>
type Kind = 'switch' | 'number' | 'text' | 'texts' | 'json'

/** How a field is written on the command line. Ids are numbers; what is made of parts is JSON. */
function kindOf(field: Field): Kind {
  const choices = field.anyOf ?? [field]
  const types = choices.flatMap(({ type }) => type ?? []).filter((type) => type !== 'null')
  if (types.includes('array')) return choices.some(({ items }) => items && kindOf(items) === 'text') ? 'texts' : 'json'
  if (types.includes('object') || types.length === 0) return 'json'
  if (types.includes('boolean')) return 'switch'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

/** The choices of a field that has but a few. */
export const choicesOf = ({ enum: own, anyOf = [] }: Field): string[] => [own ?? [], ...anyOf.map((each) => each.enum ?? [])].flat().map(String)

/** What a command takes: the fields of query and body as switches. */
export function addFields(command: Command, { query, body, required }: Operation): void {
  for (const [name, field] of Object.entries({ ...query, ...body }))
    for (const option of optionsOf(name, field, required.includes(name))) command.addOption(option)
  if (body) command.option('--data <json>', 'the whole body as JSON, @file or - for stdin; other switches go on top')
}

function optionsOf(name: string, field: Field, isRequired: boolean): Option[] {
  const flag = `--${kebab(name)}`
  const choices = choicesOf(field)
  const about = [
    plain(field.description ?? ''),
    choices.length > 0 && !choices.every((each) => field.description?.includes(each)) ? choices.join(', ') : '',
    isRequired ? 'required' : '',
  ]
  const described = about.filter(Boolean).join('; ')
  const kind = kindOf(field)
  if (kind === 'switch') return [new Option(flag, described), new Option(`--no-${kebab(name)}`).hideHelp()]
  if (kind === 'texts')
    return [new Option(`${flag} <text>`, `${described}; may be repeated`).argParser((text: string, before: string[] = []) => [...before, text])]
  return [new Option(`${flag} <${kind === 'json' ? 'json' : kind === 'number' ? 'number' : 'text'}>`, described)]
}

/** Markdown as words. */
export const plain = (markdown: string) => markdown.replaceAll('`', '')

/** The values of query and body as the API takes them. Whether they are right is for the server to say. */
export function valuesOf({ query, body }: Operation, options: Given): { query: Record<string, string | undefined>; body?: Given } {
  const given = (fields: Record<string, Field>) =>
    Object.keys(fields)
      .map((name): [string, unknown] => [name, options[camel(name)]])
      .filter(([, value]) => value !== undefined)
  const inQuery = Object.fromEntries(given(query).map(([name, value]) => [name, String(value)]))
  if (!body) return { query: inQuery }
  const inBody = Object.fromEntries(given(body).map(([name, value]) => [name, valueOf(name, body[name]!, value)]))
  const data = options.data === undefined ? {} : jsonOf(String(options.data), '--data')
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw usage('--data is an object in JSON: {"name": "Ada"}')
  return { query: inQuery, body: { ...data, ...inBody } }
}

function valueOf(name: string, field: Field, value: unknown): unknown {
  const kind = kindOf(field)
  if (kind === 'json') return jsonOf(String(value), `--${kebab(name)}`)
  const isNumber = kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(String(value))
  return isNumber ? Number(value) : value
}

/** JSON that is given itself, or as `@file`, or as `-` for stdin. Throws a usage Failure that does not repeat it. */
export function jsonOf(text: string, what: string): unknown {
  const json = text === '-' ? read(0, what) : text.startsWith('@') ? read(text.slice(1), what) : text
  try {
    return JSON.parse(json)
  } catch (error) {
    throw usage(`${what} is no JSON: ${(error as Error).message.replace(/, ".*|: .*/s, '')}`)
  }
}

function read(file: string | 0, what: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw usage(`${what}: ${file === 0 ? 'stdin' : file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** As commander names an option's value. */
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
