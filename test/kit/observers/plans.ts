import pg from 'pg'
import { pool } from '../../../src/kernel/db/db.ts'
import { superuserUrlOf } from '../server/postgres.ts'

/** Returns the plan of a query as the product's database makes it, without the policies of the tests. `settings` are planner settings to turn off. */
export async function explain(query: string, values: unknown[] = [], settings: readonly string[] = []): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrlOf(pool.options.connectionString!) })
  await client.connect()
  try {
    for (const setting of settings) await client.query(`set ${setting} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
