import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { type Era, createMcpClient } from './kit.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let token: string
beforeAll(async () => {
  acme = await testServer().workspace()
  token = (await addConnectedApp(testServer(), acme.id)).token
})

/** Creates the library's client from before 2026, which many programs still use. */
async function createLegacyClient() {
  const client = new LegacyClient({ name: 'old', version: '1.0.0' })
  await client.connect(new LegacyTransport(new URL(`${testServer().url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }) as never)
  return client
}
const clients = {
  'the official client in the newest revision': () => createMcpClient(testServer().url, token, { era: 'modern' satisfies Era }),
  'the official client in the revisions with a handshake': () => createMcpClient(testServer().url, token, { era: 'legacy' satisfies Era }),
  'the official client before 2026': createLegacyClient,
}

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  test('gets the server’s instructions, lists its tools and calls them', async () => {
    const client = await connect()
    expect(client.getServerVersion()).toMatchObject({ name: 'callwright' })
    expect(client.getInstructions()).toContain('start_campaign')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('place_call')
    const workspaceInfo = await client.callTool({ name: 'get_workspace_info', arguments: {} })
    expect(workspaceInfo.structuredContent).toMatchObject({ tenant_id: acme.id })
    const createdAgent = await client.callTool({ name: 'create_agent', arguments: { name: 'Ada' } })
    expect([createdAgent.isError ?? false, createdAgent.structuredContent]).toEqual([false, JSON.parse((createdAgent.content as [{ text: string }])[0].text)])
    const missingAgent = await client.callTool({ name: 'get_agent', arguments: { agent_id: 999_999 } })
    expect([missingAgent.isError, JSON.parse((missingAgent.content as [{ text: string }])[0].text)]).toEqual([true, { status: 404, detail: 'Agent not found' }])
    await client.close()
  })
})
