import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isRefusal, saveOrUndo } from '../outcomes.ts'
import type { JsonObject, ResourceLocator, PublishedAgent } from '../provider.ts'
import { Engine, discardLlm, writeLlm } from './llms.ts'
import type { Llm, Progress, PublishRun } from './llms.ts'
import { deleteAgent } from './removal.ts'
import { findTagged } from './tags.ts'

const Versions = z.object({ items: z.array(z.object({ version: z.number(), is_published: z.boolean().catch(false) })) })
const Agent = z.object({ agent_id: z.string(), version: z.number(), is_published: z.boolean().catch(false), response_engine: Engine })
type Agent = z.output<typeof Agent>

/**
 * Publishes an agent. At Retell, it consists of an LLM and an agent that references it. Both become immutable once published, so each publish
 * works on a draft. If the process dies in between, the next publish reuses what exists (LLM, agent, unpublished version), saved or found by
 * tag, and deletes duplicates.
 */
export async function publishToRetell(
  send: Send,
  bodies: PublishRun['bodies'],
  locator: ResourceLocator,
  save: (progress: Progress) => Promise<void>,
): Promise<PublishedAgent> {
  const existing = locator.mayHaveOrphans ? await findTagged(send, locator.tag) : { agents: [], llms: [] }
  const progress: Progress = { ...locator.refs, refs: { ...locator.refs.refs } }
  const run: PublishRun = { send, bodies, existing, progress, save: () => save(structuredClone(progress)) }
  const draft = await findDraftAgent(run)
  const llm = await writeLlm(run, draft?.response_engine)
  const agent = draft ? await updateAgent(run, draft, llm) : await createAgent(run, llm)
  await publishVersion(send, agent)
  return { providerAgentId: agent.agent_id, version: String(agent.version), refs: progress.refs! }
}

/** Opens a draft of the saved agent, or else of one found by tag; null if there is none. Deletes other agents with the tag. */
async function findDraftAgent({ send, existing, progress, save }: PublishRun): Promise<Agent | null> {
  const savedId = progress.providerAgentId
  let draft: Agent | null = null
  for (const id of new Set([...(savedId ? [savedId] : []), ...existing.agents])) draft ??= await openDraft(send, id)
  if (draft && draft.agent_id !== savedId) {
    Object.assign(progress, { providerAgentId: draft.agent_id, version: null })
    await save()
  }
  for (const id of existing.agents) if (id !== draft?.agent_id) await deleteAgent(send, id)
  return draft
}

/** Returns the version to write to; null if Retell does not know the agent. Reuses an unpublished version, which a failed publish left. */
async function openDraft(send: Send, agentId: string): Promise<Agent | null> {
  const versionsReply = await nullIfNotFound(send({ method: 'GET', path: `/list-agent-versions/${agentId}?limit=100&sort_order=descending`, effect: 'safe' }))
  const versions = versionsReply ? parseReply(Versions, versionsReply.body).items : []
  const newest = versions.sort((a, b) => b.version - a.version)[0]
  if (!newest) return null
  const draftReply = newest.is_published
    ? await send({ method: 'POST', path: `/create-agent-version/${agentId}`, json: { base_version: newest.version }, effect: 'change' })
    : await send({ method: 'GET', path: `/get-agent/${agentId}?version=${newest.version}`, effect: 'safe' })
  return parseReply(Agent, draftReply.body)
}

async function createAgent(run: PublishRun, llm: Llm): Promise<Agent> {
  const { send, bodies, progress, save } = run
  const body = { ...bodies.agent, response_engine: engineOf(llm) }
  const reply = await send({ method: 'POST', path: '/create-agent', json: body, effect: 'change' }).catch(async (error) => {
    if (isRefusal(error)) await discardLlm(run)
    throw error
  })
  const agent = parseReply(Agent, reply.body)
  Object.assign(progress, { providerAgentId: agent.agent_id, version: null })
  await saveOrUndo(save, () => deleteAgent(send, agent.agent_id))
  return agent
}

async function updateAgent({ send, bodies }: PublishRun, draft: Agent, llm: Llm): Promise<Agent> {
  const path = `/update-agent/${draft.agent_id}?version=${draft.version}`
  await send({ method: 'PATCH', path, json: { ...bodies.agent, response_engine: engineOf(llm) }, effect: 'safe' })
  return draft
}

/** Publishes the version. After an error, the version itself shows whether it was published, so no request is repeated. */
async function publishVersion(send: Send, { agent_id: id, version }: Agent): Promise<void> {
  try {
    await send({ method: 'POST', path: `/publish-agent-version/${id}`, json: { version }, effect: 'change' })
  } catch (error) {
    const reply = await send({ method: 'GET', path: `/get-agent/${id}?version=${version}`, effect: 'safe' }).catch(() => null)
    if (!Agent.safeParse(reply?.body).data?.is_published) throw error
  }
}

const engineOf = ({ llm_id, version }: Llm): JsonObject => ({ type: 'retell-llm', llm_id, version: version ?? 0 })
