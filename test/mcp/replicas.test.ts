import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, disconnect } from '../../src/kernel/db/db.ts'
import * as credentials from '../../src/services/access/credentials.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { type AddedServer, startAddedServer } from '../kit/server/addedServer.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { callTool, createMcpClient, sendMessage } from './kit.ts'

const PUBLIC_URL = 'https://calls.example.com'
/** Two servers that share a database. Each has a state of its own, as in two processes, and so does the test, which revokes a grant. */
let servers: { url: string }[]
let token: string
let grant: { id: number; workspaceId: number }
let shutDown: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  const started: AddedServer[] = []
  const ports = [await findQuietPort(), await findQuietPort()]
  const env = { ROLE: 'api', PUBLIC_URL, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  for (const port of ports) started.push(await startAddedServer({ databaseUrl: database.url, env: { ...env, PORT: String(port) } }))
  servers = ports.map((port) => ({ url: `http://127.0.0.1:${port}` }))
  connect(database.url)
  const { id } = await started[0]!.workspace()
  const app = await started[0]!.as(() => addConnectedApp({ url: PUBLIC_URL } as TestServer, id))
  token = app.token
  grant = app.grant
  shutDown = async () => {
    await disconnect()
    await Promise.all(started.map((server) => server.end()))
    await database.drop()
  }
})
afterAll(() => shutDown())

test('any server answers any request, and a call repeated at another server runs once', async () => {
  const args = { name: 'Ada', idempotency_key: 'across-servers' }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => callTool(servers[at % 2] as TestServer, token, 'create_agent', args)))
  expect(new Set(answers.map(({ response }) => response.id)).size).toBe(1)
  expect(answers.filter(({ meta }) => meta?.['callwright/idempotent-replayed'])).toHaveLength(9)
})

test('a legacy client can switch servers without a session, and a revoked token ends at both', async () => {
  const clients = await Promise.all(servers.map(({ url }) => createMcpClient(url, token, { era: 'legacy' })))
  for (const client of clients) expect((await client.callTool({ name: 'get_workspace_info', arguments: {} })).isError).toBeFalsy()
  await credentials.revoke(grant.workspaceId, 'app', grant.id)
  for (const server of servers) await waitFor('the refusal', async () => (await sendMessage(server, token, 'tools/list')).status === 401)
  for (const client of clients) await expect(client.callTool({ name: 'get_workspace_info', arguments: {} })).rejects.toBeInstanceOf(Error)
})
