import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withAuditContext } from '../../src/kernel/auditContext.ts'
import { anyWorkspace, db, pool, transaction, type Tx } from '../../src/kernel/db/db.ts'
import { assignmentsOf, columnsOf, compileSql, ifGiven, insertColumnsOf, insertValuesOf, sql, type SqlText } from '../../src/kernel/db/sqlText.ts'
import * as dnc from '../../src/services/compliance/dnc.ts'
import { findOrCreate } from '../../src/services/messages/conversations.ts'
import { describe as describeStatement, readCatalog } from '../../scripts/statements/describe.ts'
import type { Catalog } from '../../scripts/statements/analysis.ts'
import * as operator from '../../src/services/operator/operator.ts'
import { makeSmsNumber } from '../kit/fixtures/rows.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

let client: pg.Client
let catalog: Catalog
beforeAll(async () => {
  client = new pg.Client({ connectionString: pool.options.connectionString })
  await client.connect()
  catalog = await readCatalog(client)
})
afterAll(() => client.end())

const createWorkspace = async () => (await operator.createTenant({ name: 'Acme', plan: 'free', credit: 0n })).workspaceId

const ask = (text: SqlText) => describeStatement(client, text, catalog)

describe('PostgreSQL rejects, before it runs, a statement with', () => {
  test.each([
    ['a column that does not exist', sql`select telephone from leads where workspace_id = $workspaceId`, /telephone/],
    ['a table that does not exist', sql`select id from lead where id = $id`, /lead/],
    ['a wrong column in a part that is rarely there', sql`select id from leads where id = $id ${ifGiven('name', sql`and nam = $name`)}`, /nam/],
    ['a syntax error when that part is missing', sql`select id from leads where ${ifGiven('name', sql`name = $name`)}`, /syntax/],
    ['a parameter whose type is unknown', sql`select pg_typeof($anything)`, /determine data type/],
    ['an operator for other types', sql`select id from leads where id = $id::text`, /operator does not exist/],
    ['a CTE of another name', sql`with created as (select 1 as id) select id from made`, /made/],
  ])('%s', async (_what, text, message) => {
    await expect(ask(text)).rejects.toThrow(message)
  })
})

describe('a column of the result can be null', () => {
  const COLUMNS: [string, SqlText, boolean][] = [
    ['as it can in its table', sql`select name from leads`, true],
    ['not, as in its table', sql`select phone_number from leads`, false],
    ['on the right of a left join', sql`select c.status from leads l left join calls c on c.lead_id = l.id`, true],
    ['not on its left', sql`select l.status from leads l left join calls c on c.lead_id = l.id`, false],
    ['from a CTE that is joined so', sql`with c as (select id from calls) select c.id from leads l left join c on c.id = l.last_call_id`, true],
    ['not from a CTE that writes', sql`with d as (delete from leads where id = 1 returning phone_number) select phone_number from d`, false],
    ['as a sum', sql`select sum(attempts) from leads`, true],
    ['not as a sum of a group', sql`select sum(attempts) from leads group by campaign_id`, false],
    ['as a sum of some of a group', sql`select sum(attempts) filter (where attempts > 1) from leads group by campaign_id`, true],
    ['not as a number of rows', sql`select count(*) from leads`, false],
    ['not with a substitute', sql`select coalesce(name, '') from leads`, false],
    ['with a substitute that can be', sql`select coalesce(name, external_id) from leads`, true],
    ['not as a question', sql`select name is null or exists (select from calls) from leads`, false],
    ['as a comparison with what can be', sql`select name = 'x' from leads`, true],
    ['as one row that may not exist', sql`select (select id from calls limit 1)`, true],
    ['not as a count in one row', sql`select (select count(*)::int from calls)`, false],
    ['as one side of a union', sql`select phone_number as x from leads union all select name from leads`, true],
    ['as a case without else', sql`select case when attempts > 1 then 1 end from leads`, true],
    ['not as a case with else', sql`select case when attempts > 1 then 1 else 0 end from leads`, false],
    ['as a member of JSON', sql`select data ->> 'x' from leads`, true],
    ['as a parameter that can be', sql`select $x?::text`, true],
    ['not as another parameter', sql`select $x::text`, false],
    ['unless its name asserts that it is not', sql`select max(attempts) as "most!" from leads`, false],
  ]
  test.each(COLUMNS)('%s', async (_what, text, isNullable) => {
    expect((await ask(text)).row).toMatchObject([{ isNullable }])
  })

  test('and the inference agrees with all rows that PostgreSQL returns', async () => {
    const workspaceId = await createWorkspace()
    const { id: campaignId } = await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn' } })
    const leads = ['+14155550160', '+14155550161'].map((phoneNumber) => ({ workspaceId, campaignId, phoneNumber }))
    await anyWorkspace.lead.createMany({ data: leads })
    for (const [what, text, isNullable] of COLUMNS) {
      const { text: plain, values } = compileSql(text, { x: 'x' })
      const { rows } = await client.query<unknown[]>({ text: plain, values: values({ x: 'x' }), rowMode: 'array' })
      if (!isNullable && !what.startsWith('unless')) for (const [value] of rows) expect(value, what).not.toBeNull()
    }
  })
})

