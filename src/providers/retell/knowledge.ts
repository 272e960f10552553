import type Retell from 'retell-sdk'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator, KnowledgeSource } from '../knowledge.ts'
import { isNamedWith, nameWithTag } from '../resourceMarks.ts'
import { saveOrUndo } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { PublishedAgent } from '../provider.ts'

/** Retell allows fewer than 40 characters, and the mark needs 18 of them. */
const MAX_NAME_LENGTH = 21
/** One request uploads all texts. */
const UPLOAD_TIMEOUT_MS = 60_000

const Base = z.object({ knowledge_base_id: z.string().min(1), knowledge_base_name: field.text, status: field.text })
type Base = z.output<typeof Base>
type Save = (refs: Record<string, string>) => Promise<void>

/**
 * Uploads the texts as a knowledge base in one request, and returns whether Retell has processed it. Retell cannot change a knowledge base in
 * use, so each version is a separate one. If the process dies before `save`, the next call finds it by the mark in its name.
 */
export async function syncKnowledgeToRetell(send: Send, source: KnowledgeSource, locator: KnowledgeLocator, save: Save): Promise<boolean> {
  const taggedIds = locator.mayHaveOrphans ? await findTaggedBases(send, locator.tag) : []
  for (const id of new Set([...(locator.refs.id ? [locator.refs.id] : []), ...taggedIds])) {
    const base = await findBase(send, id)
    if (!base) continue
    if (id !== locator.refs.id) await save({ id })
    for (const other of taggedIds) if (other !== id) await deleteBase(send, other)
    return isProcessed(base)
  }
  const reply = await send({
    method: 'POST',
    path: '/create-knowledge-base',
    multipart: toForm(source, locator),
    effect: 'change',
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  const base = parseReply(Base, reply.body)
  await saveOrUndo(
    () => save({ id: base.knowledge_base_id }),
    () => deleteBase(send, base.knowledge_base_id),
  )
  return isProcessed(base)
}

/** Deletes the knowledge base and, after an interruption, all others with its mark. */
export async function deleteKnowledgeFromRetell(send: Send, { tag, refs, mayHaveOrphans }: KnowledgeLocator): Promise<void> {
  const taggedIds = mayHaveOrphans ? await findTaggedBases(send, tag) : []
  for (const id of new Set([...(refs.id ? [refs.id] : []), ...taggedIds])) await deleteBase(send, id)
}

/** Lists Retell's IDs of knowledge bases. */
export const listKnowledgeIds = (knowledge: ProviderKnowledgeBase[]): string[] => knowledge.flatMap(({ refs }) => refs.id ?? [])

/** Stores the IDs of the agent's knowledge bases in its refs, since a call that adds one must list all of them. */
export function withKnowledgeRefs(agent: PublishedAgent, knowledge: ProviderKnowledgeBase[] = []): PublishedAgent {
  const { knowledge: _previous, ...refs } = agent.refs
  return { ...agent, refs: knowledge.length > 0 ? { ...refs, knowledge: listKnowledgeIds(knowledge).join(' ') } : refs }
}

/** Lists the knowledge bases of the agent and those that the call adds, each once. */
export const listCallKnowledgeIds = (agent: PublishedAgent, addedKnowledge: ProviderKnowledgeBase[]): string[] => [
  ...new Set([...(agent.refs.knowledge ?? '').split(' ').filter(Boolean), ...listKnowledgeIds(addedKnowledge)]),
]

/** Builds the form, in which one JSON field holds all texts. */
function toForm({ name, documents }: KnowledgeSource, { tag }: KnowledgeLocator): FormData {
  const texts: Retell.KnowledgeBaseCreateParams['knowledge_base_texts'] = documents.map(({ title, text }) => ({ title, text }))
  const form = new FormData()
  form.set('knowledge_base_name', nameWithTag(name.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, ''), tag))
  form.set('knowledge_base_texts', JSON.stringify(texts))
  return form
}

function isProcessed({ status }: Base): boolean {
  if (status === 'error') throw new ProviderError('rejected', 'Retell could not read the knowledge base')
  return status === 'complete'
}

const findBase = (send: Send, id: string) =>
  nullIfNotFound(send({ method: 'GET', path: `/get-knowledge-base/${encodeURIComponent(id)}`, effect: 'safe' })).then(
    (reply) => reply && parseReply(Base, reply.body),
  )

async function findTaggedBases(send: Send, tag: string): Promise<string[]> {
  const { body } = await send({ method: 'GET', path: '/list-knowledge-bases', effect: 'safe' })
  return parseReply(Base.array(), body).flatMap((base) => (isNamedWith(base.knowledge_base_name, tag) ? base.knowledge_base_id : []))
}

const deleteBase = async (send: Send, id: string) =>
  void (await nullIfNotFound(send({ method: 'DELETE', path: `/delete-knowledge-base/${encodeURIComponent(id)}`, effect: 'safe' })))
