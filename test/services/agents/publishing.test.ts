import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

const world = useWorld({ speed: 25 })
let key: Client
beforeAll(async () => {
  key = await (await world().workspace()).key()
})

const simulator = () => world().running.simulator!.url
const ask = async (path: string) => (await fetch(`${simulator()}/simulator/${path}`)).json() as any
const counts = async () => (await ask('state')).counts
const homes = async () => {
  const { retell, vapi } = await counts()
  return { agents: retell.agents, llms: retell.llms, assistants: vapi.assistants }
}
/** Others ask for calls and numbers meanwhile. */
const asked = async () => (await ask('requests')).filter(({ path }: { path: string }) => /agent|llm|assistant/.test(path)).length as number
const fault = async (provider: string, mode: string, times = 1, delay_ms?: number) => {
  const res = await fetch(`${simulator()}/simulator/faults`, {
    method: 'POST',
    body: JSON.stringify({ provider, operation: 'publish', mode, times, delay_ms }),
  })
  expect(res.status).toBe(201)
}
const create = async (fields: object = {}): Promise<number> => (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', ...fields })).body.id
const publish = (id: number) => key.post(`/agents/${id}/publish`)
const versions = async (id: number) =>
  (await key.gql<any>('query($id: ID!) { agent(id: $id) { versions { nodes { number status error isCurrent voiceEngine } } } }', { id })).agent.versions.nodes

beforeEach(async () => {
  await fetch(`${simulator()}/simulator/faults`, { method: 'DELETE' })
})

describe.each(['retell', 'vapi'])('%s', (voice_engine) => {
  test('whatever is wrong with an agent is told at once, before anything is asked of the provider', async () => {
    const general_tools = [{ type: 'no_such_tool', name: 'x' }]
    const post_call_analysis_data = [{ name: 'day', type: 'date', description: 'When?' }]
    const id = await create({ voice_engine, voice_id: null, model: 'no-such-model', lang: 'tlh', general_tools, post_call_analysis_data })
    const before = await asked()
    const { status, body } = await publish(id)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject({
      error: 'agent_not_publishable',
      message: expect.stringMatching(/^Agent could not be published, check its configuration: /),
    })
    const fields = body.detail.problems.map(({ field }: { field: string }) => field)
    for (const field of ['voice_id', 'model', /^general_tools\[0\]/, 'post_call_analysis_data[0].type']) {
      expect(fields).toContainEqual(typeof field === 'string' ? field : expect.stringMatching(field))
      expect(body.detail.message).toMatch(typeof field === 'string' ? field : 'general_tools[0]')
    }
    for (const { reason } of body.detail.problems) expect(reason).toMatch(/\w/)
    expect(await asked()).toBe(before)
    expect(await versions(id)).toEqual([])
    const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { problems { field reason } } }', { id })
    expect(agent.problems).toEqual(body.detail.problems)
  })

  test("a refusal in the provider's own words names the field it is about, fails the version and leaves nothing there", async () => {
    const before = await homes()
    const id = await create({ voice_engine, voice_id: 'invalid-voice' })
    const { status, body } = await publish(id)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject({ error: 'agent_not_publishable', problems: [{ field: 'voice_id', reason: expect.any(String) }] })
    expect(await versions(id)).toMatchObject([{ number: 1, status: 'failed', error: expect.any(String), isCurrent: false }])
    await until('nothing of it at the provider', async () => JSON.stringify(await homes()) === JSON.stringify(before))
    expect((await key.get(`/agents/${id}`)).body).toMatchObject({ is_published: false, provider_agent_id: null })
  })

  /** At Retell waits until agents left by failed publishes have rested and are deleted: the server looks for them every five seconds. */
  test('a first publish that fails is a 502; the next one succeeds, and in the end the provider has the agent once', async () => {
    const before = await homes()
    const MODES = ['http500', 'http503', 'reset']
    for (const mode of MODES) {
      const id = await create({ voice_engine })
      await fault(voice_engine, mode, 3)
      expect(await publish(id)).toMatchObject({ status: 502, body: { detail: expect.stringContaining(voice_engine) } })
      await fetch(`${simulator()}/simulator/faults`, { method: 'DELETE' })
      expect(await publish(id)).toMatchObject({ status: 200, body: { is_published: true } })
      expect(await versions(id)).toMatchObject([
        { number: 2, status: 'published', isCurrent: true },
        { number: 1, status: 'failed', isCurrent: false },
      ])
    }
    const made = MODES.length
    const wanted =
      voice_engine === 'retell' ? { ...before, agents: before.agents + made, llms: before.llms + made } : { ...before, assistants: before.assistants + made }
    await until('each to be at the provider once', async () => JSON.stringify(await homes()) === JSON.stringify(wanted))
  })

  test('while a republish fails, calls go on using what was published', async () => {
    const id = await create({ voice_engine })
    const { provider_agent_id } = (await publish(id)).body
    await key.patch(`/agents/${id}`, { system_prompt: 'Another one.' })
    await fault(voice_engine, 'http500', 9)
    expect((await publish(id)).status).toBe(502)
    expect((await key.get(`/agents/${id}`)).body).toMatchObject({ is_published: true, has_unpublished_changes: true, provider_agent_id })
    expect((await key.post('/calls', { to_number: '+12125550100', agent_id: id })).status).toBe(202)
    expect(await versions(id)).toMatchObject([
      { number: 2, status: 'failed', isCurrent: false },
      { number: 1, status: 'published', isCurrent: true },
    ])
    await fetch(`${simulator()}/simulator/faults`, { method: 'DELETE' })
    expect((await publish(id)).body).toMatchObject({ has_unpublished_changes: false, provider_agent_id })
  })

  test('a publish while another is under way is a 409, and only one version comes of both', async () => {
    const id = await create({ voice_engine })
    await fault(voice_engine, 'slow', 1, 1_000)
    const first = publish(id)
    await until('the first to be under way', async () => (await versions(id)).some(({ status: state }: { status: string }) => state === 'publishing'))
    expect(await publish(id)).toMatchObject({ status: 409, body: { detail: 'This agent is already being published. Try again in a moment.' } })
    expect((await first).status).toBe(200)
    expect(await versions(id)).toMatchObject([{ number: 1, status: 'published' }])
  })
})

test('an inactive agent is refused in a sentence, and its problems say so', async () => {
  const id = await create({ is_active: false })
  expect(await publish(id)).toMatchObject({ status: 422, body: { detail: 'The agent is archived (inactive). Unarchive it before you publish it.' } })
  const { agent } = await key.gql<any>('query($id: ID!) { agent(id: $id) { problems { field } } }', { id })
  expect(agent.problems).toEqual([{ field: 'is_active' }])
})
