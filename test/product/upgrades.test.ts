import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deploy } from '../../prisma/engine.ts'
import { MIGRATIONS } from '../../prisma/migrations.ts'
import { anyWorkspace, connect, disconnect, pool } from '../../src/kernel/db/db.ts'
import { processId, startLiveness, stopLiveness } from '../../src/kernel/liveness.ts'
import * as publishIntents from '../../src/services/agents/publishIntents.ts'
import * as knowledgeIntents from '../../src/services/knowledge/knowledgeIntents.ts'

/** The last migration of the earlier version. */
const EARLIER = '20261123230000_column_names'

const name = `test_upgrade_${randomUUID().replaceAll('-', '')}`
const url = inject('postgres').replace(/\/postgres$/, `/${name}`)
const inServer = async (sql: string) => {
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

const [LIVING, DEAD] = [randomUUID(), randomUUID()]
let living: pg.Client
let numbers = 0
/** Work of the earlier version's servers, one living and one dead, written by their statements. Returns the IDs. */
async function writeWork() {
  const insert = async (sql: string, values: unknown[]) => (await living.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id
  const ids: Record<string, number[]> = { agentVersions: [], syncs: [], reports: [] }
  for (const owner of [LIVING, DEAD]) {
    const agent = `insert into agents (workspace_id, name, lang, voice_engine, model, general_tools, post_call_analysis_data, updated_at)
      values (1, 'Ada', 'en-US', 'retell', 'gpt-4.1', '[]', '[]', now())`
    const version = `insert into agent_versions (workspace_id, agent_id, number, engine, fields, config, owner, lease_until)
      values (1, $1, 1, 'retell', '{}', '{}', $2, now() + interval '1 hour')`
    ids.agentVersions!.push(await insert(version, [await insert(agent, []), owner]))
    const base = await insert(`insert into knowledge_bases (workspace_id, name, updated_at) values (1, 'Prices', now())`, [])
    const sync = `insert into knowledge_base_syncs (workspace_id, knowledge_base_id, engine, tag, version, owner, lease_until)
      values (1, $1, 'retell', $2, 1, $3, now() + interval '1 hour')`
    ids.syncs!.push(await insert(sync, [base, randomUUID(), owner]))
    const report = `insert into reports (workspace_id, type, format, status, attempt, owner) values (1, 'ledger', 'csv', 'running', 1, $1)`
    ids.reports!.push(await insert(report, [owner]))
    const connection = `insert into carrier_connections (workspace_id, carrier, account_id, sealed, key_id, webhook_hash, verified_at)
      values (1, $1, 'account', '\\x00', 'key', $2, now())`
    await insert(connection, [`carrier${(numbers += 1)}`, Buffer.from(randomUUID())])
  }
  return ids
}

beforeAll(async () => {
  const earlier = mkdtempSync(join(tmpdir(), 'callwright-upgrade-'))
  cpSync(MIGRATIONS, earlier, { recursive: true })
  for (const migration of readdirSync(earlier)) if (/^\d/.test(migration) && migration > EARLIER) rmSync(join(earlier, migration), { recursive: true })
  await inServer(`create database ${name}`)
  await deploy(url, earlier)
  rmSync(earlier, { recursive: true })
  living = new pg.Client({ connectionString: url })
  await living.connect()
  await living.query('select pg_advisory_lock(hashtextextended($1, 9))', [LIVING])
  await living.query(`insert into workspaces (name) values ('Acme')`)
})
afterAll(async () => {
  await stopLiveness()
  await disconnect()
  await living.end()
  await inServer(`drop database ${name} with (force)`)
})

test('work of servers of the earlier version survives the upgrade, also of those that go on beside new ones, and the dead are replaced', async () => {
  const before = await writeWork()
  expect((await deploy(url)).length).toBeGreaterThan(0)
  connect(url)
  await startLiveness(url)
  const after = await writeWork()
  const idsOf = (kind: string, index: number) => [before[kind]![index]!, after[kind]![index]!]

  const publishes = (await publishIntents.takeAbandoned()).map(({ version }) => version)
  const uploads = (await knowledgeIntents.takeAbandoned()).map(({ copy }) => copy)
  for (const [rows, kind] of [
    [publishes, 'agentVersions'],
    [uploads, 'syncs'],
  ] as const) {
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(idsOf(kind, 1))
    for (const row of rows) expect(row).toMatchObject({ attempt: 2, owner: processId() })
  }
  expect(await anyWorkspace.report.findMany({ select: { attempt: true, leaseUntil: true }, distinct: ['attempt', 'leaseUntil'] })).toEqual([
    { attempt: 1, leaseUntil: null },
  ])
  expect(await anyWorkspace.carrierConnection.count({ where: { keyId: 'key' } })).toBe(4)

  // The living server of the earlier version saves and ends its work, by the conditions that it knows.
  for (const [table, kind, status] of [
    ['agent_versions', 'agentVersions', 'failed'],
    ['knowledge_base_syncs', 'syncs', 'failed'],
    ['reports', 'reports', 'done'],
  ]) {
    const end = `update ${table} set status = $1, owner = null where id = any($2) and owner = $3`
    expect((await living.query(end, [status, idsOf(kind!, 0), LIVING])).rowCount).toBe(2)
  }
  const { rows } = await pool.query(`select from audit_entries where before::text ~ 'attempt|lease' or after::text ~ 'attempt|lease'`)
  expect(rows).toEqual([])
})
