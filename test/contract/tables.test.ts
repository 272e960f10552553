import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Writes to another domain's table, each in a file of its own: the file and its text. */
const FORBIDDEN: [string, string][] = [
  ['src/services/campaigns/planted1.ts', 'sql`insert into leads (id) values (1)`'],
  ['src/services/campaigns/planted2.ts', 'sql`with one as (select 1) insert into lead_decisions select from one`'],
  ['src/services/billing/planted1.ts', 'sql`update calls set cost_micros = 1 where id = $id`'],
  ['src/services/billing/planted2.ts', 'sql`update calls as c\n    set cost_micros = 1`'],
  ['src/services/billing/planted3.ts', 'sql`UPDATE public."calls" c SET cost_micros = 1`'],
  ['src/services/billing/planted4.ts', 'sql`update calls ${SET_COST} where id = $id`'],
  ['src/services/dialer/planted1.ts', 'sql`with gone as (delete from wallet_holds where call_id = $id) select 1`'],
  ['src/services/dialer/planted2.ts', 'sql`delete from only calls`'],
  ['src/services/dialer/planted3.ts', 'sql`insert into wallets as w (workspace_id) values (1) on conflict do nothing`'],
  ['src/services/dialer/planted4.ts', 'client.query(`truncate table calls`)'],
  ['src/services/messages/planted1.ts', 'tx.call.create({ data })'],
  ['src/services/messages/planted2.ts', 'db.phoneNumber.updateMany({ where, data })'],
  ['src/services/messages/planted3.ts', 'anyWorkspace\n  .lead\n  .upsert({ where, create, update })'],
  ['src/services/messages/planted4.ts', 'tx.walletHold.deleteMany({ where })'],
  ['src/services/messages/planted5.ts', 'tx?.call?.update({ where, data })'],
  ['src/services/messages/planted6.ts', 'const write = database.call.updateMany\n'],
  ['src/services/messages/planted7.ts', 'await tx[model].updateMany({ where, data })'],
  ['src/services/messages/planted8.ts', '(client as any)[model].upsert({ where, create, update })'],
  ['src/services/messages/planted9.ts', 'const calls = tx.call\nawait calls.updateMany({ where, data })'],
  ['src/services/messages/planted10.ts', 'const { call, message } = tx'],
  ['src/services/messages/planted11.ts', 'const write = ({ call }: Tx) => call.updateMany({ data })'],
  ['src/services/messages/planted12.ts', "pool.query('update ' + table + ' set status = 1')"],
  ['src/services/messages/planted13.ts', "pool.query('update calls ' + 'set status = 1')"],
  ['src/services/messages/planted14.ts', 'client.query(`insert into ` + table)'],
  ['src/services/messages/planted15.ts', "sql`${rawSql('delete from ')} calls`"],
  ['src/services/workspaces/planted.ts', 'tx.workspace.create({ data: { name, wallet: { create: {} } } })'],
  ['src/services/shared/planted1.ts', 'sql`update ${rawSql(table)} set next_check_at = $now`'],
  ['src/services/shared/planted2.ts', 'sql`insert into ${table} select 1`'],
  ['src/services/calls/planted1.ts', 'sql`insert into newcomers (id) values (1)`'],
  ['src/services/calls/planted2.ts', 'sql`insert into webhook_deliveries (id) values (1)`'],
  ['src/rest/planted.ts', 'db.call.delete({ where })'],
  ['src/schema/planted.ts', 'db.agent.update({ where, data })'],
  ['src/jobs/planted.ts', 'sql`delete from calls`'],
  ['src/planted.ts', 'sql`delete from calls`'],
]
const ALLOWED: [string, string][] = [
  ['src/services/calls/fine1.ts', 'sql`insert into calls (id) values (1)`'],
  ['src/services/calls/placing/fine2.ts', 'tx.callDetail.create({ data })'],
  ['src/services/calls/fine3.ts', 'sql`select from leads where id = $id for update of leads skip locked`'],
  ['src/services/calls/fine4.ts', 'db.lead.findMany({ where })'],
  ['src/services/calls/fine5.ts', 'sql`with ${wallet.HOLD} select 1`'],
  ['src/services/calls/fine6.ts', 'sql`insert into calls as c (id) values (1) on conflict (id) do update set id = c.id`'],
  ['src/services/calls/fine10.ts', 'sql`insert into calls (id) values (1) on conflict (id) do update set ${COLUMNS}`'],
  ['src/services/calls/fine7.ts', "const texts = { create: 'a call', update: '' }"],
  ['src/services/calls/fine8.ts', 'leads.update(actor, id, changes)'],
  ['src/services/calls/fine9.ts', "const { call } = await tx.lead.findFirst({ where })\nlog('lead.updatedAt', lead.call.updatedAt)"],
  ['src/services/calls/fine11.ts', "const help = { command: 'agents update', text: 'Leads to update by ID.' }\nseen[name]?.delete\n"],
  ['src/kernel/fine.ts', 'sql`update settings set value = $value where name = $name`'],
  ['src/services/reports/excepted.ts', 'sql`delete from webhook_deliveries`'],
]
const EXCEPTIONS = [
  { file: 'services/reports/excepted.ts', table: 'webhook_deliveries', reason: 'It is needed.' },
  { file: 'services/calls/fine1.ts', table: 'leads', reason: 'It is not needed.' },
  { file: 'services/calls/planted2.ts', table: 'webhook_attempts', reason: 'It is for another table.' },
]

const folder = mkdtempSync(join(tmpdir(), 'callwright-tables-'))
function addFile(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\n`)
}
let findings: string[] = []
beforeAll(() => {
  cpSync('prisma/schema', join(folder, 'prisma/schema'), { recursive: true })
  addFile('prisma/schema/planted.prisma', 'model Newcomer {\n  id Int @id\n\n  @@map("newcomers")\n}')
  const { owners } = JSON.parse(readFileSync('src/tables.json', 'utf8')) as { owners: Record<string, string[]> }
  addFile('src/tables.json', JSON.stringify({ owners: { ...owners, planning: ['dnc_entries'] }, exceptions: EXCEPTIONS }))
  for (const [file, text] of [...FORBIDDEN, ...ALLOWED]) addFile(file, text)
  findings = spawnSync(process.execPath, [resolve('scripts/tables.mjs')], { cwd: folder, encoding: 'utf8' }).stdout.split('\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const findingsOf = (file: string) => findings.filter((line) => line.startsWith(`${file}:`))

test.each(FORBIDDEN)('%s may not contain %s', (file) => {
  expect(findingsOf(file), findings.join('\n')).toHaveLength(1)
})

test.each(ALLOWED)('%s may contain %s', (file) => {
  expect(findingsOf(file)).toEqual([])
})

test('every table has one owner, and every exception is needed', () => {
  expect(findingsOf('src/tables.json').sort()).toEqual([
    'src/tables.json: no domain owns newcomers',
    'src/tables.json: several domains own dnc_entries',
    'src/tables.json: the exception services/calls/fine1.ts leads is not needed',
    'src/tables.json: the exception services/calls/planted2.ts webhook_attempts is not needed',
  ])
})

test('the product keeps to it', () => {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/tables.mjs'], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
