import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { MINUTE, advanceClock } from '../../kit/waiting/clock.ts'
import { settle } from '../../kit/waiting/settle.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

// A quarter of real speed, so that a call of five minutes lasts longer than the grace period of retired agents.
const testServer = useTestServer({ speed: 0.25 })
const countResources = async () => {
  const { counts } = (await (await fetch(`${testServer().running.simulator!.url}/simulator/state`)).json()) as any
  return { agents: counts.retell.agents, llms: counts.retell.llms, assistants: counts.vapi.assistants }
}
const AT_BOTH = { agents: 1, llms: 1, assistants: 1 }

/** Waits three times until every loop of the server has run again and no job is due, and for the provider to report the end of a call. */
test.each([
  ['retell', 'vapi', { agents: 0, llms: 0, assistants: 1 }],
  ['vapi', 'retell', { agents: 1, llms: 1, assistants: 0 }],
])('an agent that moves from %s to %s is deleted at the first provider once its calls there have ended', async (first, second, remaining) => {
  const key = await (await testServer().workspace()).key()
  const before = await countResources()
  const countAdded = async () => {
    const now = await countResources()
    return { agents: now.agents - before.agents, llms: now.llms - before.llms, assistants: now.assistants - before.assistants }
  }
  const id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', voice_engine: first })).body.id as number
  await key.post(`/agents/${id}/publish`)
  // A call that lasts five minutes unless it is ended earlier.
  const call = (await key.post('/calls', { to_number: '+12125550011', agent_id: id })).body
  await key.patch(`/agents/${id}`, { voice_engine: second })
  expect((await key.get(`/agents/${id}`)).body.has_unpublished_changes).toBe(true)
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  expect(await countAdded()).toEqual(AT_BOTH)
  // Longer than the grace period of retired agents.
  advanceClock(10 * MINUTE)
  await settle()
  expect((await key.get(`/calls/${call.id}`)).body.ended_at).toBeNull()
  expect(await countAdded()).toEqual(AT_BOTH)
  await key.gql('mutation($id: ID!) { endCall(id: $id) { id } }', { id: call.id })
  await settle()
  advanceClock(MINUTE)
  await waitFor('the call to be finished', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })).finishedAt)
  advanceClock(10 * MINUTE)
  await settle()
  expect(await countAdded()).toEqual(remaining)
  expect((await key.get(`/calls/${call.id}`)).body).toMatchObject({ provider: first, ended_at: expect.any(String) })
  const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { voiceEngine } } } }', { id })
  expect(agent.versions.nodes).toEqual([{ voiceEngine: second }, { voiceEngine: first }])
})
