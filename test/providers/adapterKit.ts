import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ProviderKnowledgeBase, KnowledgeSource } from '../../src/providers/knowledge.ts'
import type { AgentConfig, PublishTarget, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { retellProvider } from '../../src/providers/retell/retell.ts'
import { vapiProvider } from '../../src/providers/vapi/vapi.ts'
import { until } from '../kit/until.ts'

/** The keys of the simulated vendors. */
export const KEYS = { retellApiKey: 'key_retell_for_tests', vapiApiKey: 'vapi-key-for-tests' }
export const REF = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'

/** An agent that either vendor takes. */
export const CONFIG: AgentConfig = {
  agentId: '7',
  name: 'Ada',
  language: 'it-IT',
  voiceId: 'openai-Alloy',
  model: 'gpt-4.1-mini',
  systemPrompt: 'You are Ada of Rossi Bikes.',
  tools: [{ type: 'end_call', name: 'end_call' }],
  analysis: [],
  recordingEnabled: true,
  firstMessage: null,
  voicemailMessage: null,
  maxDurationSeconds: 600,
  ringTimeoutSeconds: 30,
}

export const WEBHOOK = { url: 'https://callwright.example/hooks', secret: 'hook-secret' }

/** Where an agent is about to be made that was never published. */
export const PLACE: PublishTarget = { tag: 'b0a7e2b4-1c53-4f0e-8a44-5f3d0c9b7e21', refs: {}, mayHaveOrphans: false, webhook: WEBHOOK }

/** What a conversation of 12.6 seconds reads as, whichever vendor tells of it. */
export const CONVERSATION = {
  ref: REF,
  state: 'completed',
  direction: 'outbound',
  toNumber: '+390212340100',
  durationSeconds: 13,
  transcript: [
    { role: 'agent', text: 'Ciao', startSeconds: 0.4 },
    { role: 'user', text: 'Sì', startSeconds: null },
  ],
  hasRecording: true,
  detectedLanguage: 'it',
  final: true,
}

/** Both adapters for the simulator at that address. */
export function providersAt(url: string): Record<ProviderName, VoiceProvider> {
  return {
    retell: retellProvider({ apiKey: KEYS.retellApiKey, baseUrl: `${url}/retell`, listLagMs: 0, cooldownMs: 1 }),
    vapi: vapiProvider({ apiKey: KEYS.vapiApiKey, baseUrl: `${url}/vapi`, listLagMs: 0, cooldownMs: 1 }),
  }
}

export const saveNothing = async () => {}

/** A knowledge base of two texts that is ready at the provider. */
export async function bring(provider: VoiceProvider, documents = PRICES): Promise<ProviderKnowledgeBase> {
  const place = { tag: randomUUID(), refs: {}, mayHaveOrphans: false }
  const save = async (refs: Record<string, string>) => void (place.refs = refs)
  await until('it to be ready', () => provider.putKnowledge({ name: 'Prices', documents }, place, save))
  return { id: 1, knowledgeBaseId: 1, version: 1, name: 'Prices', description: null, refs: place.refs }
}

export const PRICES: KnowledgeSource['documents'] = [
  { id: '1', title: 'Bikes', text: 'A city bike costs 300 euros.' },
  { id: '2', title: 'Hours: "every day"', text: 'We are open from nine to five.' },
]

/** Expects that any JSON, and whatever `odd` makes, can be read, and reads as the same event every time. */
export function expectToReadAnything(parse: (body: unknown) => ProviderEvent, odd: fc.Arbitrary<unknown>) {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), odd), (body) => {
      const event = parse(body)
      expect(parse(JSON.parse(JSON.stringify(body))).dedupeKey).toBe(event.dedupeKey)
    }),
    { numRuns: 200 },
  )
}
