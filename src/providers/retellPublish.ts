import { z } from 'zod'
import { understood } from './http.ts'
import type { Send } from './http.ts'
import { ifKnown, isRefusal, saveOrUndo } from './outcomes.ts'
import type { JsonObject, PublishedAgent } from './provider.ts'

const Engine = z.object({ llm_id: z.string(), version: z.number().nullish() })
const Version = z.object({ version: z.number(), is_published: z.boolean().catch(false) })
const Agent = z.object({ agent_id: z.string(), version: z.number(), is_published: z.boolean().catch(false), response_engine: Engine })
const Llm = z.object({ llm_id: z.string(), version: z.number().nullish(), is_published: z.boolean().nullish() })

type Progress = Partial<PublishedAgent>
type Save = (progress: Progress) => Promise<void>
interface Bodies {
  llm: object
  agent: object
}

/**
 * An agent at Retell is an LLM and an agent that points at it; both become immutable once published, so every further
 * publish works on a draft. Whatever a failed publish left (an LLM, an unpublished version) is found and used again.
 */
export async function publishToRetell(send: Send, bodies: Bodies, previous: Progress | null, save: Save): Promise<PublishedAgent> {
  const progress: Progress = { ...previous, refs: { ...previous?.refs } }
  const draft = previous?.providerAgentId ? await openDraft(send, previous.providerAgentId) : null
  const engine = await writeLlm(send, bodies.llm, draft, progress, save)
  const agent = draft ? await rewriteAgent(send, bodies.agent, draft, engine) : await createAgent(send, bodies.agent, engine, progress, save)
  await publishVersion(send, agent)
  return { providerAgentId: agent.agent_id, version: String(agent.version), refs: progress.refs! }
}

/** The version to write to; null when Retell no longer knows the agent. The newest one, while unpublished, was left by a failed publish. */
async function openDraft(send: Send, agentId: string) {
  const listed = await ifKnown(send({ method: 'GET', path: `/list-agent-versions/${agentId}?limit=100&sort_order=descending`, effect: 'safe' }))
  const newest = z
    .object({ items: z.array(Version) })
    .safeParse(listed?.body)
    .data?.items.sort((a, b) => b.version - a.version)[0]
  if (!newest) return null
  const answer = newest.is_published
    ? await send({ method: 'POST', path: `/create-agent-version/${agentId}`, body: { base_version: newest.version }, effect: 'create' })
    : await send({ method: 'GET', path: `/get-agent/${agentId}?version=${newest.version}`, effect: 'safe' })
  return understood(Agent, answer.body)
}

/** Updates the draft's LLM, or one left over from a failed publish; creates one when each is gone or published already. */
async function writeLlm(send: Send, body: object, draft: z.output<typeof Agent> | null, progress: Progress, save: Save) {
  const saved = progress.refs?.llmId
  const candidates = [...(draft ? [draft.response_engine] : []), ...(saved && saved !== draft?.response_engine.llm_id ? [{ llm_id: saved }] : [])]
  for (const candidate of candidates as z.output<typeof Engine>[]) {
    const found = await ifKnown(send({ method: 'GET', path: `/get-retell-llm/${candidate.llm_id}${at(candidate.version)}`, effect: 'safe' }))
    if (!found) continue
    const llm = understood(Llm, found.body)
    if (llm.is_published) continue
    await send({ method: 'PATCH', path: `/update-retell-llm/${llm.llm_id}${at(llm.version)}`, body, effect: 'safe' })
    return llm
  }
  const llm = understood(Llm, (await send({ method: 'POST', path: '/create-retell-llm', body, effect: 'create' })).body)
  // Versions already published go on using their LLM, so it is remembered until the agent is deleted.
  const former = [progress.refs?.formerLlmIds, saved].filter(Boolean).join(' ')
  progress.refs = { llmId: llm.llm_id, ...(former && { formerLlmIds: former }) }
  await saveOrUndo(
    () => save({ ...progress }),
    () => deleteLlm(send, llm.llm_id),
  )
  return llm
}

async function createAgent(send: Send, body: object, engine: z.output<typeof Llm>, progress: Progress, save: Save) {
  const created = await send({ method: 'POST', path: '/create-agent', body: { ...body, response_engine: engineOf(engine) }, effect: 'create' }).catch((error) =>
    forgetLlm(send, error, progress, save),
  )
  const agent = understood(Agent, created.body)
  Object.assign(progress, { providerAgentId: agent.agent_id, version: null })
  await saveOrUndo(
    () => save({ ...progress }),
    () => deleteAgent(send, agent.agent_id),
  )
  return agent
}

/** A refused agent leaves its LLM behind; after any other failure the next publish uses that LLM again. */
async function forgetLlm(send: Send, error: unknown, progress: Progress, save: Save): Promise<never> {
  if (isRefusal(error) && progress.refs?.llmId) {
    await deleteLlm(send, progress.refs.llmId)
    const { llmId: _deleted, ...refs } = progress.refs
    await save({ ...progress, refs })
  }
  throw error
}

async function rewriteAgent(send: Send, body: object, draft: z.output<typeof Agent>, engine: z.output<typeof Llm>) {
  const path = `/update-agent/${draft.agent_id}?version=${draft.version}`
  await send({ method: 'PATCH', path, body: { ...body, response_engine: engineOf(engine) }, effect: 'safe' })
  return draft
}

/** Publishing is not repeated blindly: after an error the version itself tells whether it was published. */
async function publishVersion(send: Send, agent: z.output<typeof Agent>): Promise<void> {
  const { agent_id: id, version } = agent
  try {
    await send({ method: 'POST', path: `/publish-agent-version/${id}`, body: { version }, effect: 'create' })
  } catch (error) {
    const now = await send({ method: 'GET', path: `/get-agent/${id}?version=${version}`, effect: 'safe' }).catch(() => null)
    if (!Agent.safeParse(now?.body).data?.is_published) throw error
  }
}

/** Removes an agent and every LLM it ever used; what is gone already is no error. */
export async function removeFromRetell(send: Send, { providerAgentId, refs }: PublishedAgent): Promise<void> {
  await deleteAgent(send, providerAgentId)
  const llmIds = [refs.llmId, ...(refs.formerLlmIds ?? '').split(' ')].filter((id): id is string => Boolean(id))
  for (const id of llmIds) await deleteLlm(send, id)
}

const deleteAgent = async (send: Send, id: string) => void (await ifKnown(send({ method: 'DELETE', path: `/delete-agent/${id}`, effect: 'safe' })))
const deleteLlm = async (send: Send, id: string) => void (await ifKnown(send({ method: 'DELETE', path: `/delete-retell-llm/${id}`, effect: 'safe' })))

const engineOf = ({ llm_id, version }: z.output<typeof Llm>): JsonObject => ({ type: 'retell-llm', llm_id, version: version ?? 0 })
const at = (version: number | null | undefined) => (version === null || version === undefined ? '' : `?version=${version}`)
