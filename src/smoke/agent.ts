import { randomUUID } from 'node:crypto'
import type { AgentConfig, PublishedAgent, PublishTarget, VoiceProvider, WebhookTarget } from '../providers/provider.ts'
import { expectError, ensure, type Report } from './report.ts'
import { ProviderError } from '../providers/provider.ts'

/** Configuration that both vendors support, with every setting that the adapters map differently. */
const config = (voiceId: string): AgentConfig => ({
  agentId: 'smoke',
  name: 'Callwright smoke test',
  language: 'en-US',
  voiceId,
  model: 'gpt-4.1-mini',
  systemPrompt: 'This is a test call. Say that it is a test, ask for a name, thank, and end the call.',
  tools: [{ type: 'end_call', name: 'end_call', description: 'After the person says their name' }],
  analysis: [
    { name: 'name', type: 'string', description: 'The name of the person' },
    { name: 'mood', type: 'enum', description: 'How they sounded', choices: ['good', 'bad'] },
    { name: 'words', type: 'json', description: 'Words they used', schema: { type: 'array', items: { type: 'string' } } },
  ],
  recordingEnabled: false,
  firstMessage: 'Hello, this is a test call.',
  voicemailMessage: 'This was a test call.',
  maxDurationSeconds: 120,
  ringTimeoutSeconds: 30,
})

export interface AgentCheck {
  voice: VoiceProvider
  report: Report
  webhook: WebhookTarget
  /** ID of a voice that the vendor has. */
  voiceId: string
  /** Inspects the agent after the first and after the second publish. */
  checkPublished(agent: PublishedAgent, nth: 1 | 2): Promise<void>
  /** Whether the vendor still has the agent. */
  exists(agent: PublishedAgent): Promise<boolean>
}

const saveNothing = async () => {}

/**
 * Publishes an agent, publishes it again by tag as after a crash, tries an unknown voice, and deletes the agent. Runs `beforeDelete` with the
 * published agent.
 */
export async function checkAgent(
  { voice, report, webhook, voiceId, checkPublished, exists }: AgentCheck,
  beforeDelete: (agent: PublishedAgent) => Promise<void>,
): Promise<void> {
  const target: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook }
  let agent: PublishedAgent | null = null
  report.addCleanup(`agents tagged ${target.tag}`, () => voice.deleteAgent({ ...target, refs: agent ?? {} }))

  const isPublished = await report.step('publishes an agent', async () => {
    agent = await voice.publishAgent(config(voiceId), { ...target, mayHaveOrphans: false }, async (refs) => void (agent = { ...(refs as PublishedAgent) }))
    return `${agent.providerAgentId}, version ${agent.version}`
  })
  if (!isPublished || !agent) return
  const first: PublishedAgent = agent
  await checkPublished(first, 1)

  await report.step('finds the agent by its tag after a crash and updates it', async () => {
    const withoutMessages = { ...config(voiceId), firstMessage: null, voicemailMessage: null }
    const updated = await voice.publishAgent(withoutMessages, target, saveNothing)
    if (updated.providerAgentId !== first.providerAgentId)
      report.addCleanup(`agent ${updated.providerAgentId}`, () => voice.deleteAgent({ ...target, refs: updated }))
    ensure(updated.providerAgentId === first.providerAgentId, `created another agent: ${updated.providerAgentId}`)
    agent = updated
    return `version ${first.version} became ${updated.version}`
  })
  await checkPublished(agent, 2)
  await report.observe('response for an unknown voice', async () => {
    const otherTarget: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook }
    report.addCleanup(`agents tagged ${otherTarget.tag}`, () => voice.deleteAgent(otherTarget))
    const error = await expectError(voice.publishAgent(config('no-such-voice-invalid'), otherTarget, saveNothing))
    return error instanceof ProviderError ? `${error.kind}: ${error.message}` : String(error)
  })
  await beforeDelete(agent)
  await report.step('deletes the agent, and deleting it again is not an error', async () => {
    await voice.deleteAgent({ ...target, refs: agent! })
    ensure(!(await exists(agent!)), 'the vendor still has the agent')
    await voice.deleteAgent({ ...target, refs: agent! })
    return null
  })
}
