import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, disconnect } from '../../src/kernel/db/db.ts'
import * as credentials from '../../src/services/access/credentials.ts'
import { connectedApp } from '../kit/apps.ts'
import { freshDatabase } from '../kit/postgres.ts'
import { product, type Product } from '../kit/process.ts'
import { until } from '../kit/until.ts'
import type { World } from '../kit/world.ts'
import { call, mcpClient, message } from './kit.ts'

const PUBLIC_URL = 'https://calls.example.com'
let processes: Product[]
let token: string
let grant: { id: number; workspaceId: number }
let end: () => Promise<void>
beforeAll(async () => {
  const [database, ...servers] = await Promise.all([freshDatabase(), product(), product()])
  processes = servers
  for (const server of servers) await server.start({ DATABASE_URL: database.url, ROLE: 'api', PUBLIC_URL })
  connect(database.url)
  const { id } = await anyWorkspace.workspace.findFirstOrThrow()
  const app = await connectedApp({ url: PUBLIC_URL } as World, id)
  token = app.token
  grant = app.grant
  end = async () => {
    await disconnect()
    await Promise.all(servers.map((server) => server.end()))
    await database.drop()
  }
})
afterAll(() => end())

test('any process answers any request: a call is repeated at another one, and made once', async () => {
  const args = { name: 'Ada', idempotency_key: 'across-processes' }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => call(processes[at % 2] as unknown as World, token, 'create_agent', args)))
  expect(new Set(answers.map(({ said }) => said.id)).size).toBe(1)
  expect(answers.filter(({ meta }) => meta?.['callwright/idempotent-replayed'])).toHaveLength(9)
})

test('a client of before goes from one process to the other without a session, and what is revoked stops at both', async () => {
  const clients = await Promise.all(processes.map(({ url }) => mcpClient(url, token, { era: 'legacy' })))
  for (const client of clients) expect((await client.callTool({ name: 'get_workspace_info', arguments: {} })).isError).toBeFalsy()
  await credentials.revoke(grant.workspaceId, 'app', grant.id)
  for (const server of processes) await until('the refusal', async () => (await message(server, token, 'tools/list')).status === 401)
  for (const client of clients) await expect(client.callTool({ name: 'get_workspace_info', arguments: {} })).rejects.toBeInstanceOf(Error)
})
