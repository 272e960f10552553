import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { PublishTarget, ProviderName, PublishedAgent, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { CONFIG, KEYS, PLACE, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'
import { type Change, diesAt, type Fate, useLines } from './lines.ts'

type Providers = Record<ProviderName, VoiceProvider>

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>

const line = useLines(() => simulator.url)
let providers: Providers
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  providers = providersAt(simulator.url)
})
afterAll(() => simulator.close())

const kept = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).map(({ id }) => id)
const remains = async () => ({
  llms: (await kept('retell_llm')).length,
  agents: (await kept('retell_agent')).length,
  assistants: (await kept('vapi_assistant')).length,
})
const NONE = { llms: 0, agents: 0, assistants: 0 }
const ALONE = { retell: { ...NONE, llms: 1, agents: 1 }, vapi: { ...NONE, assistants: 1 } }
/** Retell's versions are numbers, Vapi's numbers after a v. */
const step = ({ version }: PublishedAgent) => Number(version!.replace('v', ''))
/** More requests than a publish makes. */
const MAX = 40
const newPlace = (): PublishTarget => ({ tag: randomUUID(), refs: {}, mayHaveOrphans: false, webhook: WEBHOOK })

/** Publishes from a place that keeps what is saved; a publish that did not end leaves the place in doubt. */
async function publish(provider: VoiceProvider, place: PublishTarget, beforeSave = () => {}, afterSave = () => {}): Promise<PublishedAgent> {
  const { mayHaveOrphans } = place
  const going = provider.publishAgent(CONFIG, structuredClone(place), async (refs) => {
    beforeSave()
    place.refs = refs
    afterSave()
  })
  place.mayHaveOrphans = true
  const agent = await going
  Object.assign(place, { refs: agent, mayHaveOrphans: mayHaveOrphans && false })
  return agent
}

/** As if the process died at its n-th request; false when there were fewer. */
const cutShort = (name: ProviderName, place: PublishTarget, nth: number) =>
  diesAt(line, name, nth, (provider, nothingMore) => publish(provider, place, nothingMore))

