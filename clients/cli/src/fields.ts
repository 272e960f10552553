import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
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
  const described = [plain(field.description ?? ''), isRequired ? 'required' : ''].filter(Boolean).join('; ')
  const kind = kindOf(field)
  if (kind === 'switch') return [new Option(flag, described), new Option(`--no-${kebab(name)}`).hideHelp()]
  if (kind === 'texts')
    return [new Option(`${flag} <text>`, `${described}; may be repeated`).argParser((text: string, before?: string[]) => [...(before ?? []), text])]
  const option = new Option(`${flag} <${kind}>`, described)
  // To be shown and completed; which ones it takes is for the server to say, that may know more of them.
  const choices = choicesOf(field)
  if (choices.length > 0) option.argChoices = choices
  return [option]
}

/** Markdown as words. */
export const plain = (markdown: string) => markdown.replaceAll('`', '')

/** The values of query and body as the API takes them. Whether they are right is for the server to say. */
export async function valuesOf({ query, body }: Operation, options: Given): Promise<{ query: Record<string, string | undefined>; body?: Given }> {
  const given = (fields: Record<string, Field>) => Object.entries(fields).filter(([name]) => options[camel(name)] !== undefined)
  const inQuery = Object.fromEntries(given(query).map(([name]) => [name, String(options[camel(name)])]))
  if (!body) return { query: inQuery }
  const data = options.data === undefined ? {} : await jsonOf(options.data as string, '--data')
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw usage('--data is an object in JSON: {"name": "Ada"}')
  const values: Given = { ...data }
  for (const [name, field] of given(body)) values[name] = await valueOf(name, field, options[camel(name)])
  return { query: inQuery, body: values }
}

async function valueOf(name: string, field: Field, value: unknown): Promise<unknown> {
  const kind = kindOf(field)
  if (kind === 'json') return jsonOf(String(value), `--${kebab(name)}`)
  const isNumber = kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(String(value))
  return isNumber ? Number(value) : value
}

/** JSON that is given itself, or as `@file`, or as `-` for stdin. Throws a usage Failure that does not repeat it. */
export async function jsonOf(given: string, what: string): Promise<unknown> {
  const json = given === '-' || given.startsWith('@') ? await read(given, what) : given
  try {
    return JSON.parse(json)
  } catch {
    throw usage(`${what} is no JSON`)
  }
}

async function read(given: string, what: string): Promise<string> {
  try {
    const all = given === '-' || given === '@-' ? await text(process.stdin) : await readFile(given.slice(1), 'utf8')
    return all.replace(/^\ufeff/, '')
  } catch (error) {
    throw usage(`${what}: ${given} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** As commander names an option's value. */
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
