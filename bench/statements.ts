import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const original = prototype.query

/** Statements to PostgreSQL, and how many transactions they were: one for each statement outside of a transaction. */
export interface CountedStatements {
  statements: number
  transactions: number
}
let counts: CountedStatements = { statements: 0, transactions: 0 }

/** Starts to count all statements to PostgreSQL in this process. */
export function count() {
  counts = { statements: 0, transactions: 0 }
  const open = new WeakSet<pg.Client>()
  prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
    counts.statements++
    if (/^\s*(begin|start transaction)/i.test(text)) open.add(this)
    else if (/^\s*(commit|rollback)\s*;?\s*$/i.test(text)) open.delete(this)
    if (!open.has(this)) counts.transactions++
    return original.apply(this, args)
  }
}

/** Stops counting, so that it costs nothing during measurements. Returns what was counted. */
export function counted(): CountedStatements {
  prototype.query = original
  return counts
}
