import { z } from 'zod'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { nullIfNotFound, isRefusal, saveOrUndo } from '../outcomes.ts'
import type { JsonObject, ResourceLocator, PublishedAgent } from '../provider.ts'
import { Engine, discardLlm, writeLlm } from './llms.ts'
import type { Llm, Progress, PublishRun } from './llms.ts'
import { deleteAgent } from './removal.ts'
import { findTagged } from './tags.ts'

const Versions = z.object({ items: z.array(z.object({ version: z.number(), is_published: z.boolean().catch(false) })) })
const Agent = z.object({ agent_id: z.string(), version: z.number(), is_published: z.boolean().catch(false), response_engine: Engine })
type Agent = z.output<typeof Agent>

/**
 * An agent at Retell is an LLM and an agent that points at it; both become immutable once published, so every further
 * publish works on a draft. Whatever an earlier publish left (an LLM, an agent, an unpublished version), saved or not,
 * is found and used again, and what there is of it twice is deleted.
 */
export async function publishToRetell(
  send: Send,
  bodies: PublishRun['bodies'],
  place: ResourceLocator,
  save: (progress: Progress) => Promise<void>,
): Promise<PublishedAgent> {
  const found = place.mayHaveOrphans ? await findTagged(send, place.tag) : { agents: [], llms: [] }
  const progress: Progress = { ...place.refs, refs: { ...place.refs.refs } }
  const work: PublishRun = { send, bodies, existing: found, progress, save: () => save(structuredClone(progress)) }
  const draft = await findDraftAgent(work)
  const engine = await writeLlm(work, draft?.response_engine)
  const agent = draft ? await updateAgent(work, draft, engine) : await createAgent(work, engine)
  await publishVersion(send, agent)
  return { providerAgentId: agent.agent_id, version: String(agent.version), refs: progress.refs! }
}

/** A draft of the agent that is saved, else of one found by its tag; null when there is none. Others found are deleted. */
async function findDraftAgent({ send, existing: found, progress, save }: PublishRun): Promise<Agent | null> {
  const saved = progress.providerAgentId
  let draft: Agent | null = null
  for (const id of new Set([...(saved ? [saved] : []), ...found.agents])) draft ??= await openDraft(send, id)
  if (draft && draft.agent_id !== saved) {
    Object.assign(progress, { providerAgentId: draft.agent_id, version: null })
    await save()
  }
  for (const id of found.agents) if (id !== draft?.agent_id) await deleteAgent(send, id)
  return draft
}

/** The version to write to; null when Retell does not know the agent. The newest one, while unpublished, was left by a failed publish. */
async function openDraft(send: Send, agentId: string): Promise<Agent | null> {
  const listed = await nullIfNotFound(send({ method: 'GET', path: `/list-agent-versions/${agentId}?limit=100&sort_order=descending`, effect: 'safe' }))
  const versions = listed ? parseReply(Versions, listed.body).items : []
  const newest = versions.sort((a, b) => b.version - a.version)[0]
  if (!newest) return null
  const answer = newest.is_published
    ? await send({ method: 'POST', path: `/create-agent-version/${agentId}`, body: { base_version: newest.version }, effect: 'create' })
    : await send({ method: 'GET', path: `/get-agent/${agentId}?version=${newest.version}`, effect: 'safe' })
  return parseReply(Agent, answer.body)
}

async function createAgent(work: PublishRun, engine: Llm): Promise<Agent> {
  const { send, bodies, progress, save } = work
  const body = { ...bodies.agent, response_engine: engineOf(engine) }
  const created = await send({ method: 'POST', path: '/create-agent', body, effect: 'create' }).catch(async (error) => {
    if (isRefusal(error)) await discardLlm(work)
    throw error
  })
  const agent = parseReply(Agent, created.body)
  Object.assign(progress, { providerAgentId: agent.agent_id, version: null })
  await saveOrUndo(save, () => deleteAgent(send, agent.agent_id))
  return agent
}

async function updateAgent({ send, bodies }: PublishRun, draft: Agent, engine: Llm): Promise<Agent> {
  const path = `/update-agent/${draft.agent_id}?version=${draft.version}`
  await send({ method: 'PATCH', path, body: { ...bodies.agent, response_engine: engineOf(engine) }, effect: 'safe' })
  return draft
}

/** Publishing is not repeated blindly: after an error the version itself tells whether it was published. */
async function publishVersion(send: Send, { agent_id: id, version }: Agent): Promise<void> {
  try {
    await send({ method: 'POST', path: `/publish-agent-version/${id}`, body: { version }, effect: 'create' })
  } catch (error) {
    const now = await send({ method: 'GET', path: `/get-agent/${id}?version=${version}`, effect: 'safe' }).catch(() => null)
    if (!Agent.safeParse(now?.body).data?.is_published) throw error
  }
}

const engineOf = ({ llm_id, version }: Llm): JsonObject => ({ type: 'retell-llm', llm_id, version: version ?? 0 })
