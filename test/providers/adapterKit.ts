import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ProviderKnowledgeBase, KnowledgeSource } from '../../src/providers/knowledge.ts'
import type { AgentConfig, PublishTarget, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { createRetellProvider } from '../../src/providers/retell/retell.ts'
import { createVapiProvider } from '../../src/providers/vapi/vapi.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** API keys of the simulated vendors. */
export const KEYS = { retellApiKey: 'key_retell_for_tests', vapiApiKey: 'vapi-key-for-tests' }
export const REF = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'

/** Configuration that both vendors support. */
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

/** Target of an agent that has never been published. */
export const PUBLISH_TARGET: PublishTarget = { tag: 'b0a7e2b4-1c53-4f0e-8a44-5f3d0c9b7e21', refs: {}, mayHaveOrphans: false, webhook: WEBHOOK }

/** Expected snapshot of a conversation of 12.6 seconds, the same for both vendors. */
export const COMPLETED_CALL = {
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

/** Creates both adapters for the simulator at a URL. */
export function providersAt(url: string): Record<ProviderName, VoiceProvider> {
  return {
    retell: createRetellProvider({ apiKey: KEYS.retellApiKey, baseUrl: `${url}/retell`, listLagMs: 0, cooldownMs: 1 }),
    vapi: createVapiProvider({ apiKey: KEYS.vapiApiKey, baseUrl: `${url}/vapi`, listLagMs: 0, cooldownMs: 1 }),
  }
}

export const saveNothing = async () => {}

/** Uploads a knowledge base and waits until it is ready at the provider. */
export async function uploadKnowledge(provider: VoiceProvider, documents = DOCUMENTS): Promise<ProviderKnowledgeBase> {
  const locator = { tag: randomUUID(), refs: {}, mayHaveOrphans: false }
  const save = async (refs: Record<string, string>) => void (locator.refs = refs)
  await waitFor('the knowledge base to be ready', () => provider.putKnowledge({ name: 'Prices', documents }, locator, save))
  return { id: 1, knowledgeBaseId: 1, version: 1, name: 'Prices', description: null, refs: locator.refs }
}

export const DOCUMENTS: KnowledgeSource['documents'] = [
  { id: '1', title: 'Bikes', text: 'A city bike costs 300 euros.' },
  { id: '2', title: 'Hours: "every day"', text: 'We are open from nine to five.' },
]

/** Checks that `parse` accepts any JSON and any of the typical bodies, and returns the same key for the same body. */
export function expectToParseAnything(parse: (body: unknown) => ProviderEvent, typicalBodies: fc.Arbitrary<unknown>) {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), typicalBodies), (body) => {
      const event = parse(body)
      expect(parse(JSON.parse(JSON.stringify(body))).dedupeKey).toBe(event.dedupeKey)
    }),
    { numRuns: 200 },
  )
}
