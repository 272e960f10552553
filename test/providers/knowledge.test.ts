import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator } from '../../src/providers/knowledge.ts'
import type { ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { CONFIG, KEYS, PUBLISH_TARGET, DOCUMENTS, WEBHOOK, uploadKnowledge, providersAt, saveNothing } from './adapterKit.ts'
import { crashesAt, useFaultyProxies } from './faultyProxies.ts'

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
let providers: Record<ProviderName, VoiceProvider>
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  providers = providersAt(simulator.url)
})
afterAll(() => simulator.close())
const connectViaProxy = useFaultyProxies(() => simulator.url)

const SOURCE = { name: 'Prices and hours of Rossi Bikes 🚲 in Rome', documents: DOCUMENTS }
const MAX_REQUESTS = 20
/** The same for all calls, so that each recognizes the number as ours. */
const NUMBER_TAG = randomUUID()
const storedResources = async () => (await store.load()).filter(({ kind }) => kind === 'retell_knowledge' || kind === 'vapi_file')
const newLocator = (): KnowledgeLocator => ({ tag: randomUUID(), refs: {}, mayHaveOrphans: false })
/** Retell has one knowledge base, Vapi a file for each document. */
const RESOURCE_COUNTS: Record<ProviderName, number> = { retell: 1, vapi: DOCUMENTS.length }

async function upload(provider: VoiceProvider, locator: KnowledgeLocator, beforeSave = () => {}): Promise<boolean> {
  const result = provider.putKnowledge(SOURCE, structuredClone(locator), async (refs) => {
    beforeSave()
    locator.refs = refs
  })
  locator.mayHaveOrphans = true
  return result
}

/** Uploads with a crash at the nth request; returns false if there were fewer requests. */
const crashUpload = (name: ProviderName, locator: KnowledgeLocator, nth: number) =>
  crashesAt(connectViaProxy, name, nth, (provider, throwIfCrashed) => upload(provider, locator, throwIfCrashed))

/** Calls a contact who answers every question, and returns the lines of the transcript. */
async function transcriptOfCall(
  provider: VoiceProvider,
  knowledge: ProviderKnowledgeBase[] | undefined,
  addedKnowledge?: ProviderKnowledgeBase[],
): Promise<string[]> {
  const config = { ...CONFIG, language: 'en-US', voiceId: 'Elliot', ...(knowledge && { knowledge }) }
  const agent = await provider.publishAgent(config, { ...PUBLISH_TARGET, tag: randomUUID() }, saveNothing)
  const sip = { terminationUri: 'rossi.pstn.example.com' }
  const from = {
    webhook: WEBHOOK,
    e164: '+14155550100',
    providerNumberId: await provider.importNumber({ webhook: WEBHOOK, e164: '+14155550100', tag: NUMBER_TAG, label: null, sip }),
  }
  const options = { ref: randomUUID(), agent, recording: true, variables: {}, metadata: {}, ...(addedKnowledge && { knowledge: addedKnowledge }) }
  const { providerCallId } = await provider.placeCall({ ...options, from, to: '+12125550100', timeoutMs: 5_000 })
  const call = await waitFor('the call to end', async () => {
    const snapshot = await provider.getCall(providerCallId)
    return snapshot?.final ? snapshot : null
  })
  return call.transcript!.map(({ text }) => text)
}

