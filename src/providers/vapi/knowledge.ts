import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator, KnowledgeSource } from '../knowledge.ts'
import { nullIfNotFound, saveOrUndo } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'

const UPLOAD_TIMEOUT_MS = 60_000
/** What files are listed by. */
const PURPOSE = 'assistant'

const FileMetadata = field.of(z.object({ callwright_tag: field.text, callwright_document: field.text }))
const File = z.object({ id: z.string().min(1), status: field.text, metadata: FileMetadata })
type File = z.output<typeof File>
type Save = (refs: Record<string, string>) => Promise<void>

/**
 * Uploads each document as a file and answers whether Vapi has read them all; a tool of the assistant names the files.
 * `refs` are the files' ids by our documents' ids. They are found again by the tag in their metadata.
 */
export async function syncKnowledgeToVapi(send: Send, { documents }: KnowledgeSource, place: KnowledgeLocator, save: Save): Promise<boolean> {
  const refs = place.mayHaveOrphans ? await recoverUploads(send, place) : { ...place.refs }
  if (Object.keys(refs).length > Object.keys(place.refs).length) await save({ ...refs })
  const files: File[] = []
  for (const document of documents) {
    const known = refs[document.id] ? await findFile(send, refs[document.id]!) : null
    if (known) {
      files.push(known)
      continue
    }
    const file = await upload(send, document, place.tag)
    refs[document.id] = file.id
    await saveOrUndo(
      () => save({ ...refs }),
      () => deleteFile(send, file.id),
    )
    files.push(file)
  }
  const failed = files.findIndex(({ status }) => status === 'failed')
  if (failed >= 0) throw new ProviderError('rejected', `Vapi could not read the document ${documents[failed]!.title}`)
  return files.every(({ status }) => status !== 'processing')
}

/** Deletes the files, and after an interruption all that carry the tag. */
export async function deleteKnowledgeFromVapi(send: Send, { tag, refs, mayHaveOrphans }: KnowledgeLocator): Promise<void> {
  const tagged = mayHaveOrphans ? await findTaggedFiles(send, tag) : []
  for (const id of new Set([...Object.values(refs), ...tagged.map(({ id: found }) => found)])) await deleteFile(send, id)
}

/** The tool by which a model looks things up; none where there is nothing to look into. */
export function knowledgeTools(copies: ProviderKnowledgeBase[] = []): Vapi.AssistantOverridesToolsAppendItem[] {
  const knowledgeBases: Vapi.KnowledgeBase[] = copies.map(({ name, description, refs }) => ({
    provider: 'google',
    name,
    description: description ?? name,
    fileIds: Object.values(refs),
  }))
  return copies.length > 0 ? [{ type: 'query', knowledgeBases }] : []
}

/** What is saved, and what was uploaded without being saved; what there is twice is deleted. */
async function recoverUploads(send: Send, { tag, refs: saved }: KnowledgeLocator): Promise<Record<string, string>> {
  const refs = { ...saved }
  for (const { id, metadata } of await findTaggedFiles(send, tag)) {
    const document = metadata?.callwright_document ?? ''
    refs[document] ??= id
    if (refs[document] !== id) await deleteFile(send, id)
  }
  return refs
}

async function upload(send: Send, { id, title, text }: KnowledgeSource['documents'][number], tag: string): Promise<File> {
  const form = new FormData()
  // A text by its name and type, whatever it was made of: Vapi reads these as they are.
  form.set('file', new Blob([text], { type: 'text/plain' }), `${title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').slice(0, 100)}.txt`)
  form.set('purpose', PURPOSE)
  form.set('metadata', JSON.stringify({ callwright_tag: tag, callwright_document: id }))
  return parseReply(File, (await send({ method: 'POST', path: '/file', form, effect: 'create', timeoutMs: UPLOAD_TIMEOUT_MS })).body)
}

const findFile = (send: Send, id: string) =>
  nullIfNotFound(send({ method: 'GET', path: pathOf(id), effect: 'safe' })).then((reply) => reply && parseReply(File, reply.body))

/** Vapi lists all files at once. */
async function findTaggedFiles(send: Send, tag: string): Promise<File[]> {
  const { body } = await send({ method: 'GET', path: `/file?purpose=${PURPOSE}`, effect: 'safe' })
  return parseReply(File.array(), body).filter(({ metadata }) => metadata?.callwright_tag === tag)
}

const deleteFile = async (send: Send, id: string) => void (await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' })))

const pathOf = (id: string) => `/file/${encodeURIComponent(id)}`
