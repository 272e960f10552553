import type { StatementTypes } from '../../generated/statements.ts'
import { auditContextJson } from '../auditContext.ts'
import { anyWorkspace, canPrepare, type Connection, executorOf, repeatDeadlocked } from './db.ts'
import { jsonText } from '../json/jsonSource.ts'
import { types } from './columnTypes.ts'
import { type Columns, runKnown } from './knownQuery.ts'
import { inAnyWorkspace } from './workspaceContext.ts'
import { choicesOf, type CompiledSql, compileSql, fieldOf, type Params, type SqlText, sql } from './sqlText.ts'

type Name = Extract<keyof StatementTypes, string>
type ParamsOf<N extends Name> = StatementTypes[N]['params']
type RowOf<N extends Name> = StatementTypes[N]['row']

/**
 * A statement with a name. Its parameters and rows are typed by the database: `npm run generate` has PostgreSQL describe every statement,
 * and writes its answers to `src/generated/statements.ts`. Rows have fields in camel case.
 */
export interface Statement<Given, Row> {
  /** Returns all rows. Without a connection, the statement is a transaction of its own. */
  all(params: Given, on?: Connection): Promise<Row[]>
  /** Returns the first row, if any. */
  get(params: Given, on?: Connection): Promise<Row | undefined>
  /** Returns the number of rows that were read or written. */
  run(params: Given, on?: Connection): Promise<number>
}

interface Options {
  /** Plans the statement each time, because its best plan depends on the values. */
  isUnprepared?: boolean
  /** Why it reads or writes rows of several workspaces, in a sentence. `npm run check` requires it where a statement isn't bound to its workspace. */
  acrossWorkspaces?: string
}

/** A text of a statement, and the name by which PostgreSQL knows it. The columns of its rows and their fields are known after the first run. */
interface Prepared extends CompiledSql {
  name?: string
  columns?: Columns
  fields?: string[]
}

/** All statements of the loaded modules, by name. */
export const statements = new Map<string, SqlText>()

/** The statements of several workspaces, by name, with the reason. */
export const acrossWorkspaces = new Map<string, string>()

/** Keeps connections from preparing more texts than this beside the first of each statement, because clients choose columns. */
const MAX_VARIANTS = 500
/** The most texts of a statement that is planned each time whose columns are remembered. */
const MAX_UNPREPARED = 100
let variants = 0

/** Defines a statement. Its name is its domain and what it does: `leads.lock`. */
export function statement<N extends Name>(name: N, text: SqlText, options: Options = {}): Statement<ParamsOf<N>, RowOf<N>> {
  const { isUnprepared = false, acrossWorkspaces: reason } = options
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`)
  statements.set(name, text)
  if (reason) acrossWorkspaces.set(name, reason)
  const prepared = new Map<string, Prepared>()

  function prepare(params: Params): Prepared {
    const key = choicesOf(text, params)
    const known = prepared.get(key)
    if (known) return known
    const next: Prepared = compileSql(text, params)
    if (isUnprepared ? prepared.size >= MAX_UNPREPARED : prepared.size > 0 && ++variants > MAX_VARIANTS) return next
    if (!isUnprepared) next.name = `${name}/${prepared.size}`
    prepared.set(key, next)
    return next
  }

  async function execute(given: object, on?: Connection) {
    const params: Params = { ...given, auditActor: auditContextJson() }
    const next = prepare(params)
    const query = { name: canPrepare() ? next.name : undefined, text: next.text, values: next.values(params), types, rowMode: 'array' as const }
    const run = () => runKnown(executorOf(on), query, next.columns)
    const runOnce = () => (on === undefined ? repeatDeadlocked(run) : run())
    const { rows, rowCount, columns } = await (reason || on === anyWorkspace ? inAnyWorkspace(runOnce) : runOnce())
    next.columns = columns
    next.fields ??= columns.fields.map(({ name: column }) => fieldOf(column))
    return { rows, fields: next.fields, count: rowCount ?? 0 }
  }

  return {
    async all(params, on) {
      const { rows, fields } = await execute(params, on)
      return rows.map((row) => toObject<RowOf<N>>(fields, row))
    },
    async get(params, on) {
      const { rows, fields } = await execute(params, on)
      return rows[0] && toObject<RowOf<N>>(fields, rows[0])
    },
    run: async (params, on) => (await execute(params, on)).count,
  }
}

function toObject<Row>(fields: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i++) row[fields[i]!] = values[i]
  return row as Row
}

/**
 * A condition that is always true and passes the actor to the audit log. Every write to an audited table has it in its `where`. The
 * statement's parameters don't include the actor, because each run adds the current one.
 */
export const AUDIT_ACTOR = sql`($auditActor?::text is null or set_config('callwright.by', $auditActor, true) is not null)`

/** Returns an object as the row of an insert or an update: objects and arrays become JSON text. */
export const toRow = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, isPlain(value) ? value : jsonText(value)])) as {
    [Field in keyof Fields]: Stored<Fields[Field]>
  }

type Plain = string | number | bigint | boolean | Date | Uint8Array | null | undefined
type Stored<Value> = Value extends Plain ? Value : string

const isPlain = (value: unknown): value is Plain => typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array
