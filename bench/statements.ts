import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const original = prototype.query
let statements = 0

/** From now on every statement that goes to PostgreSQL is counted, whoever sends it. */
export function count() {
  statements = 0
  prototype.query = function (...args) {
    statements++
    return original.apply(this, args)
  }
}

/** Stops counting, so that it costs nothing where time is measured; answers how many there were. */
export function counted() {
  prototype.query = original
  return statements
}
