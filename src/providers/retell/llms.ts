import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isRefusal, saveOrUndo } from '../outcomes.ts'
import type { PublishedAgent } from '../provider.ts'
import { deleteLlm } from './removal.ts'
import type { TaggedResources } from './tags.ts'

/** LLM and version that an agent uses. */
export const Engine = z.object({ llm_id: z.string(), version: z.number().nullish() })
export type Engine = z.output<typeof Engine>
const Llm = z.object({ llm_id: z.string(), version: z.number().nullish(), is_published: z.boolean().nullish() })
export type Llm = z.output<typeof Llm>

export type Progress = Partial<PublishedAgent>
/** A publish in progress. */
export interface PublishRun {
  send: Send
  bodies: { llm: object; agent: object }
  /** Resources with our tag; empty if nothing unsaved can exist. */
  existing: TaggedResources
  /** Resources created so far; `save` stores them. */
  progress: Progress
  save(): Promise<void>
}

/**
 * Updates the draft's LLM, or the one of a failed publish; creates an LLM if none can be changed. If the process dies before the save, the next
 * publish finds the LLM by its tag.
 */
export async function writeLlm(run: PublishRun, engine: Engine | undefined): Promise<Llm> {
  const { send, bodies, existing, progress } = run
  const otherIds = [progress.refs?.llmId, ...existing.llms].filter((id): id is string => id !== undefined && id !== engine?.llm_id)
  const candidates: Engine[] = [...(engine ? [engine] : []), ...[...new Set(otherIds)].map((llm_id) => ({ llm_id }))]
  for (const candidate of candidates) {
    const llm = await updateLlm(send, candidate, bodies.llm)
    if (llm) return saveLlm(run, llm, engine, false)
  }
  const reply = await send({ method: 'POST', path: '/create-retell-llm', json: bodies.llm, effect: 'change' })
  return saveLlm(run, parseReply(Llm, reply.body), engine, true)
}

/** Updates an LLM and returns it; null if it is gone or, being published, cannot be changed. */
async function updateLlm(send: Send, { llm_id, version }: Engine, body: object): Promise<Llm | null> {
  const reply = await nullIfNotFound(send({ method: 'GET', path: `/get-retell-llm/${llm_id}${versionQuery(version)}`, effect: 'safe' }))
  const llm = reply && parseReply(Llm, reply.body)
  if (!llm || llm.is_published) return null
  const path = `/update-retell-llm/${llm.llm_id}${versionQuery(llm.version)}`
  return send({ method: 'PATCH', path, json: body, effect: 'safe' }).then(
    () => llm,
    (error) => {
      if (isRefusal(error)) return null
      throw error
    },
  )
}

/**
 * Saves the LLM as the agent's. Published versions still use their former LLMs, so those stay in the refs until the agent is deleted. Deletes
 * other LLMs with the tag.
 */
async function saveLlm(run: PublishRun, llm: Llm, draftEngine: Engine | undefined, isNew: boolean): Promise<Llm> {
  const { send, existing, progress, save } = run
  const { llmId, formerLlmIds = '', ...refs } = progress.refs ?? {}
  const formerIds = new Set([...formerLlmIds.split(' '), llmId ?? '', draftEngine?.llm_id ?? ''].filter((id) => id !== '' && id !== llm.llm_id))
  const saveRefs = () => {
    progress.refs = { ...refs, llmId: llm.llm_id, ...(formerIds.size > 0 && { formerLlmIds: [...formerIds].join(' ') }) }
    return save()
  }
  if (isNew) await saveOrUndo(saveRefs, () => deleteLlm(send, llm.llm_id))
  else if (llmId !== llm.llm_id || formerLlmIds !== [...formerIds].join(' ')) await saveRefs()
  const spareIds = existing.llms.filter((id) => id !== llm.llm_id && !formerIds.has(id))
  for (const id of spareIds) if (!(await deleteUnlessUsed(send, id))) formerIds.add(id)
  if (spareIds.some((id) => formerIds.has(id))) await saveRefs()
  return llm
}

/** Deletes an LLM; returns false if an agent uses it, which Retell does not allow to delete. */
async function deleteUnlessUsed(send: Send, llmId: string): Promise<boolean> {
  return deleteLlm(send, llmId).then(
    () => true,
    (error) => {
      if (isRefusal(error)) return false
      throw error
    },
  )
}

/** Deletes the LLM of a rejected agent. If that fails, the LLM stays in the refs and the next publish uses it. */
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

const versionQuery = (version: number | null | undefined) => (version === null || version === undefined ? '' : `?version=${version}`)
