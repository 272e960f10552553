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
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
function rowsRead(plan: Plan, table: string): number {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const ownRows = plan['Relation Name'] === table ? rows * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), ownRows)
}

const literal = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(textOf(value)))
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join()}}`
  return value instanceof Date ? value.toISOString() : String(value as string | number)
}

/** Returns the number of rows of a table that the widest of a request's statements read, by its plan. */
export const countRowsRead = async (table: string, request: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await plansOf(table, request)).map((plan) => rowsRead(plan, table)))

/** Returns the number of blocks that the widest of a request's statements on a table read, including those of indexes. */
export const countBlocksRead = async (table: string, request: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await plansOf(table, request)).map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']))

/** Runs a request, and each of its statements on a table again to explain it. */
async function plansOf(table: string, request: () => Promise<unknown>): Promise<Plan[]> {
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
  const plans: Plan[] = []
  for (const { text, values } of statements) {
    await database.query(`prepare asked as ${text}`)
    const { rows } = await database.query(`explain (analyze, buffers, format json) execute asked${values.length > 0 ? `(${values.map(literal).join()})` : ''}`)
    plans.push(rows[0]['QUERY PLAN'][0].Plan as Plan)
    await database.query('deallocate asked')
  }
  await database.end()
  return plans
}
