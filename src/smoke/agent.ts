import { randomUUID } from 'node:crypto'
import type { AgentConfig, PublishedAgent, PublishTarget, VoiceProvider, WebhookTarget } from '../providers/provider.ts'
import { errorOf, expected, type Report } from './report.ts'
import { ProviderError } from '../providers/provider.ts'

/** An agent that both vendors take, with everything that is mapped differently. */
const config = (voiceId: string): AgentConfig => ({
  agentId: 'smoke',
  name: 'Callwright smoke test',
  language: 'en-US',
  voiceId,
  model: 'gpt-4.1-mini',
  systemPrompt: 'This is a test call. Say that it is a test, ask for a name, thank, and end the call.',
  tools: [{ type: 'end_call', name: 'end_call', description: 'When the name was told' }],
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

export interface Subject {
  voice: VoiceProvider
  report: Report
  webhook: WebhookTarget
  /** A voice that exists there. */
  voiceId: string
  /** Looks at what was published, after the first time and after the second. */
  published(agent: PublishedAgent, nth: 1 | 2): Promise<void>
  /** Whether the vendor still has the agent. */
  exists(agent: PublishedAgent): Promise<boolean>
}

const keep = async () => {}

/**
 * An agent's life: published, found again by its tag as after a crash, published anew in place, refused with a voice
 * that does not exist, deleted. `use` is what is done with it before it is deleted.
 */
export async function agentsLife(
  { voice, report, webhook, voiceId, published, exists }: Subject,
  use: (agent: PublishedAgent) => Promise<void>,
): Promise<void> {
  const place: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook }
  let agent: PublishedAgent | null = null
  report.made(`agents tagged ${place.tag}`, () => voice.deleteAgent({ ...place, refs: agent ?? {} }))

  const works = await report.step('publishes an agent', async () => {
    agent = await voice.publishAgent(config(voiceId), { ...place, mayHaveOrphans: false }, async (refs) => void (agent = { ...(refs as PublishedAgent) }))
    return `${agent.providerAgentId}, version ${agent.version}`
  })
  if (!works || !agent) return
  const first: PublishedAgent = agent
  await published(first, 1)

  await report.step('finds the agent by its tag after a crash and updates it', async () => {
    const silent = { ...config(voiceId), firstMessage: null, voicemailMessage: null }
    const again = await voice.publishAgent(silent, place, keep)
    if (again.providerAgentId !== first.providerAgentId) report.made(`agent ${again.providerAgentId}`, () => voice.deleteAgent({ ...place, refs: again }))
    expected(again.providerAgentId === first.providerAgentId, `created another agent: ${again.providerAgentId}`)
    agent = again
    return `version ${first.version} became ${again.version}`
  })
  await published(agent, 2)
  await report.question('response for an unknown voice', async () => {
    const other: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook }
    report.made(`agents tagged ${other.tag}`, () => voice.deleteAgent(other))
    const error = await errorOf(voice.publishAgent(config('no-such-voice-invalid'), other, keep))
    return error instanceof ProviderError ? `${error.kind}: ${error.message}` : String(error)
  })
  await use(agent)
  await report.step('deletes the agent, and deleting it again is not an error', async () => {
    await voice.deleteAgent({ ...place, refs: agent! })
    expected(!(await exists(agent!)), 'the vendor still has the agent')
    await voice.deleteAgent({ ...place, refs: agent! })
    return null
  })
}
