import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as publishing from '../../../src/services/agents/publishing.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

// No jobs run in this process, so interrupted publishes stay interrupted.
const testServer = useTestServer({ env: { ROLE: 'api' } })

/** Starts the first publish of an agent. The simulator answers two seconds late. */
async function startSlowPublish() {
  const key = await (await testServer().workspace()).key()
  const simulator = (path: string, init?: RequestInit) => fetch(`${testServer().running.simulator!.url}/simulator/${path}`, init)
  const countResources = async () => ((await (await simulator('state')).json()) as any).counts.retell as { agents: number; llms: number }
  const before = await countResources()
  const id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id as number
  await simulator('faults', { method: 'POST', body: JSON.stringify({ operation: 'publish', mode: 'slow', delay_ms: 2_000 }) })
  const first = key.post(`/agents/${id}/publish`)
  // Storing its ID renews the lease, which the tests then end.
  await waitFor('the ID of the first resource to be stored', async () => {
    const home = await anyWorkspace.providerAgent.findFirst({ where: { agentId: id } })
    return home !== null && Object.keys(home.refs as object).length > 0
  })
  const listVersions = async () =>
    (await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error } } } }', { id })).agent.versions.nodes
  return { key, id, first, before, countResources, listVersions }
}

/** Waits for the first publish, which the simulator answers two seconds late. */
test.each([
  ['whose process is dead', { owner: randomUUID() }],
  ['without an owner', { owner: null }],
  ['whose lease has expired', { leaseUntil: new Date(0) }],
])('a new publish does not wait for a publish %s, and uses the resources it created', async (_what, data) => {
  const { key, id, first, before, countResources, listVersions } = await startSlowPublish()
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(409)
  await anyWorkspace.agentVersion.updateMany({ where: { agentId: id }, data })
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  expect((await first).status).toBe(409)
  expect(await listVersions()).toEqual([
    { number: 2, status: 'published', error: null },
    { number: 1, status: 'failed', error: 'interrupted' },
  ])
  expect(await countResources()).toMatchObject({ agents: before.agents + 1, llms: before.llms + 1 })
})

/** Waits for the first publish, which the simulator answers two seconds late. */
test('a slow publish that its own process takes over is completed once', async () => {
  const { id, first, before, countResources, listVersions } = await startSlowPublish()
  // The publish itself can renew its lease just before it is taken over.
  await waitFor('the publish to be taken over', async () => {
    await anyWorkspace.agentVersion.updateMany({ where: { agentId: id }, data: { leaseUntil: new Date(0) } })
    return (await publishing.finishLapsed()) === 1
  })
  expect((await first).status).toBe(409)
  expect(await listVersions()).toEqual([{ number: 1, status: 'published', error: null }])
  expect(await countResources()).toMatchObject({ agents: before.agents + 1, llms: before.llms + 1 })
})
