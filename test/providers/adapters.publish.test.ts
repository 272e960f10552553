import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { PublishTarget, ProviderName, PublishedAgent, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { CONFIG, KEYS, PUBLISH_TARGET, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'
import { type RewriteBody, crashesAt, type ProxyBehavior, useFaultyProxies } from './faultyProxies.ts'

type Providers = Record<ProviderName, VoiceProvider>

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>

const connectViaProxy = useFaultyProxies(() => simulator.url)
let providers: Providers
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  providers = providersAt(simulator.url)
})
afterAll(() => simulator.close())

const storedIds = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).map(({ id }) => id)
const countStored = async () => ({
  llms: (await storedIds('retell_llm')).length,
  agents: (await storedIds('retell_agent')).length,
  assistants: (await storedIds('vapi_assistant')).length,
})
const NOTHING_STORED = { llms: 0, agents: 0, assistants: 0 }
const ONE_AGENT_STORED = { retell: { ...NOTHING_STORED, llms: 1, agents: 1 }, vapi: { ...NOTHING_STORED, assistants: 1 } }
/** Retell's versions are numbers. Vapi's are numbers with the prefix v. */
const versionNumberOf = ({ version }: PublishedAgent) => Number(version!.replace('v', ''))
/** More requests than a publish sends. */
const MAX_REQUESTS = 40
const newTarget = (): PublishTarget => ({ tag: randomUUID(), refs: {}, mayHaveOrphans: false, webhook: WEBHOOK })

/** Publishes and stores the saved refs in the target. After an interrupted publish, the target may have orphans. */
async function publish(provider: VoiceProvider, target: PublishTarget, beforeSave = () => {}, afterSave = () => {}): Promise<PublishedAgent> {
  const result = provider.publishAgent(CONFIG, structuredClone(target), async (refs) => {
    beforeSave()
    target.refs = refs
    afterSave()
  })
  target.mayHaveOrphans = true
  const agent = await result
  Object.assign(target, { refs: agent, mayHaveOrphans: false })
  return agent
}

/** Publishes with a crash at the nth request; returns false if there were fewer requests. */
const crashPublish = (name: ProviderName, target: PublishTarget, nth: number) =>
  crashesAt(connectViaProxy, name, nth, (provider, throwIfCrashed) => publish(provider, target, throwIfCrashed))

