import { beforeAll, expect, test } from 'vitest'
import { db } from '../../src/kernel/db/db.ts'
import { graphql } from '../kit/clients/client.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { watchContexts } from '../kit/observers/contexts.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { callTool } from '../mcp/kit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { headersOf } from './signedInMembers.ts'

/** Statements of requests run in the context of the caller's workspace. `test/rest/statements.test.ts` checks every route of the REST API. */
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let headers: Record<string, string>
beforeAll(async () => {
  acme = await createTenant(testServer())
  headers = await headersOf(testServer(), acme.acme)
})

/** Fails if a statement of the work runs outside of the context of a workspace, or if none runs in it. */
async function expectContext(work: () => Promise<void>) {
  const contexts = await watchContexts()
  await work().finally(contexts.stop)
  expect([...contexts.found]).toEqual([])
  expect(contexts.inContext()).toBeGreaterThan(0)
}

const AGENTS = '{ agents { nodes { id name } } calls { nodes { id agent { name } campaign { name } } } }'

test('unless nothing says whose work it is', async () => {
  const contexts = await watchContexts()
  await db.agent.count({ where: { workspaceId: acme.acme.id } }).finally(contexts.stop)
  expect([...contexts.found]).toHaveLength(1)
  expect(contexts.inContext()).toBe(0)
})

test('of a request to REST', async () => {
  await expectContext(async () => void (await acme.key.get('/agents')))
})

test('of a query and of one that is compiled', async () => {
  await expectContext(async () => {
    for (let nth = 0; nth < 3; nth++) await acme.key.gql(AGENTS)
  })
})

test('of a mutation, and of a person', async () => {
  await expectContext(async () => {
    await acme.key.gql('mutation { createAgent(input: { name: "Grace" }) { id } }')
    expect((await graphql(testServer().url, headers, AGENTS)).errors).toBeUndefined()
  })
})

test('of a tool', async () => {
  const { token } = await addConnectedApp(testServer(), acme.acme.id)
  await expectContext(async () => {
    expect((await callTool(testServer(), token, 'create_campaign', { name: 'Autumn' })).isError).toBe(false)
    expect((await callTool(testServer(), token, 'list_campaigns')).isError).toBe(false)
  })
})

test('of a shared and of a personal subscription', async () => {
  const { id } = (await acme.place('+12125550113')).body
  await expectContext(async () => {
    const socket = createSocketClient(testServer().url, { apiKey: acme.key.apiKey })
    const shared = socket.watch<object>('subscription($id: ID!) { callUpdated(callId: $id) { id agent { name } campaign { name } } }', { id })
    await waitFor('the first result', () => shared.events.length > 0)
    const personal = socket.watch<object>('subscription { alertRaised { id } }')
    await waitFor('the server to listen', () => personal.ready)
    await socket.close()
  })
})
