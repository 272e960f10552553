import pg from 'pg'
import { expect } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { superuserUrlOf } from '../server/postgres.ts'
import { watchQueries } from './queries.ts'

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
function rowsRead(plan: Plan, table: string): number {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const ownRows = plan['Relation Name'] === table ? rows * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), ownRows)
}

const literal = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value as string | number)))

/** Returns the number of rows of a table that the widest of a request's statements read, by its plan. */
export async function countRowsRead(table: string, request: () => Promise<unknown>): Promise<number> {
  const queries = watchQueries()
  await request()
  const statements = (queries.mock.calls as unknown as [{ text?: string; values?: unknown[] }][]).flatMap(([{ text, values }]) =>
    text?.includes(`from ${table}`) ? [{ text, values: values ?? [] }] : [],
  )
  queries.mockRestore()
  expect(statements.length).toBeGreaterThan(0)
  const database = new pg.Client({ connectionString: superuserUrlOf(pool.options.connectionString!) })
  database.on('error', () => {})
  await database.connect()
  let read = 0
  for (const { text, values } of statements) {
    await database.query(`prepare asked as ${text}`)
    const { rows } = await database.query(`explain (analyze, format json) execute asked${values.length > 0 ? `(${values.map(literal).join()})` : ''}`)
    read = Math.max(read, rowsRead(rows[0]['QUERY PLAN'][0].Plan as Plan, table))
    await database.query('deallocate asked')
  }
  await database.end()
  return read
}
