import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Columns, runKnown } from '../../src/kernel/db/knownQuery.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { types } from '../../src/kernel/db/columnTypes.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

let client: pg.PoolClient
let descriptions: ReturnType<typeof vi.spyOn>
beforeEach(async () => {
  client = await pool.connect()
  await client.query(`create temporary table things (id bigint, name text, at timestamptz) on commit preserve rows`)
  await client.query(`insert into things values (1, 'one', '2026-01-02T03:04:05Z'), (2, null, null)`)
  const { connection } = client as unknown as { connection: { describe(): void } }
  descriptions = vi.spyOn(connection, 'describe')
})
afterEach(async () => {
  descriptions.mockRestore()
  await client.query('drop table things')
  client.release()
})

const select = (name: string | undefined, text: string, values: unknown[] = [0]) => ({ name, text, values, types, rowMode: 'array' as const })
const ALL = 'select id, name, at from things where id > $1 order by id'
const ROWS = [
  [1n, 'one', new Date('2026-01-02T03:04:05Z')],
  [2n, null, null],
]

test.each([['prepared'], [undefined]])('a statement (%s) asks for its columns once, and reads its rows alike each time', async (name) => {
  let columns: Columns | undefined
  for (let run = 0; run < 3; run++) {
    const result = await runKnown(client, select(name, ALL), columns)
    expect(result).toMatchObject({ rows: ROWS, rowCount: 2 })
    columns = result.columns
  }
  expect(descriptions).toHaveBeenCalledTimes(1)
})

test('a statement without rows is not asked again either', async () => {
  const text = 'update things set name = $1'
  const { columns } = await runKnown(client, select('rename', text, ['new']), undefined)
  expect(await runKnown(client, select('rename', text, ['newer']), columns)).toMatchObject({ rows: [], rowCount: 2 })
  expect(descriptions).toHaveBeenCalledTimes(1)
})

test('rows with other columns than before fail, and the connection can be used further', async () => {
  const text = 'select * from things where id > $1'
  const { columns } = await runKnown(client, select(undefined, text), undefined)
  await client.query('alter table things drop column name')
  await expect(runKnown(client, select(undefined, text), columns)).rejects.toThrow('The columns of the statement have changed')
  await client.query('alter table things add column name text')
  expect((await runKnown(client, select(undefined, ALL), undefined)).rowCount).toBe(2)
})

test('an error of the statement names who ran it', async () => {
  const { columns } = await runKnown(client, select('divide', 'select 1 / $1::int as result', [1]), undefined)
  const error = await runKnown(client, select('divide', 'select 1 / $1::int as result', [0]), columns).catch((failure: Error & { code: string }) => failure)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('knownQuery') })
})
