import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectedApp } from '../kit/apps.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { type Era, mcpClient } from './kit.ts'

const world = useWorld()
let acme: Acme
let token: string
beforeAll(async () => {
  acme = await world().workspace()
  token = (await connectedApp(world(), acme.id)).token
})

/** The library's client of before 2026, as many programs have it. */
async function oldClient() {
  const client = new OldClient({ name: 'old', version: '1.0.0' })
  await client.connect(new OldTransport(new URL(`${world().url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }) as never)
  return client
}
const clients = {
  'the official client in the newest revision': () => mcpClient(world().url, token, { era: 'modern' satisfies Era }),
  'the official client in the revisions with a handshake': () => mcpClient(world().url, token, { era: 'legacy' satisfies Era }),
  'the official client of before': oldClient,
}

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  test('hears what the server is for, lists its tools and calls them', async () => {
    const client = await connect()
    expect(client.getServerVersion()).toMatchObject({ name: 'callwright' })
    expect(client.getInstructions()).toContain('start_campaign')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('place_call')
    const me = await client.callTool({ name: 'get_workspace_info', arguments: {} })
    expect(me.structuredContent).toMatchObject({ tenant_id: acme.id })
    const made = await client.callTool({ name: 'create_agent', arguments: { name: 'Ada' } })
    expect([made.isError ?? false, made.structuredContent]).toEqual([false, JSON.parse((made.content as [{ text: string }])[0].text)])
    const wrong = await client.callTool({ name: 'get_agent', arguments: { agent_id: 999_999 } })
    expect([wrong.isError, JSON.parse((wrong.content as [{ text: string }])[0].text)]).toEqual([true, { status: 404, detail: 'Agent not found' }])
    await client.close()
  })
})
