import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { commands } from '../../../src/admin/commands.ts'
import { version } from '../../../src/kernel/config/version.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as storedSettings from '../../../src/kernel/db/storedSettings.ts'
import { ROLES } from '../../../src/kernel/vocabulary/scopes.ts'
import type { ServerStatus } from '../../../src/services/operator/serverStatus.ts'
import { graphql } from '../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'
import { startAddedServer } from '../../kit/server/addedServer.ts'
import { advanceClock, MINUTE } from '../../kit/waiting/clock.ts'
import { settle } from '../../kit/waiting/settle.ts'
import { addSignedInMember, headersOf } from '../../security/signedInMembers.ts'

const testServer = useTestServer()
const QUERY = '{ serverStatus { lastBackupAt processes { id host role version lastSeenAt isSilent } checks { name state seconds count } } }'
let acme: TestWorkspace
let headers: Record<string, string>
beforeAll(async () => {
  acme = await testServer().workspace()
  headers = await headersOf(testServer(), acme)
})

type Status = Pick<ServerStatus, 'processes' | 'checks'> & { lastBackupAt: string | null }
const ask = (as: Record<string, string>) => graphql(testServer().url, as, QUERY)
async function readStatus(): Promise<Status> {
  const { data, errors } = await ask(headers)
  expect(errors).toBeUndefined()
  return data.serverStatus as Status
}
const stateOf = ({ checks }: Status, name: string) => checks.find((check) => check.name === name)
const hasPage = async (as: Record<string, string>) =>
  ((await graphql(testServer().url, as, '{ viewer { scopes } }')).data.viewer.scopes as string[]).includes('server:read')

test('nobody sees the status by a role or a key, only an account that the server administrator names', async () => {
  for (const role of ROLES) {
    const member = await addSignedInMember(testServer(), acme, role)
    expect((await ask(member.headers)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect(await hasPage(member.headers)).toBe(false)
  }
  await commands['administrator add']!({ email: acme.email })
  expect((await readStatus()).processes).toHaveLength(1)
  expect(await hasPage(headers)).toBe(true)
  const key = await acme.key()
  await expect(key.gql(QUERY)).rejects.toThrow('Only a signed-in user')
  await commands['administrator remove']!({ email: acme.email })
  expect((await ask(headers)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  expect(await hasPage(headers)).toBe(false)
  await commands['administrator add']!({ email: acme.email })
})

test('an address without an account cannot be named, so nobody gets the right by signing up with it', async () => {
  await expect(commands['administrator add']!({ email: 'nobody@example.com' })).rejects.toThrow('Account')
})

test('a running process reports its host, role and version, and one that stops leaves the list', async () => {
  expect(await readStatus()).toMatchObject({ processes: [{ host: hostname(), role: 'all', version, isSilent: false }] })
  const worker = await startAddedServer({ databaseUrl: testServer().databaseUrl, env: { ROLE: 'worker' } })
  const roles = async () => (await readStatus()).processes.map(({ role }) => role).sort()
  await expect.poll(roles).toEqual(['all', 'worker'])
  await worker.end()
  expect(await roles()).toEqual(['all'])
})

const addProcess = async (secondsAgo: number, fields: { version?: string; role?: string } = {}) =>
  pool.query(
    `insert into server_processes (id, host, role, version, started_at, seen_at) values ($1, 'db-2', $4, $2, now() - interval '1 day', now() - $3 * interval '1 second')`,
    [randomUUID(), fields.version ?? version, secondsAgo, fields.role ?? 'worker'],
  )

test('a process that is killed is shown as silent, and is removed after an hour', async () => {
  await addProcess(120)
  await addProcess(3_700)
  await settle()
  const status = await readStatus()
  expect(status.processes.map(({ host, isSilent }) => [host, isSilent])).toEqual(expect.arrayContaining([['db-2', true]]))
  expect(status.processes).toHaveLength(2)
  expect(stateOf(status, 'processes')).toMatchObject({ state: 'warning', count: 1 })
  await pool.query(`delete from server_processes where host = 'db-2'`)
})

test('two versions at the same time are a warning, and one is not', async () => {
  expect(stateOf(await readStatus(), 'versions')).toMatchObject({ state: 'ok', count: 1 })
  await addProcess(0, { version: '0.0.1' })
  expect(stateOf(await readStatus(), 'versions')).toMatchObject({ state: 'warning', count: 2 })
  await pool.query(`delete from server_processes where host = 'db-2'`)
})

test('a process of a newer version is listed during an update, also with a role that this version does not know', async () => {
  await addProcess(0, { version: '9.9.9', role: 'recorder' })
  expect((await readStatus()).processes).toContainEqual(expect.objectContaining({ host: 'db-2', version: '9.9.9', role: null }))
  await pool.query(`delete from server_processes where host = 'db-2'`)
})

test('a database with a migration that this version does not know, or without one that it needs, is found', async () => {
  expect(stateOf(await readStatus(), 'migrations')).toMatchObject({ state: 'ok', count: 0 })
  const rename = (from: string, to: string) => pool.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [from, to])
  const last = '20261128150000_server_processes'
  await rename(last, 'another')
  expect(stateOf(await readStatus(), 'migrations')).toMatchObject({ state: 'failure', count: 2 })
  await rename('another', last)
})

test('a backup that was made with the command is known, and an old one is a warning', async () => {
  expect(stateOf(await readStatus(), 'backup')).toMatchObject({ state: 'unknown', seconds: null })
  const { rows } = await pool.query<{ now: Date }>('select now()')
  await storedSettings.save('last_backup', { at: rows[0]!.now.toISOString() })
  expect((await readStatus()).lastBackupAt).toBe(rows[0]!.now.toISOString())
  expect(stateOf(await readStatus(), 'backup')!.state).toBe('ok')
  advanceClock(8 * 24 * 60 * MINUTE)
  headers = await headersOf(testServer(), acme)
  expect(stateOf(await readStatus(), 'backup')!.state).toBe('warning')
})

test('an account that is disabled loses the status', async () => {
  await commands['user disable']!({ email: acme.email })
  expect((await ask(headers)).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
  expect(await anyWorkspace.user.count({ where: { email: acme.email, disabledAt: null } })).toBe(0)
})
