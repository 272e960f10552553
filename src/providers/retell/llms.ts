import { z } from 'zod'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { nullIfNotFound, isRefusal, saveOrUndo } from '../outcomes.ts'
import type { PublishedAgent } from '../provider.ts'
import { deleteLlm } from './removal.ts'
import type { TaggedResources } from './tags.ts'

/** Which LLM, and which version of it, an agent uses. */
export const Engine = z.object({ llm_id: z.string(), version: z.number().nullish() })
export type Engine = z.output<typeof Engine>
const Llm = z.object({ llm_id: z.string(), version: z.number().nullish(), is_published: z.boolean().nullish() })
export type Llm = z.output<typeof Llm>

export type Progress = Partial<PublishedAgent>
/** A publish under way. */
export interface PublishRun {
  send: Send
  bodies: { llm: object; agent: object }
  /** What carries the tag there, when there may be more than is saved. */
  existing: TaggedResources
  /** What is known by now; `save` keeps it. */
  progress: Progress
  save(): Promise<void>
}

/** Updates the draft's LLM, or one left over from a failed publish; creates one when none can be changed any more. */
export async function writeLlm(work: PublishRun, engine: Engine | undefined): Promise<Llm> {
  const { send, bodies, existing: found, progress } = work
  const others = [progress.refs?.llmId, ...found.llms].filter((id): id is string => id !== undefined && id !== engine?.llm_id)
  const candidates: Engine[] = [...(engine ? [engine] : []), ...[...new Set(others)].map((llm_id) => ({ llm_id }))]
  for (const candidate of candidates) {
    const llm = await updateLlm(send, candidate, bodies.llm)
    if (llm) return saveLlm(work, llm, engine, false)
  }
  const created = await send({ method: 'POST', path: '/create-retell-llm', body: bodies.llm, effect: 'create' })
  return saveLlm(work, parseReply(Llm, created.body), engine, true)
}

/** The LLM once it is as it should be; null when it is gone, or published and so refuses to be changed. */
async function updateLlm(send: Send, { llm_id, version }: Engine, body: object): Promise<Llm | null> {
  const found = await nullIfNotFound(send({ method: 'GET', path: `/get-retell-llm/${llm_id}${at(version)}`, effect: 'safe' }))
  const llm = found && parseReply(Llm, found.body)
  if (!llm || llm.is_published) return null
  const path = `/update-retell-llm/${llm.llm_id}${at(llm.version)}`
  return send({ method: 'PATCH', path, body, effect: 'safe' }).then(
    () => llm,
    (error) => {
      if (isRefusal(error)) return null
      throw error
    },
  )
}

/**
 * Saves the LLM as the agent's. Versions already published go on using theirs, so those are remembered until the agent
 * is deleted; others found by the tag serve nothing.
 */
async function saveLlm(work: PublishRun, llm: Llm, drafted: Engine | undefined, isNew: boolean): Promise<Llm> {
  const { send, existing: found, progress, save } = work
  const { llmId, formerLlmIds = '', ...refs } = progress.refs ?? {}
  const former = new Set([...formerLlmIds.split(' '), llmId ?? '', drafted?.llm_id ?? ''].filter((id) => id !== '' && id !== llm.llm_id))
  const saveRefs = () => {
    progress.refs = { ...refs, llmId: llm.llm_id, ...(former.size > 0 && { formerLlmIds: [...former].join(' ') }) }
    return save()
  }
  if (isNew) await saveOrUndo(saveRefs, () => deleteLlm(send, llm.llm_id))
  else if (llmId !== llm.llm_id || formerLlmIds !== [...former].join(' ')) await saveRefs()
  const spare = found.llms.filter((id) => id !== llm.llm_id && !former.has(id))
  for (const id of spare) if (!(await deleteUnlessUsed(send, id))) former.add(id)
  if (spare.some((id) => former.has(id))) await saveRefs()
  return llm
}

/** False for an LLM that some agent uses: Retell refuses to delete those. */
async function deleteUnlessUsed(send: Send, llmId: string): Promise<boolean> {
  return deleteLlm(send, llmId).then(
    () => true,
    (error) => {
      if (isRefusal(error)) return false
      throw error
    },
  )
}

/** A refused agent leaves its LLM behind. One that cannot be deleted now stays known: the next publish uses it. */
export async function discardLlm({ send, progress, save }: PublishRun): Promise<void> {
  const { llmId, ...refs } = progress.refs ?? {}
  if (!llmId) return
  const isGone = await deleteLlm(send, llmId).then(
    () => true,
    () => false,
  )
  if (!isGone) return
  progress.refs = refs
  await save()
}

const at = (version: number | null | undefined) => (version === null || version === undefined ? '' : `?version=${version}`)
