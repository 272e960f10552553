import type { DocumentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict, invalidFields, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { type DocumentChanges, type DocumentInput, DOCUMENTS_PER_WORKSPACE, Language, Slug } from '../../inputs/documents.ts'
import { DOCUMENTS_LOCK, lockForWorkspace } from '../../kernel/db/locks.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columnsOf, selectList, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { validationItems } from '../../kernel/http/validation.ts'
import {
  countWords,
  DOCUMENT_VECTOR,
  type DocumentQuestion,
  type DocumentWords,
  type Page,
  primaryOf,
  urlOf,
  extractWords,
  vectorParams,
} from './documentIndex.ts'
import * as documentLoading from './documentLoading.ts'
import { fold } from './documentTerms.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { readAnswer, type WorkspaceRef } from '../shared/fileReading.ts'
import * as storage from '../shared/storage.ts'

/** Documents up to this many characters are read in this thread, in a few milliseconds. */
const SHORT_DOCUMENT = 4_096

/** Extracts a document's words, in a worker thread if it is long. Throws the errors of `fileReading` then. */
const wordsOf = async (workspace: WorkspaceRef, { title, body }: Page) =>
  body.length <= SHORT_DOCUMENT
    ? extractWords({ title, body })
    : ((await readAnswer(workspace, { task: 'document', page: { title, body } } satisfies DocumentQuestion)) as DocumentWords)

export const FIELDS = Object.keys(Prisma.DocumentScalarFieldEnum)

/** A filter by language (BCP-47), and for the workspace's own documents (`own: true`) or the product documentation (`own: false`). */
export interface DocumentFilter {
  language?: string | null
  own?: boolean | null
}

/** The newest documents of an owner. */
const newestOf = (isOwner: SqlText) => sql`
  (select ${columnsOf('documents')} from documents where ${isOwner} and id < $before and ($language?::text is null or language = $language)
   order by id desc limit $take)`
const newest = (documents: SqlText) => sql`select * from (${documents}) as listed order by id desc limit $take`

const OWN = newestOf(sql`workspace_id = $workspaceId`)
const OF_PRODUCT = newestOf(sql`workspace_id is null`)
const listOwn = statement('documents.listOwn', newest(OWN))
const listOfProduct = statement('documents.listOfProduct', newest(OF_PRODUCT))
const listAll = statement('documents.listAll', newest(sql`${OWN} union all ${OF_PRODUCT}`))

/** Lists the workspace's own documents and the product documentation, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { language, own }: DocumentFilter = {}, fields: readonly string[] = FIELDS) => {
  const tag = language == null ? null : tagOf(language)
  const documents = own === true ? listOwn : own === false ? listOfProduct : listAll
  return pageById(page, SHORT_PAGE, async ({ where, take }) => {
    await documentLoading.loaded()
    const params = { workspaceId, fields, before: where.id?.lt ?? MAX_ID, language: tag, take }
    return (await documents.all(params)) as unknown as Document[]
  })
}

/** Returns the canonical language tag. Throws UNPROCESSABLE_ENTITY for an invalid tag. */
function tagOf(language: string): string {
  const { success, error } = Language.safeParse(language)
  if (!success) throw invalidFields(validationItems(error.issues, ['query', 'language']))
  return Intl.getCanonicalLocales(language)[0]!
}

const getBySlug = statement(
  'documents.getBySlug',
  sql`
    select ${selectList(FIELDS)} from documents
    where slug = $slug and (workspace_id is null or workspace_id = $workspaceId) and split_part(language, '-', 1) = $primaryLanguage
    order by workspace_id is null, language <> $language, id limit 1`,
)

/** Returns a page in a language. Prefers the workspace's own page, then the exact language tag. Throws NOT_FOUND. */
export async function get({ workspaceId }: Actor, slug: string, language: string): Promise<Document> {
  const tag = tagOf(language)
  if (!Slug.safeParse(slug).success) throw notFound('Document')
  await documentLoading.loaded()
  const document = await getBySlug.get({ workspaceId, slug, primaryLanguage: primaryOf(tag), language: tag })
  if (!document) throw notFound('Document')
  return document as Document
}

const insertDocument = statement(
  'documents.create',
  sql`
    insert into documents (workspace_id, user_id, slug, language, title, url, body, plain, words)
    values ($workspaceId, $userId?, $slug, $language, $title, $url, $body, $plain, ${DOCUMENT_VECTOR}) returning id`,
)

/** Creates a page of the workspace. Searches find it immediately. Throws CONFLICT for a slug in use or too many pages. */
export async function create({ workspaceId, userId }: Actor, { title, body, language, slug }: DocumentInput): Promise<Document> {
  const newWords = await wordsOf({ workspaceId }, { title, body })
  return transaction(async (tx) => {
    await lock(tx, workspaceId)
    if ((await tx.document.count({ where: { workspaceId } })) >= DOCUMENTS_PER_WORKSPACE)
      throw conflict('too_many_documents', { limit: DOCUMENTS_PER_WORKSPACE })
    const name = slug ?? (await findFreeSlug(tx, workspaceId, language, title))
    await requireFreeSlug(tx, workspaceId, name, language)
    const inserted = await insertDocument.get(
      {
        workspaceId,
        userId: userId ?? null,
        slug: name,
        language,
        title,
        url: urlOf(language, name),
        body,
        plain: newWords.plain,
        ...vectorParams(workspaceId, language, newWords),
      },
      tx,
    )
    await storage.requireRoom(tx, workspaceId)
    await countWords(tx, workspaceId, language, newWords.words, 1)
    // Does not read the long texts back, because they are known here.
    const row = await tx.document.findUniqueOrThrow({ where: { id: inserted!.id, workspaceId }, omit: { body: true, plain: true } })
    return { ...row, body, plain: newWords.plain }
  })
}

const updateDocument = statement(
  'documents.update',
  sql`
    update documents set title = $title, body = $body, slug = $slug, url = $url, plain = $plain, words = ${DOCUMENT_VECTOR}, updated_at = now()
    where id = $id and workspace_id = $workspaceId`,
)

/** Changes the given fields of the workspace's own page. Throws BAD_REQUEST for an empty change, NOT_FOUND for product documentation. */
export async function update({ workspaceId }: Actor, id: DocumentId, changes: DocumentChanges): Promise<Document> {
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('no_changes')
  return changeLocked(workspaceId, id, changes, async (tx, before, { oldWords: old, newWords: read }) => {
    const { title, body, slug } = { ...before, ...changes }
    const { language } = before
    if (slug !== before.slug) await requireFreeSlug(tx, workspaceId, slug, language)
    await updateDocument.run(
      { workspaceId, id, title, body, slug, url: urlOf(language, slug), plain: read.plain, ...vectorParams(workspaceId, language, read) },
      tx,
    )
    await countWords(tx, workspaceId, language, old.words, -1)
    await storage.requireRoom(tx, workspaceId)
    await countWords(tx, workspaceId, language, read.words, 1)
    return findOwn(tx, workspaceId, id)
  })
}

/** Deletes the workspace's own page and returns it. Throws NOT_FOUND for product documentation. */
export const remove = ({ workspaceId }: Actor, id: DocumentId): Promise<Document> =>
  changeLocked(workspaceId, id, {}, async (tx, before, { oldWords: old }) => {
    await tx.document.deleteMany({ where: { id, workspaceId } })
    await countWords(tx, workspaceId, before.language, old.words, -1)
    return before
  })

/**
 * Runs `work` on a page under its workspace's lock. Extracts the old and new words first, because no transaction may wait for a thread.
 * Starts over if the page changed in the meantime.
 */
async function changeLocked<T>(
  workspaceId: WorkspaceId,
  id: DocumentId,
  changes: DocumentChanges,
  work: (tx: Tx, before: Document, words: { oldWords: DocumentWords; newWords: DocumentWords }) => Promise<T>,
): Promise<T> {
  for (;;) {
    const seen = await findOwn(db, workspaceId, id)
    const old = await wordsOf({ workspaceId }, seen)
    const read = changes.title === undefined && changes.body === undefined ? old : await wordsOf({ workspaceId }, { ...seen, ...changes })
    const outcome = await transaction(async (tx) => {
      await lock(tx, workspaceId)
      const before = await findOwn(tx, workspaceId, id)
      return before.title === seen.title && before.body === seen.body ? { result: await work(tx, before, { oldWords: old, newWords: read }) } : null
    })
    if (outcome) return outcome.result
  }
}

/** Locks the workspace's documents until the transaction ends. */
const lock = (tx: Tx, workspaceId: WorkspaceId) => lockForWorkspace(tx, DOCUMENTS_LOCK, workspaceId)

async function findOwn(tx: Pick<Tx, 'document'>, workspaceId: WorkspaceId, id: DocumentId): Promise<Document> {
  const document = await tx.document.findFirst({ where: { id, workspaceId } })
  if (!document) throw notFound('Document')
  return document
}

const listSlugs = statement(
  'documents.listTakenSlugs',
  sql`
    select slug from documents where (workspace_id is null or workspace_id = $workspaceId) and language = $language
      and (slug = $slug or slug ~ $numbered)`,
)

/** Returns the used slugs, of the workspace and the product documentation, that are this slug or this slug with a number. */
const listTakenSlugs = async (tx: Tx, workspaceId: WorkspaceId, language: string, slug: string): Promise<Set<string>> => {
  const rows = await listSlugs.all({ workspaceId, language, slug, numbered: `^${slug}-[0-9]+$` }, tx)
  return new Set(rows.map((row) => row.slug))
}

async function requireFreeSlug(tx: Tx, workspaceId: WorkspaceId, slug: string, language: string) {
  if ((await listTakenSlugs(tx, workspaceId, language, slug)).has(slug)) throw conflict('document_exists', { slug, language })
}

async function findFreeSlug(tx: Tx, workspaceId: WorkspaceId, language: string, title: string): Promise<string> {
  const slug =
    fold(title)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '') || 'document'
  const taken = await listTakenSlugs(tx, workspaceId, language, slug)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}
