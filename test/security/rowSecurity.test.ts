import { beforeAll, describe, expect, test } from 'vitest'
import { analyze, type Catalog } from '../../scripts/statements/analysis.ts'
import { choose, readCatalog } from '../../scripts/statements/describe.ts'
import { loadStatements } from '../../scripts/statements/load.ts'
import { anyWorkspace, db, pool, transaction } from '../../src/kernel/db/db.ts'
import { compileSql } from '../../src/kernel/db/sqlText.ts'
import { statements } from '../../src/kernel/db/statement.ts'
import { inAnyWorkspace, inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import * as operator from '../../src/services/operator/operator.ts'
import { useDatabase } from '../kit/server/database.ts'

/** Row-level security in the database of the tests: statements see the rows of the workspace that the work is for (decision 48). */
useDatabase()

let catalog: Catalog
let tenantTables: string[]
let [acme, other] = [0, 0]
let [acmeCampaign, otherCampaign] = [0, 0]
beforeAll(async () => {
  await loadStatements()
  const client = await pool.connect()
  catalog = await readCatalog(client)
  client.release()
  tenantTables = [...catalog].filter(([, columns]) => columns.some(({ name }) => name === 'workspace_id')).map(([table]) => table)
  ;[acme, other] = (await Promise.all(['Acme', 'Other'].map((name) => operator.createTenant({ name, plan: 'free', credit: 0n })))).map(
    ({ workspaceId }) => workspaceId,
  ) as [number, number]
  const createCampaign = async (workspaceId: number) => (await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn' } })).id
  ;[acmeCampaign, otherCampaign] = [await createCampaign(acme), await createCampaign(other)]
})

test('applies to the role of the tests, on every table with a workspace', async () => {
  const { rows: roles } = await pool.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }])
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid where c.relrowsecurity and c.relforcerowsecurity order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(tenantTables.sort())
})

test("every described statement's plan limits every scan of such a table", async () => {
  const unlimited: string[] = []
  for (const [name, text] of statements) {
    const { text: plain } = compileSql(text, choose(text, catalog, true))
    if (![...analyze(plain, catalog, new Set()).reads].some((table) => tenantTables.includes(table))) continue
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${plain}`)
    for (const { 'Relation Name': table, ...scan } of scansOf(rows[0]!['QUERY PLAN'][0].Plan))
      if (tenantTables.includes(table!) && !JSON.stringify({ ...scan, Plans: [] }).includes('callwright.workspace_id')) unlimited.push(`${name}: ${table}`)
  }
  expect(unlimited).toEqual([])
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] && plan['Node Type'] !== 'ModifyTable' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

describe("with another workspace's ID", () => {
  const inAcme = <T>(work: () => Promise<T>) => inWorkspace(acme, work)
  const rename = { name: 'Renamed' }

  test('reads find nothing', async () => {
    const where = { workspaceId: other }
    await inAcme(async () => {
      expect(await db.campaign.findMany({ where })).toEqual([])
      expect(await db.campaign.findUnique({ where: { workspaceId_id: { workspaceId: other, id: otherCampaign } } })).toBeNull()
      expect(await db.campaign.count({ where })).toBe(0)
      expect((await pool.query('select from campaigns where workspace_id = $1', [other])).rowCount).toBe(0)
      expect((await pool.query('select from campaigns')).rowCount).toBe(1)
    })
  })

  test('changes and deletions change nothing', async () => {
    const where = { workspaceId: other, id: otherCampaign }
    await inAcme(async () => {
      expect(await db.campaign.updateMany({ where, data: rename })).toEqual({ count: 0 })
      expect(await db.campaign.deleteMany({ where })).toEqual({ count: 0 })
      await expect(db.campaign.update({ where: { workspaceId_id: where }, data: rename })).rejects.toMatchObject({ code: 'P2025' })
    })
    expect(await anyWorkspace.campaign.findUnique({ where: { id: otherCampaign } })).toMatchObject({ name: 'Autumn' })
  })

  test('inserts and moves are refused', async () => {
    const data = { workspaceId: other, name: 'Spring' }
    await inAcme(async () => {
      await expect(db.campaign.create({ data })).rejects.toThrow('row-level security')
      await expect(transaction((tx) => tx.campaign.create({ data }))).rejects.toThrow('row-level security')
      const move = { where: { workspaceId: acme, id: acmeCampaign }, data: { workspaceId: other } }
      await expect(db.campaign.updateMany(move)).rejects.toThrow('row-level security')
    })
    expect(await anyWorkspace.campaign.count({ where: { workspaceId: other } })).toBe(1)
  })

  test('work for several workspaces sees both', async () => {
    await inAcme(async () => {
      expect(await anyWorkspace.campaign.count()).toBe(2)
      expect((await inAnyWorkspace(() => pool.query('select from campaigns'))).rowCount).toBe(2)
      expect(await inWorkspace(other, () => db.campaign.count({ where: { workspaceId: other } }))).toBe(1)
    })
    expect(await db.campaign.count({ where: { workspaceId: other } })).toBe(1)
  })
})

describe('the context is that of the work', () => {
  const read = (workspaceId: number, id: number) => db.campaign.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: { workspaceId: true } })

  test('when many statements wait for connections, and when Prisma batches them', async () => {
    const works = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? ([acme, acmeCampaign] as const) : ([other, otherCampaign] as const)))
    const found = await Promise.all(works.map(([workspaceId, id]) => inWorkspace(workspaceId, () => read(workspaceId, id))))
    expect(found).toEqual(works.map(([workspaceId]) => ({ workspaceId })))
    const counts = await Promise.all(works.map(([workspaceId]) => inWorkspace(workspaceId, () => pool.query('select workspace_id as id from campaigns'))))
    expect(counts.map(({ rows }) => rows)).toEqual(works.map(([id]) => [{ id }]))
  })

  test('after a statement failed, and after a transaction took the setting back', async () => {
    const client = await pool.connect()
    const ids = async (workspaceId: number) => (await inWorkspace(workspaceId, () => client.query('select workspace_id as id from campaigns'))).rows
    try {
      await client.query('begin')
      expect(await ids(acme)).toEqual([{ id: acme }])
      await client.query('rollback')
      expect(await ids(acme)).toEqual([{ id: acme }])
      await client.query('begin')
      expect(await ids(other)).toEqual([{ id: other }])
      await expect(inWorkspace(acme, () => client.query('select from nowhere'))).rejects.toThrow('nowhere')
      await expect(ids(other)).rejects.toThrow('aborted')
      await client.query('commit')
      expect(await ids(other)).toEqual([{ id: other }])
      expect((await client.query('select from campaigns')).rowCount).toBe(2)
    } finally {
      client.release()
    }
  })
})
