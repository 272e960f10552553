import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, notFound } from '../../kernel/vocabulary/errors.ts'
import { type KnowledgeBase, type KnowledgeDocument, Prisma } from '../../generated/prisma/client.ts'
import { BASE_BYTES, DOCUMENTS_PER_BASE, type KnowledgeDocumentChanges, type KnowledgeFileInput, type KnowledgeTextInput } from '../../inputs/knowledgeBases.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import * as knowledgeBases from './knowledgeBases.ts'
import type { KnowledgeFileQuestion } from './knowledgeFiles.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'
import { answerTo } from '../shared/fileReading.ts'
import * as storage from '../shared/storage.ts'

export const FIELDS = Object.keys(Prisma.KnowledgeDocumentScalarFieldEnum)

/** The documents of a knowledge base, newest first. */
export const list = ({ workspaceId }: Actor, knowledgeBaseId: number, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<KnowledgeDocument>('knowledge_documents', fields, { workspaceId, knowledgeBaseId }))

export const addText = (actor: Actor, knowledgeBaseId: number, { title, content }: KnowledgeTextInput) =>
  add(actor, knowledgeBaseId, { title, content, fileName: null, contentType: 'text/plain' })

/** Keeps what a file says. BAD_REQUEST for a file that cannot be read, or takes too long; UNAVAILABLE where too many of the workspace's are being read. */
export async function addFile(actor: Actor, knowledgeBaseId: number, file: KnowledgeFileInput): Promise<KnowledgeDocument> {
  await knowledgeBases.get(actor, knowledgeBaseId)
  const answer = await answerTo(actor, { task: 'knowledgeFile', file: { ...file } } satisfies KnowledgeFileQuestion)
  const { contentType, content } = answer as { contentType: string; content: string }
  return add(actor, knowledgeBaseId, { title: file.fileName, fileName: file.fileName, contentType, content })
}

const add = (actor: Actor, knowledgeBaseId: number, document: Pick<KnowledgeDocument, 'title' | 'content' | 'fileName' | 'contentType'>) =>
  transaction(async (tx) => {
    await knowledgeBases.touch(tx, actor, knowledgeBaseId)
    const { workspaceId } = actor
    const made = await tx.knowledgeDocument.create({ data: { workspaceId, knowledgeBaseId, ...document, bytes: Buffer.byteLength(document.content) } })
    await requireRoom(tx, made)
    return made
  })

/** Changes what is given; what a file says is replaced as a text. An empty change is a 400. */
export async function update(actor: Actor, id: number, { title, content }: KnowledgeDocumentChanges): Promise<KnowledgeDocument> {
  if (title === undefined && content === undefined) throw badInput('No fields to update')
  const before = await get(actor, id)
  if ((title ?? before.title) === before.title && (content ?? before.content) === before.content) return before
  return transaction(async (tx) => {
    await knowledgeBases.touch(tx, actor, before.knowledgeBaseId)
    const bytes = content === undefined ? undefined : Buffer.byteLength(content)
    const { count } = await tx.knowledgeDocument.updateMany({ where: { workspaceId: actor.workspaceId, id }, data: { title, content, bytes } })
    if (count === 0) throw notFound('Knowledge document')
    const changed = await tx.knowledgeDocument.findFirstOrThrow({ where: { workspaceId: actor.workspaceId, id } })
    await requireRoom(tx, changed)
    return changed
  })
}

/** Answers the knowledge base without the document. */
export async function remove(actor: Actor, id: number): Promise<KnowledgeBase> {
  const { knowledgeBaseId } = await get(actor, id)
  await transaction(async (tx) => {
    await knowledgeBases.touch(tx, actor, knowledgeBaseId)
    const { count } = await tx.knowledgeDocument.deleteMany({ where: { workspaceId: actor.workspaceId, id } })
    if (count === 0) throw notFound('Knowledge document')
  })
  return knowledgeBases.get(actor, knowledgeBaseId)
}

export async function get({ workspaceId }: Actor, id: number): Promise<KnowledgeDocument> {
  const document = await db.knowledgeDocument.findFirst({ where: { workspaceId, id } })
  if (!document) throw notFound('Knowledge document')
  return document
}

/** BAD_REQUEST when the base holds too much now; its row is locked, so that nobody adds to it meanwhile. */
async function requireRoom(tx: Tx, { workspaceId, knowledgeBaseId }: KnowledgeDocument) {
  const { _count: count, _sum: sum } = await tx.knowledgeDocument.aggregate({ where: { workspaceId, knowledgeBaseId }, _count: true, _sum: { bytes: true } })
  if (count > DOCUMENTS_PER_BASE) throw badInput(`A knowledge base can have at most ${DOCUMENTS_PER_BASE} documents.`)
  if ((sum.bytes ?? 0) > BASE_BYTES) throw badInput('The documents of a knowledge base can have at most 10 MiB in total.')
  await storage.requireRoom(tx, workspaceId)
}
