import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/engines.ts'
import type { ProviderName, PublishedAgent, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/providers/simulator/simulator.ts'
import { memoryStore } from '../../src/providers/simulator/store.ts'
import { CONFIG, KEYS, providersAt, saveNothing } from './adapterKit.ts'

type Progress = Partial<PublishedAgent>

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
let providers: Record<ProviderName, VoiceProvider>
/** The n-th request through the proxy from now on, and all after it, get no answer. */
let failFrom = Infinity
/** Answers to these paths are lost on the way back. */
let loseAnswersTo: RegExp | null = null
/** As if Retell did not make a new LLM version along with an agent's. */
let everyLlmIsPublished = false

/** Stands between adapter and simulator, to break what passes. */
const proxy = http.createServer(async (req, res) => {
  try {
    const body = await buffer(req)
    if (--failFrom <= 0) throw new Error('as if the provider were down')
    const onward = http.request(simulator.url + req.url!, { method: req.method!, headers: req.headers }).end(body)
    const [answer] = (await once(onward, 'response')) as [http.IncomingMessage]
    const sent = await text(answer)
    if (loseAnswersTo?.test(req.url!)) throw new Error('as if the answer were lost')
    const changed = everyLlmIsPublished && /get-retell-llm/.test(req.url!) ? sent.replace('"is_published":false', '"is_published":true') : sent
    const { 'content-length': _length, ...headers } = answer.headers
    res.writeHead(answer.statusCode!, headers).end(changed)
  } catch {
    req.socket.destroy()
  }
})

beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  providers = providersAt(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await simulator.close()
})

/** Retell's versions are numbers, Vapi's numbers after a v. */
const step = ({ version }: PublishedAgent) => Number(version!.replace('v', ''))
const count = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).length
const remains = async () => ({ llms: await count('retell_llm'), agents: await count('retell_agent'), assistants: await count('vapi_assistant') })

describe.each(VOICE_ENGINES)('publishing at %s', (name) => {
  const alone = { llms: 0, agents: 0, assistants: 0, ...(name === 'retell' ? { llms: 1, agents: 1 } : { assistants: 1 }) }
  const none = { llms: 0, agents: 0, assistants: 0 }

  /** Publishes until it succeeds, each time from what was saved before. `crash` may throw, before or after the record is kept. */
  async function publishUntilDone(previous: Progress | null, crash = () => {}, kept = false): Promise<PublishedAgent> {
    let record = previous
    for (let attempt = 0; attempt < 5; attempt++) {
      const save = async (progress: Progress) => {
        if (!kept) crash()
        record = progress
        if (kept) crash()
      }
      const agent = await providers[name].publishAgent(CONFIG, record, save).catch(() => null)
      failFrom = Infinity
      if (agent) return agent
    }
    throw new Error('it never succeeded')
  }

  test.each([true, false])('a crash while saving leaves no orphan (what was being saved is kept: %s)', async (kept) => {
    const stepsOfFirstPublish = name === 'retell' ? 2 : 1
    for (let step = 1; step <= stepsOfFirstPublish; step++) {
      let saves = 0
      const agent = await publishUntilDone(
        null,
        () => {
          if (++saves === step) throw new Error('crash')
        },
        kept,
      )
      expect(saves).toBeGreaterThan(step)
      expect(await remains()).toEqual(alone)
      const again = await publishUntilDone(agent)
      expect(again.providerAgentId).toBe(agent.providerAgentId)
      expect(again.version).not.toBe(agent.version)
      expect(await remains()).toEqual(alone)
      await providers[name].deleteAgent(again)
      expect(await remains()).toEqual(none)
    }
  })

  test('a provider that goes down at any request is picked up where it was left', async () => {
    for (let broken = 1; broken <= (name === 'retell' ? 6 : 2); broken++) {
      failFrom = broken
      const agent = await publishUntilDone(null)
      expect(await remains()).toEqual(alone)
      failFrom = broken
      const again = await publishUntilDone(agent)
      expect(again.providerAgentId).toBe(agent.providerAgentId)
      expect(step(again) - step(agent)).toBe(1)
      expect(await remains()).toEqual(alone)
      await providers[name].deleteAgent(again)
      await providers[name].deleteAgent(again)
      expect(await remains()).toEqual(none)
    }
  })

  test('a refused voice leaves nothing, an unavailable provider says so', async () => {
    let record: Progress | null = null
    const publish = (voiceId: string) =>
      providers[name].publishAgent({ ...CONFIG, voiceId }, record, async (progress) => {
        record = progress
      })
    await expect(publish('invalid-voice')).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('invalid-voice') })
    expect(await remains()).toEqual(none)
    await expect(publish('unavailable-voice')).rejects.toMatchObject({ kind: 'unavailable' })
    const agent = await publish('retell-Cimo')
    expect(await remains()).toEqual(alone)
    await providers[name].deleteAgent(agent)
  })

  test('an agent the provider has forgotten is made afresh', async () => {
    const agent = await providers[name].publishAgent(CONFIG, null, saveNothing)
    await providers[name].deleteAgent(agent)
    const again = await providers[name].publishAgent(CONFIG, agent, saveNothing)
    expect(again.providerAgentId).not.toBe(agent.providerAgentId)
    expect(await remains()).toEqual(alone)
    await providers[name].deleteAgent(again)
    expect(await remains()).toEqual(none)
  })

  test('a configuration that cannot be published costs no request', async () => {
    failFrom = 1
    for (const bad of [{ voiceId: null }, { tools: [{ type: 'nonsense', name: 'x' }] }])
      await expect(providers[name].publishAgent({ ...CONFIG, ...bad }, null, saveNothing)).rejects.toMatchObject({ kind: 'rejected' })
    expect(failFrom).toBe(1)
    failFrom = Infinity
  })
})

test('a version whose publication was not acknowledged counts as published', async () => {
  loseAnswersTo = /publish-agent-version/
  const agent = await providers.retell.publishAgent(CONFIG, null, saveNothing)
  loseAnswersTo = null
  expect(agent.version).toBe('0')
  await providers.retell.deleteAgent(agent)
})

test('an LLM that is already published is left to its version, replaced in the next, and deleted with the agent', async () => {
  const first = await providers.retell.publishAgent(CONFIG, null, saveNothing)
  everyLlmIsPublished = true
  const second = await providers.retell.publishAgent(CONFIG, first, saveNothing)
  const third = await providers.retell.publishAgent(CONFIG, second, saveNothing)
  everyLlmIsPublished = false
  expect(new Set([first, second, third].map(({ refs }) => refs.llmId)).size).toBe(3)
  expect(await remains()).toEqual({ llms: 3, agents: 1, assistants: 0 })
  await providers.retell.deleteAgent(third)
  expect(await remains()).toEqual({ llms: 0, agents: 0, assistants: 0 })
})