describe.each(VOICE_ENGINES)('knowledge at %s', (name) => {
  test('a retry after two crashes at any request leaves one upload, and deleting it leaves none', async () => {
    for (let firstCrash = 1, hasCrashed = true; hasCrashed && firstCrash < MAX_REQUESTS; firstCrash++) {
      for (let secondCrash = 1, hasCrashedAgain = true; hasCrashedAgain && secondCrash < MAX_REQUESTS; secondCrash++) {
        const locator = newLocator()
        hasCrashed = await crashUpload(name, locator, firstCrash)
        hasCrashedAgain = hasCrashed && (await crashUpload(name, locator, secondCrash))
        await waitFor('the knowledge base to be ready', () => upload(providers[name], locator))
        expect(await storedResources()).toHaveLength(RESOURCE_COUNTS[name])
        expect((await storedResources()).map(({ id }) => id).sort()).toEqual(Object.values(locator.refs).sort())
        await providers[name].deleteKnowledge(locator)
        expect(await storedResources()).toEqual([])
        await providers[name].deleteKnowledge(locator)
      }
    }
  })

  test('a failed save deletes the upload again, and an unsaved upload is deleted by its tag', async () => {
    const failingSave = async () => {
      throw new Error('the database is gone')
    }
    await expect(providers[name].putKnowledge(SOURCE, newLocator(), failingSave)).rejects.toThrow('the database is gone')
    expect(await storedResources()).toEqual([])
    const locator = newLocator()
    await providers[name].putKnowledge(SOURCE, locator, saveNothing)
    await providers[name].putKnowledge(SOURCE, newLocator(), saveNothing)
    await providers[name].deleteKnowledge({ ...locator, mayHaveOrphans: true })
    expect(await storedResources()).toHaveLength(RESOURCE_COUNTS[name])
    for (const { id } of await storedResources()) await providers[name].deleteKnowledge({ ...newLocator(), refs: { id } })
    expect(await storedResources()).toEqual([])
  })

  test('a knowledge base deleted at the provider is uploaded again', async () => {
    const locator = newLocator()
    await upload(providers[name], locator)
    await providers[name].deleteKnowledge(locator)
    await waitFor('the knowledge base to be ready', () => upload(providers[name], locator))
    expect(await storedResources()).toHaveLength(RESOURCE_COUNTS[name])
    await providers[name].deleteKnowledge(locator)
  })

  test('a failing provider throws unavailable, a rejecting one throws rejected, and nothing remains', async () => {
    for (const [behavior, kind] of [
      ['refused', 'rejected'],
      ['lost', 'unavailable'],
    ] as const) {
      const { [name]: provider } = await connectViaProxy(() => behavior)
      await expect(upload(provider, newLocator())).rejects.toMatchObject({ kind })
    }
    const { [name]: unreadable } = await connectViaProxy(
      () => 'answered',
      (_path, body) => body.replaceAll(/"(in_progress|complete)"/g, '"error"').replaceAll(/"(processing|done)"/g, '"failed"'),
    )
    const locator = newLocator()
    await expect(upload(unreadable, locator)).rejects.toMatchObject({ kind: 'rejected' })
    await providers[name].deleteKnowledge(locator)
    expect(await storedResources()).toEqual([])
  })

  test('an agent answers from its knowledge bases and from those that a call adds', async () => {
    const prices = await uploadKnowledge(providers[name], [DOCUMENTS[0]!])
    const hours = await uploadKnowledge(providers[name], [DOCUMENTS[1]!])
    const plainTranscript = await transcriptOfCall(providers[name], undefined)
    const transcript = await transcriptOfCall(providers[name], [prices])
    expect(transcript).toContain('A city bike costs 300 euros.')
    expect(transcript.slice(0, plainTranscript.length - 2)).toEqual(plainTranscript.slice(0, -2))
    expect(await transcriptOfCall(providers[name], undefined, [hours])).toContain('We are open from nine to five.')
    const combinedTranscript = await transcriptOfCall(providers[name], [prices], [hours])
    expect(DOCUMENTS.map(({ text }) => text).filter((text) => combinedTranscript.includes(text))).toHaveLength(1)
    expect((await transcriptOfCall(providers[name], [])).join()).not.toContain('300')
    for (const { refs } of [prices, hours]) await providers[name].deleteKnowledge({ ...newLocator(), refs })
  })
})

test('a call at Retell that adds a knowledge base keeps those of its agent', async () => {
  const [agentKnowledge, callKnowledge] = [await uploadKnowledge(providers.retell), await uploadKnowledge(providers.retell)]
  const agent = await providers.retell.publishAgent({ ...CONFIG, knowledge: [agentKnowledge] }, { ...PUBLISH_TARGET, tag: randomUUID() }, saveNothing)
  expect(agent.refs.knowledge).toBe(agentKnowledge.refs.id)
  const response = providers.retell.answerInbound({
    ref: randomUUID(),
    agent,
    recording: true,
    variables: {},
    metadata: {},
    knowledge: [callKnowledge, agentKnowledge],
  })
  expect(response).toMatchObject({ call_inbound: { agent_override: { retell_llm: { knowledge_base_ids: [agentKnowledge.refs.id, callKnowledge.refs.id] } } } })
})
