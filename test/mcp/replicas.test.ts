import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, disconnect } from '../../src/kernel/db/db.ts'
import * as credentials from '../../src/services/access/credentials.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { callTool, createMcpClient, sendMessage } from './kit.ts'

const PUBLIC_URL = 'https://calls.example.com'
let processes: Product[]
let token: string
let grant: { id: number; workspaceId: number }
let shutDown: () => Promise<void>
beforeAll(async () => {
  const [database, ...servers] = await Promise.all([freshDatabase(), createProduct(), createProduct()])
  processes = servers
  for (const server of servers) await server.start({ DATABASE_URL: database.url, ROLE: 'api', PUBLIC_URL })
  connect(database.url)
  const { id } = await anyWorkspace.workspace.findFirstOrThrow()
  const app = await addConnectedApp({ url: PUBLIC_URL } as TestServer, id)
  token = app.token
  grant = app.grant
  shutDown = async () => {
    await disconnect()
    await Promise.all(servers.map((server) => server.end()))
    await database.drop()
  }
})
afterAll(() => shutDown())

test('any process answers any request, and a call repeated at another process runs once', async () => {
  const args = { name: 'Ada', idempotency_key: 'across-processes' }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => callTool(processes[at % 2] as unknown as TestServer, token, 'create_agent', args)))
  expect(new Set(answers.map(({ response }) => response.id)).size).toBe(1)
  expect(answers.filter(({ meta }) => meta?.['callwright/idempotent-replayed'])).toHaveLength(9)
})

test('a legacy client can switch processes without a session, and a revoked token ends at both', async () => {
  const clients = await Promise.all(processes.map(({ url }) => createMcpClient(url, token, { era: 'legacy' })))
  for (const client of clients) expect((await client.callTool({ name: 'get_workspace_info', arguments: {} })).isError).toBeFalsy()
  await credentials.revoke(grant.workspaceId, 'app', grant.id)
  for (const server of processes) await waitFor('the refusal', async () => (await sendMessage(server, token, 'tools/list')).status === 401)
  for (const client of clients) await expect(client.callTool({ name: 'get_workspace_info', arguments: {} })).rejects.toBeInstanceOf(Error)
})
