import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { usage } from './errors.ts'
import type { Field, Operation } from './manifest.ts'
import { kebab } from './text.ts'

type OptionValues = Record<string, unknown>
type Kind = 'switch' | 'number' | 'text' | 'texts' | 'json'

/** Chooses how a field is written on the command line. IDs are numbers; compound values are JSON. */
function valueTypeOf(field: Field): Kind {
  const choices = field.anyOf ?? [field]
  const types = choices.flatMap(({ type }) => type ?? []).filter((type) => type !== 'null')
  if (types.includes('array')) return choices.some(({ items }) => items && valueTypeOf(items) === 'text') ? 'texts' : 'json'
  if (types.includes('object') || types.length === 0) return 'json'
  if (types.includes('boolean')) return 'switch'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

/** The allowed values of a field, if it lists them. */
export const choicesOf = ({ enum: ownChoices, anyOf = [] }: Field): string[] => [ownChoices ?? [], ...anyOf.map((each) => each.enum ?? [])].flat().map(String)

/** Adds the query and body fields of an operation as options. */
export function addFields(command: Command, { query, body, required }: Operation): void {
  for (const [name, field] of Object.entries({ ...query, ...body }))
    for (const option of optionsOf(name, field, required.includes(name))) command.addOption(option)
  if (body) command.option('--data <json>', 'request body as JSON, @file, or - for stdin (other options override it)')
}

function optionsOf(name: string, field: Field, isRequired: boolean): Option[] {
  const flag = `--${kebab(name)}`
  const described = [stripMarkdown(field.description ?? '').replace(/\.$/, ''), isRequired ? '(required)' : ''].filter(Boolean).join(' ')
  const kind = valueTypeOf(field)
  if (kind === 'switch') return [new Option(flag, described), new Option(`--no-${kebab(name)}`).hideHelp()]
  if (kind === 'texts')
    return [new Option(`${flag} <text>`, `${described} (repeatable)`).argParser((text: string, before?: string[]) => [...(before ?? []), text])]
  const option = new Option(`${flag} <${kind}>`, described)
  // For help and completion only: the server validates the value, since it may know newer ones.
  const choices = choicesOf(field)
  if (choices.length > 0) option.argChoices = choices
  return [option]
}

/** Strips Markdown code marks. */
export const stripMarkdown = (markdown: string) => markdown.replaceAll('`', '')

/** Builds the query and body from the options. The server validates them. */
export async function readValues(
  { query, body }: Operation,
  options: OptionValues,
): Promise<{ query: Record<string, string | undefined>; body?: OptionValues }> {
  const listPresent = (fields: Record<string, Field>) => Object.entries(fields).filter(([name]) => options[toCamelCase(name)] !== undefined)
  const inQuery = Object.fromEntries(listPresent(query).map(([name]) => [name, String(options[toCamelCase(name)])]))
  if (!body) return { query: inQuery }
  const data = options.data === undefined ? {} : await readJson(options.data as string, '--data')
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw usage('--data must be a JSON object, such as {"name": "Ada"}')
  const values: OptionValues = { ...data }
  for (const [name, field] of listPresent(body)) values[name] = await valueOf(name, field, options[toCamelCase(name)])
  return { query: inQuery, body: values }
}

async function valueOf(name: string, field: Field, value: unknown): Promise<unknown> {
  const kind = valueTypeOf(field)
  if (kind === 'json') return readJson(String(value), `--${kebab(name)}`)
  const isNumber = kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(String(value))
  return isNumber ? Number(value) : value
}

/** Parses JSON that is passed inline, as `@file`, or as `-` for stdin. Throws a usage Failure that does not repeat the input. */
export async function readJson(input: string, label: string): Promise<unknown> {
  const json = input === '-' || input.startsWith('@') ? await read(input, label) : input
  try {
    return JSON.parse(json)
  } catch {
    throw usage(`${label} is not valid JSON`)
  }
}

async function read(input: string, label: string): Promise<string> {
  try {
    const content = input === '-' || input === '@-' ? await text(process.stdin) : await readFile(input.slice(1), 'utf8')
    return content.replace(/^\ufeff/, '')
  } catch (error) {
    throw usage(`${label}: ${input} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The property name that commander gives to an option. */
const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
