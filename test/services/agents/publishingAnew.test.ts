import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

// No jobs run in this process: nobody finishes what was interrupted.
const world = useWorld({ env: { ROLE: 'api' } })

/** Waits for the first publish, which the simulator answers two seconds late. */
test.each([
  ['whose process is dead', { owner: randomUUID() }],
  ['that nobody works on', { owner: null }],
  ['whose time is over', { leaseUntil: new Date(0) }],
])('publishing anew does not wait for a publish %s, and uses what that one made', async (_what, data) => {
  const key = await (await world().workspace()).key()
  const simulator = (path: string, init?: RequestInit) => fetch(`${world().running.simulator!.url}/simulator/${path}`, init)
  const retell = async () => ((await (await simulator('state')).json()) as any).counts.retell as { agents: number; llms: number }
  const before = await retell()
  const id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id as number
  await simulator('faults', { method: 'POST', body: JSON.stringify({ operation: 'publish', mode: 'slow', delay_ms: 2_000 }) })
  const first = key.post(`/agents/${id}/publish`)
  await until('the provider to have made something', async () => (await retell()).llms > before.llms)
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(409)
  await anyWorkspace.agentVersion.updateMany({ where: { agentId: id }, data })
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  expect((await first).status).toBe(409)
  const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error } } } }', { id })
  expect(agent.versions.nodes).toEqual([
    { number: 2, status: 'published', error: null },
    { number: 1, status: 'failed', error: 'interrupted' },
  ])
  expect(await retell()).toMatchObject({ agents: before.agents + 1, llms: before.llms + 1 })
})
