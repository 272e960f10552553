import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator, KnowledgeSource } from '../knowledge.ts'
import { saveOrUndo } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'

const UPLOAD_TIMEOUT_MS = 60_000
/** Purpose of our files, by which Vapi lists them. */
const FILE_PURPOSE = 'assistant'

const FileMetadata = field.of(z.object({ callwright_tag: field.text, callwright_document: field.text }))
const File = z.object({ id: z.string().min(1), status: field.text, metadata: FileMetadata })
type File = z.output<typeof File>
type Save = (refs: Record<string, string>) => Promise<void>

/**
 * Uploads each document as a file and returns whether Vapi has processed all of them. A tool of the assistant references the files. `refs` maps
 * our document IDs to file IDs. If the process dies before `save`, the next call finds the files by the tag in their metadata.
 */
export async function syncKnowledgeToVapi(send: Send, { documents }: KnowledgeSource, locator: KnowledgeLocator, save: Save): Promise<boolean> {
  const refs = locator.mayHaveOrphans ? await recoverUploads(send, locator) : { ...locator.refs }
  if (Object.keys(refs).length > Object.keys(locator.refs).length) await save({ ...refs })
  const files: File[] = []
  for (const document of documents) {
    const existing = refs[document.id] ? await findFile(send, refs[document.id]!) : null
    if (existing) {
      files.push(existing)
      continue
    }
    const file = await uploadDocument(send, document, locator.tag)
    refs[document.id] = file.id
    await saveOrUndo(
      () => save({ ...refs }),
      () => deleteFile(send, file.id),
    )
    files.push(file)
  }
  const failedIndex = files.findIndex(({ status }) => status === 'failed')
  if (failedIndex >= 0) throw new ProviderError('rejected', `Vapi could not read the document ${documents[failedIndex]!.title}`)
  return files.every(({ status }) => status !== 'processing')
}

/** Deletes the files and, after an interruption, all others with the tag. */
export async function deleteKnowledgeFromVapi(send: Send, { tag, refs, mayHaveOrphans }: KnowledgeLocator): Promise<void> {
  const taggedFiles = mayHaveOrphans ? await findTaggedFiles(send, tag) : []
  for (const id of new Set([...Object.values(refs), ...taggedFiles.map(({ id: taggedId }) => taggedId)])) await deleteFile(send, id)
}

/** Builds the tool with which the model searches the knowledge bases; empty without any. */
export function toKnowledgeTools(knowledge: ProviderKnowledgeBase[] = []): Vapi.AssistantOverridesToolsAppendItem[] {
  const knowledgeBases: Vapi.KnowledgeBase[] = knowledge.map(({ name, description, refs }) => ({
    provider: 'google',
    name,
    description: description ?? name,
    fileIds: Object.values(refs),
  }))
  return knowledge.length > 0 ? [{ type: 'query', knowledgeBases }] : []
}

/** Returns the saved files and those uploaded but not saved. Deletes duplicates. */
async function recoverUploads(send: Send, { tag, refs: savedRefs }: KnowledgeLocator): Promise<Record<string, string>> {
  const refs = { ...savedRefs }
  for (const { id, metadata } of await findTaggedFiles(send, tag)) {
    const document = metadata?.callwright_document ?? ''
    refs[document] ??= id
    if (refs[document] !== id) await deleteFile(send, id)
  }
  return refs
}

async function uploadDocument(send: Send, { id, title, text }: KnowledgeSource['documents'][number], tag: string): Promise<File> {
  const form = new FormData()
  // Vapi does not convert plain text, so every document is sent as a text file.
  form.set('file', new Blob([text], { type: 'text/plain' }), `${title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').slice(0, 100)}.txt`)
  form.set('purpose', FILE_PURPOSE)
  form.set('metadata', JSON.stringify({ callwright_tag: tag, callwright_document: id }))
  return parseReply(File, (await send({ method: 'POST', path: '/file', multipart: form, effect: 'change', timeoutMs: UPLOAD_TIMEOUT_MS })).body)
}

const findFile = (send: Send, id: string) =>
  nullIfNotFound(send({ method: 'GET', path: pathOf(id), effect: 'safe' })).then((reply) => reply && parseReply(File, reply.body))

/** Finds all files with the tag. Vapi's list has no pages. */
async function findTaggedFiles(send: Send, tag: string): Promise<File[]> {
  const { body } = await send({ method: 'GET', path: `/file?purpose=${FILE_PURPOSE}`, effect: 'safe' })
  return parseReply(File.array(), body).filter(({ metadata }) => metadata?.callwright_tag === tag)
}

const deleteFile = async (send: Send, id: string) => void (await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' })))

const pathOf = (id: string) => `/file/${encodeURIComponent(id)}`
