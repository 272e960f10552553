import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator } from '../../src/providers/knowledge.ts'
import type { ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { until } from '../kit/until.ts'
import { CONFIG, KEYS, PLACE, PRICES, WEBHOOK, bring, providersAt, saveNothing } from './adapterKit.ts'
import { diesAt, useLines } from './lines.ts'

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
let providers: Record<ProviderName, VoiceProvider>
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  providers = providersAt(simulator.url)
})
afterAll(() => simulator.close())
const line = useLines(() => simulator.url)

const SOURCE = { name: 'Prices and hours of Rossi Bikes 🚲 in Rome', documents: PRICES }
const MAX = 20
/** One link's, so that the number is taken for ours by each call. */
const NUMBER_TAG = randomUUID()
const kept = async () => (await store.load()).filter(({ kind }) => kind === 'retell_knowledge' || kind === 'vapi_file')
const newPlace = (): KnowledgeLocator => ({ tag: randomUUID(), refs: {}, mayHaveOrphans: false })
/** One base at Retell, a file for each document at Vapi. */
const WHOLE: Record<ProviderName, number> = { retell: 1, vapi: PRICES.length }

async function put(provider: VoiceProvider, place: KnowledgeLocator, beforeSave = () => {}): Promise<boolean> {
  const going = provider.putKnowledge(SOURCE, structuredClone(place), async (refs) => {
    beforeSave()
    place.refs = refs
  })
  place.mayHaveOrphans = true
  return going
}

/** As if the process died at its n-th request; false when there were fewer. */
const cutShort = (name: ProviderName, place: KnowledgeLocator, nth: number) =>
  diesAt(line, name, nth, (provider, nothingMore) => put(provider, place, nothingMore))

/** What is said on a call to somebody who answers every question. */
async function saidOn(provider: VoiceProvider, knowledge: ProviderKnowledgeBase[] | undefined, added?: ProviderKnowledgeBase[]): Promise<string[]> {
  const config = { ...CONFIG, language: 'en-US', voiceId: 'Elliot', ...(knowledge && { knowledge }) }
  const agent = await provider.publishAgent(config, { ...PLACE, tag: randomUUID() }, saveNothing)
  const sip = { terminationUri: 'rossi.pstn.example.com' }
  const from = {
    webhook: WEBHOOK,
    e164: '+14155550100',
    providerNumberId: await provider.importNumber({ webhook: WEBHOOK, e164: '+14155550100', tag: NUMBER_TAG, label: null, sip }),
  }
  const terms = { ref: randomUUID(), agent, recording: true, variables: {}, metadata: {}, ...(added && { knowledge: added }) }
  const { providerCallId } = await provider.placeCall({ ...terms, from, to: '+12125550100', timeoutMs: 5_000 })
  const call = await until('the call to end', async () => {
    const seen = await provider.getCall(providerCallId)
    return seen?.final ? seen : null
  })
  return call.transcript!.map(({ text }) => text)
}

describe.each(VOICE_ENGINES)('knowledge at %s', (name) => {
  test('one that dies at any request, twice in a row, is there once in the end, and gone once it is deleted', async () => {
    for (let first = 1, died = true; died && first < MAX; first++) {
      for (let second = 1, again = true; again && second < MAX; second++) {
        const place = newPlace()
        died = await cutShort(name, place, first)
        again = died && (await cutShort(name, place, second))
        await until('it to be ready', () => put(providers[name], place))
        expect(await kept()).toHaveLength(WHOLE[name])
        expect((await kept()).map(({ id }) => id).sort()).toEqual(Object.values(place.refs).sort())
        await providers[name].deleteKnowledge(place)
        expect(await kept()).toEqual([])
        await providers[name].deleteKnowledge(place)
      }
    }
  })

  test('what cannot be saved is taken back; what nobody saved is deleted by its tag', async () => {
    const failing = async () => {
      throw new Error('the database is gone')
    }
    await expect(providers[name].putKnowledge(SOURCE, newPlace(), failing)).rejects.toThrow('the database is gone')
    expect(await kept()).toEqual([])
    const place = newPlace()
    await providers[name].putKnowledge(SOURCE, place, saveNothing)
    await providers[name].putKnowledge(SOURCE, newPlace(), saveNothing)
    await providers[name].deleteKnowledge({ ...place, mayHaveOrphans: true })
    expect(await kept()).toHaveLength(WHOLE[name])
    for (const { id } of await kept()) await providers[name].deleteKnowledge({ ...newPlace(), refs: { id } })
    expect(await kept()).toEqual([])
  })

  test('what somebody deleted there is made anew', async () => {
    const place = newPlace()
    await put(providers[name], place)
    await providers[name].deleteKnowledge(place)
    await until('it to be ready', () => put(providers[name], place))
    expect(await kept()).toHaveLength(WHOLE[name])
    await providers[name].deleteKnowledge(place)
  })

  test('a provider that fails or refuses is told of as such, and nothing is left', async () => {
    for (const [fate, kind] of [
      ['refused', 'rejected'],
      ['lost', 'unavailable'],
    ] as const) {
      const { [name]: provider } = await line(() => fate)
      await expect(put(provider, newPlace())).rejects.toMatchObject({ kind })
    }
    const { [name]: unreadable } = await line(
      () => 'answered',
      (_path, body) => body.replaceAll(/"(in_progress|complete)"/g, '"error"').replaceAll(/"(processing|done)"/g, '"failed"'),
    )
    const place = newPlace()
    await expect(put(unreadable, place)).rejects.toMatchObject({ kind: 'rejected' })
    await providers[name].deleteKnowledge(place)
    expect(await kept()).toEqual([])
  })

  test('an agent answers from it, and a call from what it adds as well; without any, nothing is asked', async () => {
    const prices = await bring(providers[name], [PRICES[0]!])
    const hours = await bring(providers[name], [PRICES[1]!])
    const plain = await saidOn(providers[name], undefined)
    const knowing = await saidOn(providers[name], [prices])
    expect(knowing).toContain('A city bike costs 300 euros.')
    expect(knowing.slice(0, plain.length - 2)).toEqual(plain.slice(0, -2))
    expect(await saidOn(providers[name], undefined, [hours])).toContain('We are open from nine to five.')
    const both = await saidOn(providers[name], [prices], [hours])
    expect(PRICES.map(({ text }) => text).filter((text) => both.includes(text))).toHaveLength(1)
    expect((await saidOn(providers[name], [])).join()).not.toContain('300')
    for (const { refs } of [prices, hours]) await providers[name].deleteKnowledge({ ...newPlace(), refs })
  })
})

test('a call at Retell that adds knowledge keeps what its agent knows', async () => {
  const [own, added] = [await bring(providers.retell), await bring(providers.retell)]
  const agent = await providers.retell.publishAgent({ ...CONFIG, knowledge: [own] }, { ...PLACE, tag: randomUUID() }, saveNothing)
  expect(agent.refs.knowledge).toBe(own.refs.id)
  const answer = providers.retell.answerInbound({ ref: randomUUID(), agent, recording: true, variables: {}, metadata: {}, knowledge: [added, own] })
  expect(answer).toMatchObject({ call_inbound: { agent_override: { retell_llm: { knowledge_base_ids: [own.refs.id, added.refs.id] } } } })
})
