import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '50' })
  await server.start()
})
afterAll(() => server.end())

const VERSIONS = '{ agents(first: 50) { nodes { id providerAgentId versions(first: 25) { nodes { number status isCurrent voiceEngine } } } } }'

/** Kills the server four times and starts it again, and waits until it has finished interrupted work, which it looks for every five seconds. */
test('after SIGKILLs during publishes each one finishes, the provider has every agent once, and calls always had an agent', async () => {
  const key = server.client()
  const simulator = (path: string, init?: RequestInit) => fetch(`${server.demo().simulator!.url}/simulator/${path}`, init)
  const counts = async () => {
    const { counts } = (await (await simulator('state')).json()) as any
    return { agents: counts.retell.agents as number, llms: counts.retell.llms as number, assistants: counts.vapi.assistants as number }
  }
  /** Calls of an earlier round also cause requests. */
  const countSteps = async () =>
    ((await (await simulator('requests')).json()) as { path: string }[]).filter(({ path }) => /agent|llm|assistant/.test(path)).length
  const create = async (voice_engine: string) => (await key.post('/agents', { name: voice_engine, voice_engine, voice_id: 'Elliot' })).body.id as number
  const known = await Promise.all(['retell', 'vapi'].map(create))
  for (const id of known) expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  const homes = await Promise.all(known.map(async (id) => (await key.get(`/agents/${id}`)).body.provider_agent_id as string))

  // Each kill is one step later: the simulator has handled the request, and the server has not received the response.
  for (const steps of [1, 4, 6, 9]) {
    const created = await Promise.all(['retell', 'vapi'].map(create))
    for (const id of known) await key.patch(`/agents/${id}`, { system_prompt: `Kill after ${steps} steps.` })
    const before = await countSteps()
    await simulator('faults', { method: 'POST', body: JSON.stringify({ operation: 'any', mode: 'slow', delay_ms: 150, times: 1000 }) })
    let responseCount = 0
    const published = [...created, ...known].map((id) =>
      key.post(`/agents/${id}/publish`).then(
        () => responseCount++,
        () => null,
      ),
    )
    await waitFor('the steps', async () => responseCount === published.length || (await countSteps()) >= before + steps)
    expect(responseCount).toBeLessThan(published.length)
    await server.kill('SIGKILL')
    await server.start()
    await Promise.all(published)
    for (const id of known) expect((await key.post('/calls', { to_number: '+12125550100', agent_id: id })).status).toBe(202)
  }

  const listVersions = async () => (await key.gql<any>(VERSIONS)).agents.nodes as any[]
  await waitFor('every publish to end', async () =>
    (await listVersions()).every(({ versions }) => versions.nodes.every(({ status: state }: any) => state !== 'publishing')),
  )
  const agents = await listVersions()
  const current = agents.flatMap(({ versions }) => versions.nodes.filter(({ isCurrent }: any) => isCurrent))
  // Publishes that were killed before they were recorded never began. The others finished.
  expect(current.length).toBeGreaterThan(known.length + 2)
  expect(agents.every(({ providerAgentId, versions }) => (providerAgentId === null) === !versions.nodes.some(({ isCurrent }: any) => isCurrent))).toBe(true)
  const at = (engine: string) => current.filter(({ voiceEngine }) => voiceEngine === engine).length
  await waitFor('one agent at the provider for each agent', async () => {
    const { agents, assistants } = await counts()
    return agents === at('retell') && assistants === at('vapi')
  })
  // Retell's language models have the tag of their agent. Only the agent that was published again may have several.
  const { url, retell_api_key } = server.demo().simulator!
  const listed = await fetch(`${url}/retell/v2/list-retell-llms?limit=1000`, { headers: { Authorization: `Bearer ${retell_api_key}` } })
  const tags = ((await listed.json()) as any).items.map((llm: any) => llm.default_dynamic_variables.callwright_tag as string)
  const several = [...new Set<string>(tags)].filter((tag) => tags.indexOf(tag) < tags.lastIndexOf(tag))
  expect([new Set(tags).size, several.length <= 1]).toEqual([at('retell'), true])
  for (const [n, id] of known.entries()) expect(agents.find((agent) => agent.id === String(id))).toMatchObject({ providerAgentId: homes[n] })
})
