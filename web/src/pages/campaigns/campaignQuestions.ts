/** A question of a campaign as a row of the form; what the form does not know of its schema is kept in `rest`. */
export interface Question {
  /** Its key in the results; made of the title where it is new. */
  key: string | null
  title: string
  ask: string
  kind: Kind
  choices: string[]
  isRequired: boolean
  isColumn: boolean
  rest: Record<string, unknown>
}

export const KINDS = ['string', 'boolean', 'integer', 'number', 'choice', 'date'] as const
export type Kind = (typeof KINDS)[number] | 'other'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const newQuestion = (): Question => ({ key: null, title: '', ask: '', kind: 'string', choices: [], isRequired: false, isColumn: true, rest: {} })

/** The rows that show a JSON Schema. */
export function questionsOf(schema: unknown, columns: readonly string[]): Question[] {
  const { properties, required } = isObject(schema) ? schema : {}
  const needed = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([key, field]) => {
    const { title, description, type, enum: choices, format, required: isNeeded, ...rest } = isObject(field) ? field : {}
    const kind = kindOf(type, choices, format)
    return {
      key,
      title: textOf(title) || readable(key),
      ask: textOf(description),
      kind,
      choices: Array.isArray(choices) ? choices.map(String) : [],
      isRequired: needed.includes(key) || isNeeded === true,
      isColumn: columns.includes(key),
      rest: { ...rest, ...(kind === 'other' ? { type, enum: choices, format } : {}) },
    }
  })
}

function kindOf(type: unknown, choices: unknown, format: unknown): Kind {
  if (choices !== undefined) return type === undefined || type === 'string' ? 'choice' : 'other'
  if (type === 'string' || type === undefined) return format === undefined ? 'string' : format === 'date' ? 'date' : 'other'
  return type === 'boolean' || type === 'integer' || type === 'number' ? type : 'other'
}

const complete = (questions: readonly Question[]) =>
  questions.filter(({ title, kind, choices }) => title.trim() !== '' && (kind !== 'choice' || choices.length > 0))

/** Each complete row with a key of its own. */
export function keyed(questions: readonly Question[]): (Question & { key: string })[] {
  const used = new Set(questions.flatMap(({ key }) => (key === null ? [] : [key])))
  return complete(questions).map((question) => {
    if (question.key !== null) return { ...question, key: question.key }
    const base = slug(question.title)
    let key = base
    for (let count = 2; used.has(key); count += 1) key = `${base}_${count}`
    used.add(key)
    return { ...question, key }
  })
}

/** The JSON Schema that asks these questions; null asks nothing. */
export function schemaOf(questions: readonly Question[], before: unknown): Json | null {
  const rows = keyed(questions)
  if (rows.length === 0) return null
  const { properties: _, required: __, ...outer } = isObject(before) ? before : {}
  const required = rows.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  return { ...outer, type: 'object', properties: Object.fromEntries(rows.map((row) => [row.key, fieldOf(row)])), ...(required.length > 0 ? { required } : {}) }
}

function fieldOf({ key, title, ask, kind, choices, rest }: Question & { key: string }): Json {
  const shape: Json =
    kind === 'other' ? {} : kind === 'choice' ? { type: 'string', enum: choices } : kind === 'date' ? { type: 'string', format: 'date' } : { type: kind }
  return { ...rest, ...shape, ...(title.trim() !== readable(key) ? { title: title.trim() } : {}), ...(ask.trim() ? { description: ask.trim() } : {}) }
}

/** The columns of the results: those there were, in their order, and those that were chosen since. */
export function columnsOf(questions: readonly Question[], further: readonly string[], before: readonly string[]): string[] {
  const rows = keyed(questions)
  const wanted = [...further, ...rows.filter(({ isColumn }) => isColumn).map(({ key }) => key)]
  const keys = new Set(wanted)
  return [...new Set([...before.filter((name) => keys.has(name)), ...wanted])]
}

const slug = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'answer'

const readable = (key: string) => {
  const words = key.replaceAll('_', ' ').trim() || key
  return words[0]!.toUpperCase() + words.slice(1)
}
