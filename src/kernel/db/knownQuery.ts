import pg from 'pg'

/** The columns of a statement's rows, and the functions that read their texts. */
export interface Columns {
  fields: pg.FieldDef[]
  parsers: unknown
}

/** The parts of `pg.Query` that its types leave out. */
interface Internals {
  _result: { fields: pg.FieldDef[]; _parsers: unknown }
  _accumulateRows: boolean
  _canceledDueToError: Error | false
  prepare(connection: object): void
  handleRowDescription(message: object): void
  handleDataRow(message: { fields: unknown[] }): void
}
const base = pg.Query.prototype as unknown as Internals

/**
 * A query that asks for a description of its columns only if they aren't known. A description costs as much as a row, and `pg` asks for it at each
 * run. Fails if a row has more or fewer columns, because a migration has changed a table meanwhile.
 */
class KnownQuery extends pg.Query {
  columns: Columns | undefined
  constructor(config: pg.QueryConfig, columns: Columns | undefined) {
    super(config)
    this.columns = columns
  }

  /** Called by `submit`, to send the messages. */
  prepare(connection: object) {
    const query = this as unknown as Internals
    if (!this.columns) return base.prepare.call(query, connection)
    query._result.fields = this.columns.fields
    query._result._parsers = this.columns.parsers
    query._accumulateRows = true
    base.prepare.call(query, Object.create(connection, { describe: { value: () => {} } }) as object)
  }

  /** Called with the description. */
  handleRowDescription(message: object) {
    const query = this as unknown as Internals
    base.handleRowDescription.call(query, message)
    this.columns = { fields: query._result.fields, parsers: query._result._parsers }
  }

  /** Called with each row. */
  handleDataRow(message: { fields: unknown[] }) {
    const query = this as unknown as Internals
    if (message.fields.length === this.columns!.fields.length) base.handleDataRow.call(query, message)
    else query._canceledDueToError ||= new Error('The columns of the statement have changed since its first run')
  }
}

interface KnownResult {
  rows: unknown[][]
  rowCount: number | null
  columns: Columns
}

const NO_COLUMNS: Columns = { fields: [], parsers: [] }

/** Runs a statement, with its columns if an earlier run of the same text has returned them. */
export const runKnown = (on: pg.ClientBase | pg.Pool, config: pg.QueryArrayConfig, columns: Columns | undefined): Promise<KnownResult> =>
  new Promise<KnownResult>((resolve, reject) => {
    const query = new KnownQuery(config, columns)
    const run = on.query.bind(on) as unknown as (query: pg.Submittable, done: (error: Error | undefined, result: pg.QueryArrayResult) => void) => void
    run(query, (error, result) => (error ? reject(error) : resolve({ rows: result.rows, rowCount: result.rowCount, columns: query.columns ?? NO_COLUMNS })))
  }).catch((error: Error) => {
    // As `pg` does, so that the stack leads to who ran the statement.
    Error.captureStackTrace(error)
    throw error
  })
