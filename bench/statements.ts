import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const original = prototype.query
let statements = 0

/** Starts to count all statements to PostgreSQL in this process. */
export function count() {
  statements = 0
  prototype.query = function (...args) {
    statements++
    return original.apply(this, args)
  }
}

/** Stops counting, so that it costs nothing during measurements. Returns the number of statements. */
export function counted() {
  prototype.query = original
  return statements
}
