import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as workspaceContext from '../../src/kernel/db/workspaceContext.ts'
import { graphql } from '../kit/clients/client.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { startAddedServer } from '../kit/server/addedServer.ts'
import { takeFaults } from '../kit/server/serverWork.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { settle } from '../kit/waiting/settle.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { callTool } from '../mcp/kit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'
import { headersOf } from './signedInMembers.ts'

/** Every test file fails for a statement of its server that does not say whose work it is (decision 48), wherever the work comes from. */
const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
let tenant: Awaited<ReturnType<typeof createTenant>>
let headers: Record<string, string>
let token: string
beforeAll(async () => {
  tenant = await createTenant(testServer())
  headers = await headersOf(testServer(), tenant.acme)
  token = (await addConnectedApp(testServer(), tenant.acme.id)).token
})

/** Takes from the server what says whose work it is, until the end of the test. */
function forgetWorkspaces() {
  vi.spyOn(workspaceContext, 'inWorkspace').mockImplementation((_workspaceId, work) => work())
  vi.spyOn(workspaceContext, 'enterWorkspace').mockImplementation(() => {})
}
afterEach(async () => {
  await settle()
  vi.restoreAllMocks()
  takeFaults()
})

const call = async (to: string) => {
  await tenant.place(to)
  await settle()
}
const AGENTS = '{ agents { nodes { id name } } }'

describe('a statement without its workspace is a fault in the work of', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a REST request', () => tenant.key.get('/agents'), /^agents\.list\n/],
    ['a query', () => tenant.key.gql(AGENTS), /^agents\.list\n/],
    ['a mutation of a person', () => graphql(testServer().url, headers, 'mutation { createAgent(input: { name: "Grace" }) { id } }'), /^agents\.create\n/],
    ['a tool', () => callTool(testServer(), token, 'list_campaigns'), /^campaigns\.list\n/],
    ['a webhook', () => call('+12125550100'), /^usage\.countCalls\n[^]*callProgress\.ts/],
    ['a job', () => tenant.key.post('/reports', { type: 'calls', format: 'csv' }).then(settle), / at writeAndFinish .*reportRuns\.ts/],
    ['a loop', settle, /^callAlerts\.countFailures\n/],
  ])('%s', async (_origin, work, fault) => {
    forgetWorkspaces()
    await work()
    expect(takeFaults()).toContainEqual(expect.stringMatching(fault))
  })

  test('a subscription', async () => {
    const { id } = (await tenant.place('+12125550113')).body
    forgetWorkspaces()
    const socket = createSocketClient(testServer().url, { apiKey: tenant.key.apiKey })
    const watched = socket.watch<object>('subscription($id: ID!) { callUpdated(callId: $id) { id agent { name } } }', { id })
    await waitFor('the first result', () => watched.events.length > 0)
    await socket.close()
    expect(takeFaults()).toContainEqual(expect.stringMatching(/^calls\.get/))
  })

  test('the dialer', async () => {
    const campaign = await createCampaign(tenant.acme.id, tenant.agentId, { phones: ['+12125550100'] })
    forgetWorkspaces()
    await campaign.start()
    await campaign.over()
    const faults = takeFaults()
    expect(faults).toContainEqual(expect.stringMatching(/^calls\.commitBatch\n[^]* at loop .*dialer\.ts/))
    expect(faults).toContainEqual(expect.stringMatching(/^calls\.prepareBatch\n/))
  })

  test('a further server in the process', async () => {
    const added = await startAddedServer({ env: { ROLE: 'api' } })
    try {
      const key = await (await added.workspace()).key()
      forgetWorkspaces()
      expect((await key.get('/agents')).status).toBe(200)
      expect(takeFaults()).toContainEqual(expect.stringMatching(/^agents\.list\n/))
    } finally {
      await added.end()
    }
  })
})

test('the same work is none as it is', async () => {
  const campaign = await createCampaign(tenant.acme.id, tenant.agentId, { phones: ['+12125550100'] })
  await campaign.start()
  await campaign.over()
  await tenant.key.get('/agents')
  await settle()
  expect(await anyWorkspace.call.count()).toBeGreaterThan(0)
  expect(takeFaults()).toEqual([])
})