test('what a statement reads and writes is known, in CTEs and subqueries too', async () => {
  const { reads, writes } = await ask(sql`
    with freed as (update provider_slots set call_id = null where call_id in (select id from calls) returning 1)
    insert into dnc_entries (workspace_id, phone_number, source) select workspace_id, phone_number, 'manual' from leads, freed where exists (select from workspaces)
    on conflict do nothing`)
  expect([...reads].sort()).toEqual(['calls', 'leads', 'workspaces'])
  expect([...writes].sort()).toEqual(['dnc_entries', 'provider_slots'])
})

test('a text contains what its parameters choose, and no value', () => {
  const text = sql`select ${columnsOf('leads', 'fields', 'l')} from leads l where id = $id ${ifGiven('name', sql`and name = $name`, sql`and name is null`)} limit ${5}`
  const withName = compileSql(text, { fields: ['phoneNumber', 'id'], id: 1, name: "'; drop" })
  expect(withName.text).toBe('select l.phone_number, l.id from leads l where id = $1 and name = $2 limit 5')
  expect(withName.values({ id: 1, name: "'; drop" })).toEqual([1, "'; drop"])
  expect(compileSql(text, { fields: ['id'], id: 1 }).text).toBe('select l.id from leads l where id = $1 and name is null limit 5')
  expect(() => compileSql(text, { fields: ['id from leads --'], id: 1 })).toThrow('not a field')
  const change = sql`update leads set ${assignmentsOf('leads')} where id = $id`
  expect(compileSql(change, { changes: { name: 'x', data: undefined, wasSeen: null }, id: 1 }).text).toBe(
    'update leads set name = $1, was_seen = $2 where id = $3',
  )
  const insert = sql`insert into leads (id, ${insertColumnsOf('leads', 'row', 'id')}) values ($id, ${insertValuesOf('leads', 'row', 'id')})`
  expect(compileSql(insert, { row: { name: 'x', data: '{}' }, id: 1 }).text).toBe('insert into leads (id, name, data) values ($1, $2, $3)')
})

describe('in a transaction', () => {
  const conversationKey = async (phoneNumber: string) => {
    const { number: texter } = await makeSmsNumber(await createWorkspace(), phoneNumber)
    return { workspaceId: texter.workspaceId, numberId: texter.id, contactNumber: '+14155550151' }
  }

  test('a statement sees what the transaction wrote, and ends with it', async () => {
    const key = await conversationKey('+14155550150')
    const count = () => anyWorkspace.conversation.count({ where: { workspaceId: key.workspaceId } })
    await expect(
      transaction(async (tx) => {
        const id = await findOrCreate(tx, key)
        expect(await tx.conversation.findUnique({ where: { workspaceId_id: { workspaceId: key.workspaceId, id } } })).not.toBeNull()
        expect(await count()).toBe(0)
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await count()).toBe(0)
    await transaction((tx) => findOrCreate(tx, key))
    expect(await count()).toBe(1)
  })

  test('a write outside it, by an actor, leaves its connection alone', async () => {
    const key = await conversationKey('+14155550156')
    const where = { workspaceId_id: { workspaceId: key.workspaceId, id: key.numberId } }
    await withAuditContext({ kind: 'operator', operation: 'renameNumber' }, () =>
      transaction(async (tx) => {
        await db.phoneNumber.update({ where, data: { label: 'Front desk' } })
        await findOrCreate(tx, key)
      }),
    )
    expect(await anyWorkspace.conversation.count({ where: { workspaceId: key.workspaceId } })).toBe(1)
  })

  test('a statement after its end fails instead of running by itself', async () => {
    const key = await conversationKey('+14155550154')
    let ended: Tx
    await transaction(async (tx) => void (ended = tx))
    await expect(findOrCreate(ended!, key)).rejects.toThrow('The transaction has ended')
  })
})

test('a statement by itself tells the audit log who asked', async () => {
  const workspaceId = await createWorkspace()
  const operation = 'addDncEntry'
  await withAuditContext({ kind: 'operator', operation }, () => dnc.add({ workspaceId } as never, { phoneNumber: '+14155550152' }))
  await dnc.add({ workspaceId } as never, { phoneNumber: '+14155550153' })
  const entries = await anyWorkspace.auditEntry.findMany({ where: { workspaceId, resource: 'dnc_entry' }, orderBy: { id: 'asc' } })
  expect(entries.map((entry) => entry.operation)).toEqual([operation, expect.not.stringContaining(operation)])
})
