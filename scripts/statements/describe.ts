import pg from 'pg'
import type { SqlPart, SqlText } from '../../src/kernel/db/sqlText.ts'
import { compileSql, fieldOf, PARAMETER } from '../../src/kernel/db/sqlText.ts'
import { analyze, type Analysis, type Catalog } from './analysis.ts'
import { findUnbound } from './tenancy.ts'

/** A statement as PostgreSQL describes it. Types are those of TypeScript. */
export interface Description extends Analysis {
  params: readonly { name: string; type: string; isOptional: boolean; isNullable: boolean }[]
  row: readonly { name: string; type: string; isNullable: boolean }[]
  /** The tables whose rows it uses without their workspace. */
  unbound: readonly string[]
}

/** The PostgreSQL types of each TypeScript type, as `pg` and `columnTypes.ts` read it. */
const OIDS: Record<string, readonly number[]> = {
  boolean: [16],
  number: [21, 23, 26, 700, 701],
  bigint: [20],
  string: [25, 142, 1043, 1700, 2205, 2950, 3614],
  Date: [1082, 1114, 1184],
  'Buffer<ArrayBuffer>': [17],
  Json: [114, 3802],
  void: [2278],
  'boolean[]': [1000],
  'number[]': [1005, 1007, 1022],
  'string[]': [1009, 1015, 1016, 1231, 2951],
  'Date[]': [1115, 1182, 1185],
  'Buffer<ArrayBuffer>[]': [1001],
  'Json[]': [199, 3807],
}
const TYPES = new Map(Object.entries(OIDS).flatMap(([type, oids]) => oids.map((oid) => [oid, type] as const)))

/** Columns of the tables, by table. A partition has those of its table. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows } = await client.query<{ table: string; name: string; isNullable: boolean }>(`
    select c.relname as table, a.attname as name, not a.attnotnull as "isNullable"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`)
  const catalog = new Map<string, { name: string; isNullable: boolean }[]>()
  for (const { table, name, isNullable } of rows) catalog.set(table, [...(catalog.get(table) ?? []), { name, isNullable }])
  return catalog
}

/** Describes a statement with all that it can contain, after PostgreSQL has also accepted it with the least. Throws PostgreSQL's error. */
export async function describe(client: pg.Client, text: SqlText, catalog: Catalog): Promise<Description> {
  const least = compileSql(text, choose(text, catalog, false))
  await ask(client, least.text)
  const all = compileSql(text, choose(text, catalog, true))
  const { parameterTypes, fields } = await ask(client, all.text)
  const nullable = nullableNames(text)
  const choices = choicesIn(text)
  const analysis = analyze(all.text, catalog, new Set(all.names.flatMap((name, index) => (nullable.has(name) || name.includes('.') ? [index + 1] : []))))
  const unbound = new Set([all, least].flatMap((compiled) => findUnbound(compiled.text, catalog, (at) => WORKSPACE.test(compiled.names[at - 1]!))))
  return {
    ...analysis,
    unbound: [...unbound].sort(),
    params: [
      ...all.names.map((name, index) => ({
        name,
        type: typeOf(parameterTypes[index]!, name, PARAMETERS),
        isOptional: choices.has(name) || !least.names.includes(name),
        isNullable: choices.has(name) || nullable.has(name),
      })),
      ...fieldListsOf(text).map((name) => ({ name, type: 'readonly string[]', isOptional: false, isNullable: false })),
    ],
    row: fields.map(({ name, dataTypeID }, index) => ({
      name: fieldOf(name),
      type: typeOf(dataTypeID, name),
      isNullable: !name.endsWith('!') && (analysis.columns.length !== fields.length || analysis.columns[index]!.isNullable),
    })),
  }
}

/** Parameters that are the workspace's ID. */
const WORKSPACE = /(^|\.)workspaceId$/

/** What parameters take instead. JSON is text, because `pg` would write an array as one of PostgreSQL. */
const PARAMETERS: Record<string, string> = {
  Json: 'JsonText',
  'Json[]': 'readonly string[]',
  'string[]': 'readonly string[]',
  'number[]': 'readonly number[]',
  bigint: 'bigint | number',
  'Buffer<ArrayBuffer>': 'Uint8Array',
  Date: 'Date | string',
}

function typeOf(oid: number, name: string, other: Record<string, string> = {}): string {
  const type = TYPES.get(oid)
  if (!type) throw new Error(`${name} has the type ${oid}, which scripts/statements/describe.ts does not know`)
  return other[type] ?? type
}

/** Parameters for which the text contains everything that it can, or as little as it can. */
export function choose({ parts }: SqlText, catalog: Catalog, isAll: boolean): Record<string, unknown> {
  const chosen: Record<string, unknown> = {}
  for (const part of parts) {
    if (typeof part === 'string') continue
    if (part.kind !== 'choice') {
      const fields = (catalog.get(part.table) ?? []).flatMap(({ name }) => (part.without.includes(name) ? [] : [fieldOf(name)]))
      chosen[part.parameter] = part.kind === 'columns' ? fields : Object.fromEntries(fields.map((field) => [field, null]))
    } else {
      if (isAll) chosen[part.parameter] ??= true
      Object.assign(chosen, choose(isAll ? part.given : part.missing, catalog, isAll))
    }
  }
  return chosen
}

const choicesIn = ({ parts }: SqlText): Set<string> =>
  new Set(
    parts.flatMap((part) => (typeof part === 'string' || part.kind !== 'choice' ? [] : [part.parameter, ...choicesIn(part.given), ...choicesIn(part.missing)])),
  )

/** The parameters that list the fields of a client's choice. */
const fieldListsOf = ({ parts }: SqlText): string[] => [
  ...new Set(parts.flatMap((part) => (typeof part !== 'string' && part.kind === 'columns' ? [part.parameter] : []))),
]

/** Returns the texts that a statement is made of, also those that it only contains with some parameters. */
export const textsOf = ({ parts }: SqlText): string[] =>
  parts.flatMap((part: SqlPart) => (typeof part === 'string' ? [part] : part.kind === 'choice' ? [...textsOf(part.given), ...textsOf(part.missing)] : []))

const nullableNames = (text: SqlText) =>
  new Set(textsOf(text).flatMap((part) => [...part.matchAll(PARAMETER)].flatMap(([, name, mark]) => (mark ? [name!] : []))))

interface Answer {
  parameterTypes: number[]
  fields: pg.FieldDef[]
}

/** Has PostgreSQL parse a statement and describe it, without running it. */
function ask(client: pg.Client, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { parameterTypes: [], fields: [] }
    let wire: pg.Connection
    const readTypes = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => (answer.parameterTypes = dataTypeIDs)
    client.query({
      submit(connection: pg.Connection) {
        wire = connection.on('parameterDescription', readTypes)
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => (answer.fields = fields),
      handleError(error: Error) {
        wire.off('parameterDescription', readTypes)
        reject(error)
      },
      handleReadyForQuery() {
        wire.off('parameterDescription', readTypes)
        resolve(answer)
      },
    } as unknown as pg.Submittable)
  })
}