describe.each(VOICE_ENGINES)('publishing at %s', (name) => {
  /** Everything there is known, and there is one of it. */
  async function expectOneAgent(place: PublishTarget) {
    const { providerAgentId, refs = {} } = place.refs
    const known = [refs.llmId, ...(refs.formerLlmIds ?? '').split(' ')]
    expect([...(await kept('retell_agent')), ...(await kept('vapi_assistant'))]).toEqual([providerAgentId])
    for (const id of await kept('retell_llm')) expect(known).toContain(id)
  }

  async function expectToBeDeletable(place: PublishTarget) {
    await providers[name].deleteAgent(place)
    await providers[name].deleteAgent(place)
    expect(await remains()).toEqual(NONE)
  }

  /** Publishes an agent anew for each pair of requests at which publishing may die. */
  test('one that dies at any request, twice in a row, leaves one agent in the end, and nothing once deleted', async () => {
    for (let first = 1, died = true; died && first < MAX; first++) {
      for (let second = 1, again = true; again && second < MAX; second++) {
        const place = newPlace()
        died = await cutShort(name, place, first)
        again = died && (await cutShort(name, place, second))
        if (again) await publish(providers[name], place)
        await expectOneAgent(place)
        await expectToBeDeletable({ ...place, refs: died ? place.refs : {}, mayHaveOrphans: true, webhook: WEBHOOK })
      }
    }
  })

  test('publishing again that dies at any request changes the same agent in the end', async () => {
    for (let nth = 1, died = true; died && nth < MAX; nth++) {
      const place = newPlace()
      const before = await publish(providers[name], place)
      died = await cutShort(name, place, nth)
      const after = died ? await publish(providers[name], place) : (place.refs as PublishedAgent)
      expect(after.providerAgentId).toBe(before.providerAgentId)
      expect(step(after)).toBeGreaterThan(step(before))
      await expectOneAgent(place)
      await expectToBeDeletable(place)
    }
  })

  test.each<Fate>(['lost', 'unanswered'])('a single request that is %s is made good at once or by the next publish', async (fate) => {
    for (let nth = 1; nth <= (name === 'retell' ? 9 : 3); nth++) {
      const place = newPlace()
      let count = 0
      const { [name]: provider } = await line(() => (++count === nth ? fate : 'answered'))
      const attempts: boolean[] = []
      while (attempts.filter(Boolean).length < 2 && attempts.length < 4) attempts.push(await publish(provider, place).then(...didIt))
      expect(attempts.filter((succeeded) => !succeeded).length).toBeLessThanOrEqual(1)
      await expectOneAgent(place)
      await expectToBeDeletable(place)
    }
  })

  test.each([true, false])('a save that fails leaves no orphan (what was being saved is kept: %s)', async (isKept) => {
    for (let failing = 1; failing <= (name === 'retell' ? 2 : 1); failing++) {
      const place = newPlace()
      let saves = 0
      const fail = () => {
        if (++saves === failing) throw new Error('the database is away')
      }
      await expect(isKept ? publish(providers[name], place, undefined, fail) : publish(providers[name], place, fail)).rejects.toThrow('the database is away')
      if (failing === 1) expect(await remains()).toEqual(NONE)
      await publish(providers[name], place)
      expect(await remains()).toEqual(ALONE[name])
      await expectToBeDeletable(place)
    }
  })

  test('what is saved nowhere is found by its tag and deleted, and nothing else is', async () => {
    const [mine, other] = [newPlace(), newPlace()]
    for (const place of [mine, other]) await publish(providers[name], place)
    await providers[name].deleteAgent({ ...mine, refs: {}, mayHaveOrphans: true })
    await expectOneAgent(other)
    await expectToBeDeletable(other)
  })

  test('agents made twice under one tag become one', async () => {
    const place = newPlace()
    for (let times = 0; times < 3; times++) await providers[name].publishAgent(CONFIG, { ...place, refs: {} }, saveNothing)
    await publish(providers[name], { ...place, mayHaveOrphans: true, webhook: WEBHOOK })
    expect(await remains()).toEqual(ALONE[name])
    await expectToBeDeletable({ ...place, mayHaveOrphans: true, webhook: WEBHOOK })
  })

  test('a refused voice leaves nothing, an unavailable provider says so', async () => {
    const place = newPlace()
    const attempt = (voiceId: string) =>
      providers[name].publishAgent({ ...CONFIG, voiceId }, place, async (refs) => {
        place.refs = refs
      })
    await expect(attempt('invalid-voice')).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('invalid-voice') })
    expect(await remains()).toEqual(NONE)
    await expect(attempt('unavailable-voice')).rejects.toMatchObject({ kind: 'unavailable' })
    await attempt('Elliot')
    expect(await remains()).toEqual(ALONE[name])
    await expectToBeDeletable(place)
  })

  test('an agent the provider has forgotten is made afresh', async () => {
    const place = newPlace()
    const agent = await publish(providers[name], place)
    await providers[name].deleteAgent(place)
    const again = await publish(providers[name], place)
    expect(again.providerAgentId).not.toBe(agent.providerAgentId)
    expect(await remains()).toEqual(ALONE[name])
    await expectToBeDeletable(place)
  })

  test('a configuration that cannot be published costs no request', async () => {
    let asked = 0
    const { [name]: provider } = await line(() => (asked++, 'answered'))
    for (const bad of [{ voiceId: null }, { tools: [{ type: 'nonsense', name: 'x' }] }]) {
      const problems = provider.findProblems({ ...CONFIG, ...bad })
      expect(problems).toHaveLength(1)
      await expect(provider.publishAgent({ ...CONFIG, ...bad }, PLACE, saveNothing)).rejects.toMatchObject({ kind: 'rejected', info: { problems } })
    }
    expect(asked).toBe(0)
  })
})

const didIt: [() => boolean, () => boolean] = [() => true, () => false]

test('a version whose publication was not acknowledged counts as published', async () => {
  const { retell } = await line((_nth, path) => (path.includes('publish-agent-version') ? 'unanswered' : 'answered'))
  const place = newPlace()
  expect((await publish(retell, place)).version).toBe('0')
  await providers.retell.deleteAgent(place)
})

/** As if Retell did not make a new LLM version along with an agent's. */
const everyLlmIsPublished: Change = (path, body) => (path.includes('/get-retell-llm/') ? body.replace('"is_published":false', '"is_published":true') : body)

test('an LLM that is already published is left to its version, replaced in the next, and deleted with the agent', async () => {
  const { retell } = await line(() => 'answered', everyLlmIsPublished)
  const place = newPlace()
  const versions = [await publish(providers.retell, place), await publish(retell, place), await publish(retell, place)]
  expect(new Set(versions.map(({ refs }) => refs.llmId)).size).toBe(3)
  expect(await remains()).toEqual({ ...NONE, llms: 3, agents: 1 })
  await providers.retell.deleteAgent(place)
  expect(await remains()).toEqual(NONE)
})

test('an LLM that refuses to be changed is replaced, and deleted with the agent', async () => {
  const { retell } = await line((_nth, path) => (path.includes('/update-retell-llm/') ? 'refused' : 'answered'))
  const place = newPlace()
  const first = await publish(retell, place)
  const second = await publish(retell, place)
  expect(second.refs).toMatchObject({ formerLlmIds: first.refs.llmId })
  expect(await remains()).toEqual({ ...NONE, llms: 2, agents: 1 })
  await providers.retell.deleteAgent(place)
  expect(await remains()).toEqual(NONE)
})

test('the language an agent speaks is known to its calls', async () => {
  const place = newPlace()
  expect((await publish(providers.retell, place)).refs).toMatchObject({ language: 'it-IT' })
  await providers.retell.deleteAgent(place)
})
