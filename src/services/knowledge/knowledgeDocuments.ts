import type { KnowledgeBaseId, KnowledgeDocumentId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { type KnowledgeBase, type KnowledgeDocument, Prisma } from '../../generated/prisma/client.ts'
import { BASE_BYTES, DOCUMENTS_PER_BASE, type KnowledgeDocumentChanges, type KnowledgeFileInput, type KnowledgeTextInput } from '../../inputs/knowledgeBases.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as knowledgeBases from './knowledgeBases.ts'
import type { KnowledgeFileQuestion } from './knowledgeFiles.ts'
import { findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'
import { readAnswer } from '../shared/fileReading.ts'
import * as storage from '../shared/storage.ts'

export const FIELDS = Object.keys(Prisma.KnowledgeDocumentScalarFieldEnum)

const listDocuments = statement('knowledgeDocuments.list', newestOf('knowledge_documents', sql`and knowledge_base_id = $knowledgeBaseId`))

/** Lists the documents of a knowledge base, newest first. */
export const list = ({ workspaceId }: Actor, knowledgeBaseId: KnowledgeBaseId, page: PageArgs, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listDocuments, { workspaceId, knowledgeBaseId, fields }))

export const addText = (actor: Actor, knowledgeBaseId: KnowledgeBaseId, { title, content }: KnowledgeTextInput) =>
  add(actor, knowledgeBaseId, { title, content, fileName: null, contentType: 'text/plain' })

/**
 * Adds the text of a file. Throws BAD_REQUEST for a file that is unreadable or takes too long, UNAVAILABLE if too many of the workspace's
 * files are being read.
 */
export async function addFile(actor: Actor, knowledgeBaseId: KnowledgeBaseId, file: KnowledgeFileInput): Promise<KnowledgeDocument> {
  await knowledgeBases.get(actor, knowledgeBaseId)
  const answer = await readAnswer(actor, { task: 'knowledgeFile', file: { ...file } } satisfies KnowledgeFileQuestion)
  const { contentType, content } = answer as { contentType: string; content: string }
  return add(actor, knowledgeBaseId, { title: file.fileName, fileName: file.fileName, contentType, content })
}

const add = (actor: Actor, knowledgeBaseId: KnowledgeBaseId, document: Pick<KnowledgeDocument, 'title' | 'content' | 'fileName' | 'contentType'>) =>
  transaction(async (tx) => {
    await knowledgeBases.touch(tx, actor, knowledgeBaseId)
    const { workspaceId } = actor
    const created = await tx.knowledgeDocument.create({ data: { workspaceId, knowledgeBaseId, ...document, bytes: Buffer.byteLength(document.content) } })
    await requireRoom(tx, created)
    return created
  })

/** Changes the given fields. Replaces the content of a file as text. Throws BAD_REQUEST for an empty change. */
export async function update(actor: Actor, id: KnowledgeDocumentId, { title, content }: KnowledgeDocumentChanges): Promise<KnowledgeDocument> {
  if (title === undefined && content === undefined) throw badRequest('no_changes')
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

/** Deletes the document and returns its knowledge base. */
export async function remove(actor: Actor, id: KnowledgeDocumentId): Promise<KnowledgeBase> {
  const { knowledgeBaseId } = await get(actor, id)
  await transaction(async (tx) => {
    await knowledgeBases.touch(tx, actor, knowledgeBaseId)
    const { count } = await tx.knowledgeDocument.deleteMany({ where: { workspaceId: actor.workspaceId, id } })
    if (count === 0) throw notFound('Knowledge document')
  })
  return knowledgeBases.get(actor, knowledgeBaseId)
}

export async function get({ workspaceId }: Actor, id: KnowledgeDocumentId): Promise<KnowledgeDocument> {
  const document = await db.knowledgeDocument.findFirst({ where: { workspaceId, id } })
  if (!document) throw notFound('Knowledge document')
  return document
}

/** Throws BAD_REQUEST if the base is over its limits. The caller holds its row lock, so no other transaction adds to it. */
async function requireRoom(tx: Tx, { workspaceId, knowledgeBaseId }: KnowledgeDocument) {
  const { _count: count, _sum: sum } = await tx.knowledgeDocument.aggregate({ where: { workspaceId, knowledgeBaseId }, _count: true, _sum: { bytes: true } })
  if (count > DOCUMENTS_PER_BASE) throw badRequest('too_many_knowledge_documents', { limit: DOCUMENTS_PER_BASE })
  if ((sum.bytes ?? 0) > BASE_BYTES) throw badRequest('knowledge_base_too_large')
  await storage.requireRoom(tx, workspaceId)
}
