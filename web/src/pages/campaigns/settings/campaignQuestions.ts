/** A post-call question as a form row. `rest` keeps the parts of its schema that the form doesn't show. */
export interface Question {
  /** Key in the results. Derived from the title if the question is new. */
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

/** Converts a JSON Schema to form rows. */
export function toQuestions(schema: unknown, columns: readonly string[]): Question[] {
  const { properties, required } = isObject(schema) ? schema : {}
  const needed = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([key, field]) => {
    const { title, description, type, enum: choices, format, required: isNeeded, ...rest } = isObject(field) ? field : {}
    const kind = kindOf(type, choices, format)
    return {
      key,
      title: textOf(title) || toTitle(key),
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

const filterComplete = (questions: readonly Question[]) =>
  questions.filter(({ title, kind, choices }) => title.trim() !== '' && (kind !== 'choice' || choices.length > 0))

/** Returns the complete rows, each with a unique key. */
export function withKeys(questions: readonly Question[]): (Question & { key: string })[] {
  const usedKeys = new Set(questions.flatMap(({ key }) => (key === null ? [] : [key])))
  return filterComplete(questions).map((question) => {
    if (question.key !== null) return { ...question, key: question.key }
    const base = toSlug(question.title)
    let key = base
    for (let count = 2; usedKeys.has(key); count += 1) key = `${base}_${count}`
    usedKeys.add(key)
    return { ...question, key }
  })
}

/** Converts form rows to a JSON Schema. `null` if there are no questions. */
export function toSchema(questions: readonly Question[], before: unknown): Json | null {
  const rows = withKeys(questions)
  if (rows.length === 0) return null
  const { properties: _, required: __, ...outer } = isObject(before) ? before : {}
  const required = rows.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  return { ...outer, type: 'object', properties: Object.fromEntries(rows.map((row) => [row.key, fieldOf(row)])), ...(required.length > 0 ? { required } : {}) }
}

function fieldOf({ key, title, ask, kind, choices, rest }: Question & { key: string }): Json {
  const shape: Json =
    kind === 'other' ? {} : kind === 'choice' ? { type: 'string', enum: choices } : kind === 'date' ? { type: 'string', format: 'date' } : { type: kind }
  return { ...rest, ...shape, ...(title.trim() !== toTitle(key) ? { title: title.trim() } : {}), ...(ask.trim() ? { description: ask.trim() } : {}) }
}

/** Returns the display columns: previous ones in their order, then newly chosen ones. */
export function toColumns(questions: readonly Question[], further: readonly string[], before: readonly string[]): string[] {
  const rows = withKeys(questions)
  const selected = [...further, ...rows.filter(({ isColumn }) => isColumn).map(({ key }) => key)]
  const keys = new Set(selected)
  return [...new Set([...before.filter((name) => keys.has(name)), ...selected])]
}

const toSlug = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'answer'

const toTitle = (key: string) => {
  const words = key.replaceAll('_', ' ').trim() || key
  return words[0]!.toUpperCase() + words.slice(1)
}
