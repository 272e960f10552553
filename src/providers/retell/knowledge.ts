import type Retell from 'retell-sdk'
import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator, KnowledgeSource } from '../knowledge.ts'
import { isNamedWith, nameWithTag } from '../resourceMarks.ts'
import { nullIfNotFound, saveOrUndo } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { PublishedAgent } from '../provider.ts'

/** Retell takes fewer than 40 characters, and the tag needs 18 of them. */
const NAME_LENGTH = 21
/** All texts go up in one request. */
const UPLOAD_TIMEOUT_MS = 60_000

const Base = z.object({ knowledge_base_id: z.string().min(1), knowledge_base_name: field.text, status: field.text })
type Base = z.output<typeof Base>
type Save = (refs: Record<string, string>) => Promise<void>

/**
 * Makes a knowledge base of the texts, in one request, and answers whether Retell has read it. Retell cannot change one
 * that is in use, so that each version is one of its own. It is found again by the tag at the end of its name.
 */
export async function syncKnowledgeToRetell(send: Send, source: KnowledgeSource, place: KnowledgeLocator, save: Save): Promise<boolean> {
  const tagged = place.mayHaveOrphans ? await findTaggedBases(send, place.tag) : []
  for (const id of new Set([...(place.refs.id ? [place.refs.id] : []), ...tagged])) {
    const base = await findBase(send, id)
    if (!base) continue
    if (id !== place.refs.id) await save({ id })
    for (const other of tagged) if (other !== id) await deleteBase(send, other)
    return isRead(base)
  }
  const made = await send({ method: 'POST', path: '/create-knowledge-base', form: toForm(source, place), effect: 'create', timeoutMs: UPLOAD_TIMEOUT_MS })
  const base = parseReply(Base, made.body)
  await saveOrUndo(
    () => save({ id: base.knowledge_base_id }),
    () => deleteBase(send, base.knowledge_base_id),
  )
  return isRead(base)
}

/** Deletes the knowledge base, and after an interruption all that carry its tag. */
export async function deleteKnowledgeFromRetell(send: Send, { tag, refs, mayHaveOrphans }: KnowledgeLocator): Promise<void> {
  const tagged = mayHaveOrphans ? await findTaggedBases(send, tag) : []
  for (const id of new Set([...(refs.id ? [refs.id] : []), ...tagged])) await deleteBase(send, id)
}

export const retellKnowledgeIds = (copies: ProviderKnowledgeBase[]): string[] => copies.flatMap(({ refs }) => refs.id ?? [])

/** The agent with a note of what it answers from: a call that adds to it has to say all of it. */
export function withKnowledgeRefs(agent: PublishedAgent, knowledge: ProviderKnowledgeBase[] = []): PublishedAgent {
  const { knowledge: _former, ...refs } = agent.refs
  return { ...agent, refs: knowledge.length > 0 ? { ...refs, knowledge: retellKnowledgeIds(knowledge).join(' ') } : refs }
}

/** All that a call is answered from: what its agent knows, and what the call adds. */
export const callKnowledgeIds = (agent: PublishedAgent, added: ProviderKnowledgeBase[]): string[] => [
  ...new Set([...(agent.refs.knowledge ?? '').split(' ').filter(Boolean), ...retellKnowledgeIds(added)]),
]

/** A form in which the texts are one field of JSON, as Retell has it. */
function toForm({ name, documents }: KnowledgeSource, { tag }: KnowledgeLocator): FormData {
  const texts: Retell.KnowledgeBaseCreateParams['knowledge_base_texts'] = documents.map(({ title, text }) => ({ title, text }))
  const form = new FormData()
  form.set('knowledge_base_name', nameWithTag(name.slice(0, NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, ''), tag))
  form.set('knowledge_base_texts', JSON.stringify(texts))
  return form
}

function isRead({ status }: Base): boolean {
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