describe.each(VOICE_ENGINES)('publishing at %s', (name) => {
  /** Expects one agent, and no LLM that its refs do not list. */
  async function expectOneAgent(target: PublishTarget) {
    const { providerAgentId, refs = {} } = target.refs
    const knownLlmIds = [refs.llmId, ...(refs.formerLlmIds ?? '').split(' ')]
    expect([...(await storedIds('retell_agent')), ...(await storedIds('vapi_assistant'))]).toEqual([providerAgentId])
    for (const id of await storedIds('retell_llm')) expect(knownLlmIds).toContain(id)
  }

  async function expectDeletable(target: PublishTarget) {
    await providers[name].deleteAgent(target)
    await providers[name].deleteAgent(target)
    expect(await countStored()).toEqual(NOTHING_STORED)
  }

  /** Publishes an agent for each pair of requests at which publishing can crash. */
  test('a retry after two crashes at any request leaves one agent, and deleting it leaves nothing', async () => {
    for (let firstCrash = 1, hasCrashed = true; hasCrashed && firstCrash < MAX_REQUESTS; firstCrash++) {
      for (let secondCrash = 1, hasCrashedAgain = true; hasCrashedAgain && secondCrash < MAX_REQUESTS; secondCrash++) {
        const target = newTarget()
        hasCrashed = await crashPublish(name, target, firstCrash)
        hasCrashedAgain = hasCrashed && (await crashPublish(name, target, secondCrash))
        if (hasCrashedAgain) await publish(providers[name], target)
        await expectOneAgent(target)
        await expectDeletable({ ...target, refs: hasCrashed ? target.refs : {}, mayHaveOrphans: true, webhook: WEBHOOK })
      }
    }
  })

  test('a retry after an update that crashed at any request updates the same agent', async () => {
    for (let nth = 1, hasCrashed = true; hasCrashed && nth < MAX_REQUESTS; nth++) {
      const target = newTarget()
      const before = await publish(providers[name], target)
      hasCrashed = await crashPublish(name, target, nth)
      const after = hasCrashed ? await publish(providers[name], target) : (target.refs as PublishedAgent)
      expect(after.providerAgentId).toBe(before.providerAgentId)
      expect(versionNumberOf(after)).toBeGreaterThan(versionNumberOf(before))
      await expectOneAgent(target)
      await expectDeletable(target)
    }
  })

  test.each<ProxyBehavior>(['lost', 'unanswered'])('at most one publish fails after a single request that is %s', async (behavior) => {
    for (let nth = 1; nth <= (name === 'retell' ? 9 : 3); nth++) {
      const target = newTarget()
      let requestCount = 0
      const { [name]: provider } = await connectViaProxy(() => (++requestCount === nth ? behavior : 'answered'))
      const results: boolean[] = []
      while (results.filter(Boolean).length < 2 && results.length < 4) results.push(await publish(provider, target).then(...toSuccess))
      expect(results.filter((succeeded) => !succeeded).length).toBeLessThanOrEqual(1)
      await expectOneAgent(target)
      await expectDeletable(target)
    }
  })

  test.each([true, false])('a failed save leaves no orphan (refs saved before the failure: %s)', async (isSaved) => {
    for (let failingSave = 1; failingSave <= (name === 'retell' ? 2 : 1); failingSave++) {
      const target = newTarget()
      let saves = 0
      const fail = () => {
        if (++saves === failingSave) throw new Error('the database is away')
      }
      await expect(isSaved ? publish(providers[name], target, undefined, fail) : publish(providers[name], target, fail)).rejects.toThrow('the database is away')
      if (failingSave === 1) expect(await countStored()).toEqual(NOTHING_STORED)
      await publish(providers[name], target)
      expect(await countStored()).toEqual(ONE_AGENT_STORED[name])
      await expectDeletable(target)
    }
  })

  test('deleting an agent without saved refs finds it by its tag, and deletes no other agent', async () => {
    const [deletedTarget, remainingTarget] = [newTarget(), newTarget()]
    for (const target of [deletedTarget, remainingTarget]) await publish(providers[name], target)
    await providers[name].deleteAgent({ ...deletedTarget, refs: {}, mayHaveOrphans: true })
    await expectOneAgent(remainingTarget)
    await expectDeletable(remainingTarget)
  })

  test('publishing deletes duplicate agents with the same tag', async () => {
    const target = newTarget()
    for (let times = 0; times < 3; times++) await providers[name].publishAgent(CONFIG, { ...target, refs: {} }, saveNothing)
    await publish(providers[name], { ...target, mayHaveOrphans: true, webhook: WEBHOOK })
    expect(await countStored()).toEqual(ONE_AGENT_STORED[name])
    await expectDeletable({ ...target, mayHaveOrphans: true, webhook: WEBHOOK })
  })

  test('a rejected voice leaves nothing behind, and an unavailable provider throws unavailable', async () => {
    const target = newTarget()
    const publishVoice = (voiceId: string) =>
      providers[name].publishAgent({ ...CONFIG, voiceId }, target, async (refs) => {
        target.refs = refs
      })
    await expect(publishVoice('invalid-voice')).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('invalid-voice') })
    expect(await countStored()).toEqual(NOTHING_STORED)
    await expect(publishVoice('unavailable-voice')).rejects.toMatchObject({ kind: 'unavailable' })
    await publishVoice('Elliot')
    expect(await countStored()).toEqual(ONE_AGENT_STORED[name])
    await expectDeletable(target)
  })

  test('an agent deleted at the provider is created again', async () => {
    const target = newTarget()
    const agent = await publish(providers[name], target)
    await providers[name].deleteAgent(target)
    const recreated = await publish(providers[name], target)
    expect(recreated.providerAgentId).not.toBe(agent.providerAgentId)
    expect(await countStored()).toEqual(ONE_AGENT_STORED[name])
    await expectDeletable(target)
  })

  test('a configuration with problems sends no request', async () => {
    let requestCount = 0
    const { [name]: provider } = await connectViaProxy(() => (requestCount++, 'answered'))
    for (const changes of [{ voiceId: null }, { tools: [{ type: 'nonsense', name: 'x' }] }]) {
      const problems = provider.findProblems({ ...CONFIG, ...changes })
      expect(problems).toHaveLength(1)
      await expect(provider.publishAgent({ ...CONFIG, ...changes }, PUBLISH_TARGET, saveNothing)).rejects.toMatchObject({
        kind: 'rejected',
        info: { problems },
      })
    }
    expect(requestCount).toBe(0)
  })
})

const toSuccess: [() => boolean, () => boolean] = [() => true, () => false]

test('a version counts as published if only the response to the publish request was lost', async () => {
  const { retell } = await connectViaProxy((_nth, path) => (path.includes('publish-agent-version') ? 'unanswered' : 'answered'))
  const target = newTarget()
  expect((await publish(retell, target)).version).toBe('0')
  await providers.retell.deleteAgent(target)
})

/** Simulates that Retell does not create a new LLM version together with the agent version. */
const markLlmsPublished: RewriteBody = (path, body) => (path.includes('/get-retell-llm/') ? body.replace('"is_published":false', '"is_published":true') : body)

test('the next version gets a new LLM if the previous one is already published, and deleting the agent deletes all LLMs', async () => {
  const { retell } = await connectViaProxy(() => 'answered', markLlmsPublished)
  const target = newTarget()
  const versions = [await publish(providers.retell, target), await publish(retell, target), await publish(retell, target)]
  expect(new Set(versions.map(({ refs }) => refs.llmId)).size).toBe(3)
  expect(await countStored()).toEqual({ ...NOTHING_STORED, llms: 3, agents: 1 })
  await providers.retell.deleteAgent(target)
  expect(await countStored()).toEqual(NOTHING_STORED)
})

test('an LLM that Retell does not update is replaced, and deleted with the agent', async () => {
  const { retell } = await connectViaProxy((_nth, path) => (path.includes('/update-retell-llm/') ? 'refused' : 'answered'))
  const target = newTarget()
  const first = await publish(retell, target)
  const second = await publish(retell, target)
  expect(second.refs).toMatchObject({ formerLlmIds: first.refs.llmId })
  expect(await countStored()).toEqual({ ...NOTHING_STORED, llms: 2, agents: 1 })
  await providers.retell.deleteAgent(target)
  expect(await countStored()).toEqual(NOTHING_STORED)
})

test('the refs of an agent contain its language', async () => {
  const target = newTarget()
  expect((await publish(providers.retell, target)).refs).toMatchObject({ language: 'it-IT' })
  await providers.retell.deleteAgent(target)
})
