import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, disconnect } from '../../src/kernel/db/db.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { client, type Client } from '../kit/clients/client.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { callTool } from '../mcp/kit.ts'
import { computeUsage, readUsage } from '../services/access/appKit.ts'

let servers: [Product, Product]
let key: Client
let workspaceId: number
let agentId: number
let end: () => Promise<void>
beforeAll(async () => {
  const [database, first, second] = await Promise.all([freshDatabase(), createProduct(), createProduct()])
  servers = [first, second]
  const shared = { DATABASE_URL: database.url, SIMULATOR_SPEED: '40', CALLING_HOURS: 'off' }
  for (const server of servers) await server.start(shared)
  connect(database.url)
  key = client(first.url, first.demo().api_key)
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id
  await key.post(`/agents/${agentId}/publish`)
  workspaceId = (await anyWorkspace.agent.findUniqueOrThrow({ where: { id: agentId } })).workspaceId
  end = async () => {
    await disconnect()
    await Promise.all(servers.map((server) => server.end()))
    await database.drop()
  }
})
afterAll(() => end())

/** An app whose token both processes accept. */
const app = (callLimit: number) =>
  addConnectedApp(servers[0], workspaceId, { callLimit, resource: servers.map(({ url }) => `${url}/mcp`) }).then(({ token, grant }) => ({
    token,
    keyId: grant.id,
  }))

const waitForEnd = (keyId: number) =>
  waitFor('all calls to end', async () => (await anyWorkspace.call.count({ where: { appGrantId: keyId, finishedAt: null } })) === 0, 120_000)

/** Lets an app place 24 calls at once, and waits for the five placed ones to end. */
test('of 24 simultaneous calls by an app through two processes with a cap of 5, exactly 5 are placed', async () => {
  const { token, keyId } = await app(5)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => callTool(servers[n % 2]!, token, 'place_call', { to_number: `+1314${500 + n}0100`, agent_id: agentId })),
  )
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(5)
  for (const { isError, response } of answers)
    if (isError) expect(response).toMatchObject({ status: 403, detail: { error: 'app_cap_reached', cap: 5, used: 5 } })
  await waitForEnd(keyId)
  expect(await readUsage(keyId)).toEqual(await computeUsage(keyId))
  expect((await readUsage(keyId)).calls).toBe(5)
})

/** Kills a server and starts it again, and waits for a campaign to pause and for up to twelve simulated calls to end. */
test('killing a process while an app places calls and its campaign dials never exceeds the cap, and leaves no reserved funds', async () => {
  const { token, keyId } = await app(12)
  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Spring', agent_ref_id: agentId })).body
  await key.post(`/campaigns/${campaign_id}/leads`, { leads: Array.from({ length: 30 }, (_, n) => ({ phone_number: `+1315${500 + n}0100` })) })
  expect(await callTool(servers[0], token, 'start_campaign', { campaign_id })).toMatchObject({ isError: false })
  const placing = Array.from({ length: 10 }, (_, n) =>
    callTool(servers[1], token, 'place_call', { to_number: `+1316${500 + n}0100`, agent_id: agentId }).catch(() => null),
  )
  await sleep(300)
  await servers[1].kill('SIGKILL')
  await Promise.all(placing)
  await servers[1].start()
  await waitFor('the campaign to pause', async () => (await anyWorkspace.campaign.findUniqueOrThrow({ where: { id: campaign_id } })).pauseReason, 200_000)
  await waitForEnd(keyId)
  const account = await readUsage(keyId)
  expect(account).toEqual(await computeUsage(keyId))
  expect(account.calls).toBeLessThanOrEqual(12)
  expect(await anyWorkspace.walletHold.count({ where: { workspaceId, status: 'open' } })).toBe(0)
  const { held } = await anyWorkspace.wallet.findUniqueOrThrow({ where: { workspaceId } })
  expect(held).toBe(0n)
})
