import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

const world = useWorld({ speed: 200 })
const simulator = (path: string, init?: RequestInit) => fetch(`${world().running.simulator!.url}/simulator/${path}`, init)
const homes = async () => {
  const { counts } = (await (await simulator('state')).json()) as any
  return { agents: counts.retell.agents, llms: counts.retell.llms, assistants: counts.vapi.assistants }
}
const fault = async (provider: string, more: object) => {
  const res = await simulator('faults', { method: 'POST', body: JSON.stringify({ provider, operation: 'publish', times: 1, ...more }) })
  expect(res.status).toBe(201)
}

/** An agent that is being published: its provider has done the first step, and tells of it after a while. */
async function underWay(voice_engine: string, delay_ms: number) {
  const key = await (await world().workspace()).key()
  const id = (await key.post('/agents', { name: 'Ada', voice_engine, voice_id: 'Elliot' })).body.id as number
  await fault(voice_engine, { mode: 'slow', delay_ms })
  const published = key.post(`/agents/${id}/publish`)
  const versions = async () =>
    (await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error isCurrent } } } }', { id })).agent.versions.nodes
  // The fault is taken by the request that does it; nothing else is waiting for that provider.
  await until('the provider to be at it', async () => {
    const { faults } = (await (await simulator('state')).json()) as { faults: { provider: string }[] }
    return !faults.some(({ provider }) => provider === voice_engine)
  })
  return { key, id, published, versions }
}
/** As if the process that publishes it had lost its proof that it lives. */
const orphan = (agentId: number) => anyWorkspace.agentVersion.updateMany({ where: { agentId, state: 'publishing' }, data: { owner: randomUUID() } })

/** Waits for two providers that answer after eight seconds; meanwhile the server finds the orphaned publishes: it looks for them every five seconds. */
test('a publish whose process counts as dead is finished by another one, and when the first comes back it changes nothing', async () => {
  const before = await homes()
  const both = await Promise.all(['retell', 'vapi'].map((engine) => underWay(engine, 8_000)))
  for (const { id } of both) await orphan(id)
  for (const { key, id, published, versions } of both) {
    await until('somebody to finish it', async () => (await key.get(`/agents/${id}`)).body.is_published)
    expect(await published).toMatchObject({
      status: 409,
      body: { detail: 'Another server process has taken over this publish. Check the agent again in a moment.' },
    })
    expect(await versions()).toEqual([{ number: 1, status: 'published', error: null, isCurrent: true }])
    expect((await key.post('/calls', { to_number: '+12125550100', agent_id: id })).status).toBe(202)
  }
  expect(await homes()).toEqual({ agents: before.agents + 1, llms: before.llms + 1, assistants: before.assistants + 1 })
})

/** Waits for two providers that answer after seven seconds, and until the server has deleted what is left there: it looks for that every five seconds. */
test('one that the provider refuses when it is taken up again ends as failed and leaves nothing there', async () => {
  const before = await homes()
  const both = await Promise.all(['retell', 'vapi'].map((engine) => underWay(engine, 7_000)))
  for (const engine of ['retell', 'vapi']) await fault(engine, { mode: 'http400' })
  for (const { id } of both) await orphan(id)
  for (const { key, id, published, versions } of both) {
    await until('it to end', async () => (await versions())[0].status !== 'publishing')
    expect(await versions()).toEqual([{ number: 1, status: 'failed', error: expect.stringMatching(/\w/), isCurrent: false }])
    expect((await published).status).toBe(409)
    expect((await key.get(`/agents/${id}`)).body.is_published).toBe(false)
  }
  await until('nothing of them to be left', async () => JSON.stringify(await homes()) === JSON.stringify(before))
})
