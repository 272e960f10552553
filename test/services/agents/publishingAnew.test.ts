import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

// No jobs run in this process, so interrupted publishes stay interrupted.
const testServer = useTestServer({ env: { ROLE: 'api' } })

/** Waits for the first publish, which the simulator answers two seconds late. */
test.each([
  ['whose process is dead', { owner: randomUUID() }],
  ['without an owner', { owner: null }],
  ['whose lease has expired', { leaseUntil: new Date(0) }],
])('a new publish does not wait for a publish %s, and uses the resources it created', async (_what, data) => {
  const key = await (await testServer().workspace()).key()
  const simulator = (path: string, init?: RequestInit) => fetch(`${testServer().running.simulator!.url}/simulator/${path}`, init)
  const countRetellResources = async () => ((await (await simulator('state')).json()) as any).counts.retell as { agents: number; llms: number }
  const before = await countRetellResources()
  const id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id as number
  await simulator('faults', { method: 'POST', body: JSON.stringify({ operation: 'publish', mode: 'slow', delay_ms: 2_000 }) })
  const first = key.post(`/agents/${id}/publish`)
  await waitFor('the provider to create a resource', async () => (await countRetellResources()).llms > before.llms)
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(409)
  await anyWorkspace.agentVersion.updateMany({ where: { agentId: id }, data })
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  expect((await first).status).toBe(409)
  const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error } } } }', { id })
  expect(agent.versions.nodes).toEqual([
    { number: 2, status: 'published', error: null },
    { number: 1, status: 'failed', error: 'interrupted' },
  ])
  expect(await countRetellResources()).toMatchObject({ agents: before.agents + 1, llms: before.llms + 1 })
})
