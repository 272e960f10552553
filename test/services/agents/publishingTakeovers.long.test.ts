import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 200 })
const simulator = (path: string, init?: RequestInit) => fetch(`${testServer().running.simulator!.url}/simulator/${path}`, init)
const countResources = async () => {
  const { counts } = (await (await simulator('state')).json()) as any
  return { agents: counts.retell.agents, llms: counts.retell.llms, assistants: counts.vapi.assistants }
}
const fault = async (provider: string, more: object) => {
  const res = await simulator('faults', { method: 'POST', body: JSON.stringify({ provider, operation: 'publish', times: 1, ...more }) })
  expect(res.status).toBe(201)
}

/** Starts to publish an agent. The provider has done the first step and answers after `delay_ms`. */
async function startPublish(voice_engine: string, delay_ms: number) {
  const key = await (await testServer().workspace()).key()
  const id = (await key.post('/agents', { name: 'Ada', voice_engine, voice_id: 'Elliot' })).body.id as number
  await fault(voice_engine, { mode: 'slow', delay_ms })
  const published = key.post(`/agents/${id}/publish`)
  const versions = async () =>
    (await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error isCurrent } } } }', { id })).agent.versions.nodes
  // The request consumes the fault. No other request to that provider is pending.
  await waitFor('the provider to receive the request', async () => {
    const { faults } = (await (await simulator('state')).json()) as { faults: { provider: string }[] }
    return !faults.some(({ provider }) => provider === voice_engine)
  })
  return { key, id, published, versions }
}
/** Simulates that the publishing process is dead. */
const markOwnerDead = (agentId: number) => anyWorkspace.agentVersion.updateMany({ where: { agentId, status: 'publishing' }, data: { owner: randomUUID() } })

/** Waits for two providers that answer after eight seconds. Meanwhile the server finds the orphaned publishes, which it checks every five seconds. */
test('a publish of a dead process is finished by another one, and a late result of the first process changes nothing', async () => {
  const before = await countResources()
  const publishes = await Promise.all(['retell', 'vapi'].map((engine) => startPublish(engine, 8_000)))
  for (const { id } of publishes) await markOwnerDead(id)
  for (const { key, id, published, versions } of publishes) {
    await waitFor('another process to finish the publish', async () => (await key.get(`/agents/${id}`)).body.is_published)
    expect(await published).toMatchObject({
      status: 409,
      body: { detail: 'Another server process has taken over this publish. Check the agent again in a moment.' },
    })
    expect(await versions()).toEqual([{ number: 1, status: 'published', error: null, isCurrent: true }])
    expect((await key.post('/calls', { to_number: '+12125550100', agent_id: id })).status).toBe(202)
  }
  expect(await countResources()).toEqual({ agents: before.agents + 1, llms: before.llms + 1, assistants: before.assistants + 1 })
})

/** Waits for two providers that answer after seven seconds, and until the server, which checks every five seconds, has deleted the resources there. */
test('a resumed publish that the provider refuses fails and leaves nothing at the provider', async () => {
  const before = await countResources()
  const publishes = await Promise.all(['retell', 'vapi'].map((engine) => startPublish(engine, 7_000)))
  for (const engine of ['retell', 'vapi']) await fault(engine, { mode: 'http400' })
  for (const { id } of publishes) await markOwnerDead(id)
  for (const { key, id, published, versions } of publishes) {
    await waitFor('the publish to end', async () => (await versions())[0].status !== 'publishing')
    expect(await versions()).toEqual([{ number: 1, status: 'failed', error: expect.stringMatching(/\w/), isCurrent: false }])
    expect((await published).status).toBe(409)
    expect((await key.get(`/agents/${id}`)).body.is_published).toBe(false)
  }
  await waitFor('the resources to be deleted', async () => JSON.stringify(await countResources()) === JSON.stringify(before))
})
