import { beforeAll, describe, expect, test } from 'vitest'
import { analyze, type Catalog } from '../../scripts/statements/analysis.ts'
import { choose, readCatalog } from '../../scripts/statements/describe.ts'
import { loadStatements } from '../../scripts/statements/load.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { compileSql } from '../../src/kernel/db/sqlText.ts'
import { acrossWorkspaces, statements } from '../../src/kernel/db/statement.ts'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import { useDatabase } from '../kit/server/database.ts'
import { createTwoWorkspaces, REFUSED } from './rowSecurityKit.ts'

/** The policies of row-level security in the plans of statements, in the database of the tests (decision 48). */
useDatabase()

let catalog: Catalog
let tenantTables: string[]
let [acme, other] = [0, 0]
beforeAll(async () => {
  await loadStatements()
  const client = await pool.connect()
  catalog = await readCatalog(client)
  client.release()
  tenantTables = [...catalog].filter(([, columns]) => columns.some(({ name }) => name === 'workspace_id')).map(([table]) => table)
  ;[acme, other] = await createTwoWorkspaces()
})

const inAcme = <T>(work: () => Promise<T>) => inWorkspace(acme, work)

describe('of every table with a workspace', () => {
  test('applies to the role of the tests', async () => {
    const { rows: roles } = await pool.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
    expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }])
    const { rows } = await pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid where c.relrowsecurity and c.relforcerowsecurity order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(tenantTables.sort())
  })

  test('limits reads, changes and deletions', async () => {
    for (const table of tenantTables)
      for (const statement of [`select from ${table}`, `update ${table} set workspace_id = workspace_id`, `delete from ${table}`])
        expect(new Set((await explain(statement)).flatMap(scansOf).map(hasPolicy)), statement).toEqual(new Set([true]))
  })

  test('refuses new rows of another workspace', async () => {
    for (const table of tenantTables)
      await expect(
        inAcme(() => pool.query(`insert into ${table} (workspace_id) values ($1)`, [other])),
        table,
      ).rejects.toThrow(REFUSED)
  })
})

describe('of every described statement', () => {
  interface Scan {
    name: string
    scan: Plan
  }
  /** The scans of such tables in the plans of statements, with the planner's settings. */
  async function scansWith(setting: string, wanted: (name: string) => boolean): Promise<Scan[]> {
    const scans: Scan[] = []
    for (const [name, text] of statements) {
      const { text: plain } = compileSql(text, choose(text, catalog, true))
      const { reads, writes } = analyze(plain, catalog, new Set())
      if (!wanted(name) || ![...reads, ...writes].some((table) => tenantTables.includes(table))) continue
      for (const scan of (await explain(plain, setting)).flatMap(scansOf)) if (tenantTables.includes(scan['Relation Name']!)) scans.push({ name, scan })
    }
    expect(scans.length).toBeGreaterThan(200)
    return scans
  }
  const titlesOf = (scans: readonly Scan[]) => [...new Set(scans.map(({ name, scan }) => `${name}: ${scan['Relation Name']}`))]

  test('limits every scan', async () => {
    const scans = await scansWith('', () => true)
    expect(titlesOf(scans.filter(({ scan }) => !hasPolicy(scan)))).toEqual([])
  })

  /** Without such a condition, a join that reads the whole table first would meet the rows of others, and fail or not as it is planned. */
  test.each(['', 'set enable_nestloop = off', 'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off'])(
    'finds only rows of its workspace by their own condition: %s',
    async (setting) => {
      const scans = await scansWith(setting, (name) => !acrossWorkspaces.has(name))
      expect(titlesOf(scans.filter(({ scan }) => !/\bworkspace_id (= |IS NULL)/.test(conditionsOf(scan))))).toEqual([])
    },
  )
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
async function explain(statement: string, setting = ''): Promise<Plan[]> {
  const client = await pool.connect()
  try {
    await client.query(`begin; ${setting}`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (generic_plan, format json) ${statement}`)
    return rows[0]!['QUERY PLAN'].map(({ Plan: plan }) => plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
/** A partition counts as its table. */
const tableOf = (relation: string) => relation.replace(/_(earlier|default|\d{4}_\d\d(_\d\d)?)$/, '')
const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] && plan['Node Type'] !== 'ModifyTable' ? [{ ...plan, 'Relation Name': tableOf(plan['Relation Name']) }] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]
const conditionsOf = (scan: Plan) => JSON.stringify({ ...scan, Plans: [] })
const hasPolicy = (scan: Plan) => conditionsOf(scan).includes('callwright.workspace_id')
