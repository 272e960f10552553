/**
 * The text of a statement, in parts. `$name` in it is a parameter, `$name?` one that may be null. Values never become part of the text.
 */
export interface SqlText {
  readonly parts: readonly SqlPart[]
}

/** What a statement decides each time it runs, by its parameters. */
export type SqlPart =
  | string
  | { kind: 'choice'; parameter: string; given: SqlText; missing: SqlText }
  | { kind: Dynamic; parameter: string; table: string; prefix: string; without: readonly string[] }

/** Builds a text from a template. It takes other texts and numbers, but no strings, so that nobody can mistake a value for SQL. */
export function sql({ raw }: TemplateStringsArray, ...inserts: (SqlText | number)[]): SqlText {
  return { parts: raw.flatMap((part, index) => [part, ...partsOf(inserts[index])]) }
}

const partsOf = (insert: SqlText | number | undefined): readonly SqlPart[] =>
  typeof insert === 'object' ? insert.parts : insert === undefined ? [] : [String(insert)]

export const NOTHING: SqlText = { parts: [] }

/** A string of the product, such as a placeholder or a list of columns, as part of a text. Never for input. */
export const rawSql = (text: string): SqlText => ({ parts: [text] })

/**
 * An array parameter whose length the planner doesn't see. A plan for one element costs so much less than a plan for any number that PostgreSQL
 * would plan the statement each time, which can take longer than to run it.
 */
export const array = (parameter: string, type: string): SqlText => rawSql(`(select $${parameter}::${type}[])::${type}[]`)

/** A fixed list of columns, one for each field. */
export const selectList = (fields: readonly string[], alias?: string): SqlText =>
  rawSql(fields.map((field) => (alias ? `${alias}.` : '') + columnOf(field)).join(', '))

/** Contains `given` if the statement runs with the parameter, and `missing` if the parameter is null or undefined. */
export const ifGiven = (parameter: string, given: SqlText, missing = NOTHING): SqlText => ({ parts: [{ kind: 'choice', parameter, given, missing }] })

/** `and column = $field` for each column whose field is given. A table's alias may precede the columns. */
export const equalIfGiven = (columns: readonly string[], alias?: string): SqlText => ({
  parts: columns.flatMap((column) => ifGiven(fieldOf(column), rawSql(` and ${alias ? `${alias}.` : ''}${column} = $${fieldOf(column)}`)).parts),
})

/** The columns of a table whose fields the parameter lists. The table's alias in the statement may precede each. */
export const columnsOf = (table: string, parameter = 'fields', alias?: string): SqlText =>
  dynamic('columns', table, parameter, { prefix: alias && `${alias}.` })

/** `column = value` for each field of the parameter that isn't undefined. */
export const assignmentsOf = (table: string, parameter = 'changes'): SqlText => dynamic('assignments', table, parameter)

/**
 * The columns for an insert of the fields of the parameter, and their values. Columns of undefined fields get their default. `without` are
 * the columns that the statement sets itself.
 */
export const insertColumnsOf = (table: string, parameter: string, ...without: string[]): SqlText => dynamic('insertColumns', table, parameter, { without })
export const insertValuesOf = (table: string, parameter: string, ...without: string[]): SqlText => dynamic('insertValues', table, parameter, { without })

type Dynamic = 'columns' | 'assignments' | 'insertColumns' | 'insertValues'
const dynamic = (kind: Dynamic, table: string, parameter: string, { prefix = '', without = [] }: { prefix?: string; without?: string[] } = {}): SqlText => ({
  parts: [{ kind, table, parameter, prefix, without }],
})

export type Params = Readonly<Record<string, unknown>>

/** A text as PostgreSQL takes it, with `$1`, `$2`, …, and how to read the value of each from the parameters. */
export interface CompiledSql {
  text: string
  /** What `$1`, `$2`, … are: `name`, or `parameter.field` for a field of an object. */
  names: readonly string[]
  values: (params: Params) => unknown[]
}

/** Compiles a text for all parameters that make the same choices as these. */
export function compileSql(sqlText: SqlText, params: Params): CompiledSql {
  const readers: ((params: Params) => unknown)[] = []
  const positions = new Map<string, number>()
  const place = (key: string, reader: (params: Params) => unknown): string => {
    const position = positions.get(key) ?? readers.push(reader)
    positions.set(key, position)
    return `$${position}`
  }
  const write = ({ parts }: SqlText): string => parts.map(writePart).join('')
  function writePart(part: SqlPart): string {
    if (typeof part === 'string') return part.replace(PARAMETER, (_, name: string) => place(name, (values) => values[name]))
    if (part.kind === 'choice') return write(params[part.parameter] == null ? part.missing : part.given)
    const { kind, parameter, prefix } = part
    const fields = chosenFields(params, parameter)
    const valueOf = (field: string) => place(`${parameter}.${field}`, (values) => (values[parameter] as Params)[field])
    if (kind === 'insertValues') return fields.map(valueOf).join(', ')
    if (kind === 'assignments') return fields.map((field) => `${columnOf(field)} = ${valueOf(field)}`).join(', ')
    return fields.map((field) => prefix + columnOf(field)).join(', ')
  }
  const text = write(sqlText)
  return { text, names: [...positions.keys()], values: (values) => readers.map((read) => read(values)) }
}

export const PARAMETER = /\$([a-z]\w*)(\?)?/gi

/** What the parameters choose, as a key for compiled texts. */
export function choicesOf({ parts }: SqlText, params: Params): string {
  let key = ''
  for (const part of parts) {
    if (typeof part === 'string') continue
    if (part.kind !== 'choice') key += `${chosenFields(params, part.parameter).join()};`
    else if (params[part.parameter] == null) key += `-${choicesOf(part.missing, params)}`
    else key += `+${choicesOf(part.given, params)}`
  }
  return key
}

function chosenFields(params: Params, parameter: string): string[] {
  const chosen = params[parameter] as readonly string[] | Params
  return Array.isArray(chosen) ? chosen : Object.keys(chosen).filter((field) => (chosen as Params)[field] !== undefined)
}

/** Returns the column of a field: its name in snake case. Throws for what cannot be a field. */
export function columnOf(field: string): string {
  if (!/^[a-z][a-z0-9]*$/i.test(field)) throw new Error(`${field} is not a field`)
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns the field of a column: its name in camel case. A `!` at its end only says that it is never null. */
export const fieldOf = (column: string): string => column.replace(/_([a-z0-9])|!$/g, (_, letter = '') => String(letter).toUpperCase())
