import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { MINUTE, pass } from '../../kit/clock.ts'
import { settle } from '../../kit/settle.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

// A quarter as fast as life: a call of five minutes outlasts what is given up.
const world = useWorld({ speed: 0.25 })
const homes = async () => {
  const { counts } = (await (await fetch(`${world().running.simulator!.url}/simulator/state`)).json()) as any
  return { agents: counts.retell.agents, llms: counts.retell.llms, assistants: counts.vapi.assistants }
}
const AT_BOTH = { agents: 1, llms: 1, assistants: 1 }

/** Waits three times until every loop of the server has looked once more and no job is due, and for the provider to tell of a call that has ended. */
test.each([
  ['retell', 'vapi', { agents: 0, llms: 0, assistants: 1 }],
  ['vapi', 'retell', { agents: 1, llms: 1, assistants: 0 }],
])('an agent that moves from %s to %s is deleted at the first once its calls there have ended', async (first, second, moved) => {
  const key = await (await world().workspace()).key()
  const before = await homes()
  const added = async () => {
    const now = await homes()
    return { agents: now.agents - before.agents, llms: now.llms - before.llms, assistants: now.assistants - before.assistants }
  }
  const id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', voice_engine: first })).body.id as number
  await key.post(`/agents/${id}/publish`)
  // A call that lasts until somebody ends it, or for five minutes of its own.
  const call = (await key.post('/calls', { to_number: '+12125550011', agent_id: id })).body
  await key.patch(`/agents/${id}`, { voice_engine: second })
  expect((await key.get(`/agents/${id}`)).body.has_unpublished_changes).toBe(true)
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  expect(await added()).toEqual(AT_BOTH)
  // Longer than what was given up rests.
  pass(10 * MINUTE)
  await settle()
  expect((await key.get(`/calls/${call.id}`)).body.ended_at).toBeNull()
  expect(await added()).toEqual(AT_BOTH)
  await key.gql('mutation($id: ID!) { endCall(id: $id) { id } }', { id: call.id })
  await settle()
  pass(MINUTE)
  await until('all to be known of the call', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })).finishedAt)
  pass(10 * MINUTE)
  await settle()
  expect(await added()).toEqual(moved)
  expect((await key.get(`/calls/${call.id}`)).body).toMatchObject({ provider: first, ended_at: expect.any(String) })
  const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { voiceEngine } } } }', { id })
  expect(agent.versions.nodes).toEqual([{ voiceEngine: second }, { voiceEngine: first }])
})
