import type { DocumentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { type DocumentChanges, type DocumentInput, DOCUMENTS_PER_WORKSPACE, Language, Slug } from '../../inputs/documents.ts'
import { DOCUMENTS_LOCK } from '../../kernel/db/locks.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { validationItems } from '../../kernel/http/validation.ts'
import { countWords, type DocumentQuestion, type DocumentWords, type Page, primaryOf, urlOf, toVector, extractWords } from './documentIndex.ts'
import { fold } from './documentTerms.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { readAnswer, type WorkspaceRef } from '../shared/fileReading.ts'
import * as storage from '../shared/storage.ts'

/** Characters of a document that is read at once, in a few milliseconds. */
const SHORT_DOCUMENT = 4_096

/** What a document is found by. Errors of `fileReading` for a long one. */
const wordsOf = async (who: WorkspaceRef, { title, body }: Page) =>
  body.length <= SHORT_DOCUMENT
    ? extractWords({ title, body })
    : ((await readAnswer(who, { task: 'document', page: { title, body } } satisfies DocumentQuestion)) as DocumentWords)

export const FIELDS = Object.keys(Prisma.DocumentScalarFieldEnum)

/** Which documents are asked for: in a language (BCP-47), and only the workspace's own or only ours. */
export interface DocumentFilter {
  language?: string | null
  own?: boolean | null
}

/** The workspace's own documents and ours, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { language, own }: DocumentFilter = {}, fields: readonly string[] = FIELDS) => {
  const tag = language == null ? null : tagOf(language)
  return pageById(page, SHORT_PAGE, ({ where, take }) => {
    const of = (owner: string) => `(select ${columns(fields).text} from documents where ${owner}
      and id < $1 and ($2::text is null or language = $2) order by id desc limit $3)`
    const owners = [...(own === false ? [] : ['workspace_id = $4']), ...(own === true ? [] : ['workspace_id is null'])]
    const text = `select * from (${owners.map(of).join(' union all ')}) as listed order by id desc limit $3`
    return query<Document>({ text, values: [where.id?.lt ?? MAX_ID, tag, take, ...(own === false ? [] : [workspaceId])] })
  })
}

/** Throws UNPROCESSABLE_ENTITY for what is no language tag. */
function tagOf(language: string): string {
  const { success, error } = Language.safeParse(language)
  if (!success) throw unprocessable(validationItems(error.issues, ['query', 'language']))
  return Intl.getCanonicalLocales(language)[0]!
}

/** A page in a language: the workspace's own before ours, the very language before another region's. */
export async function get({ workspaceId }: Actor, slug: string, language: string): Promise<Document> {
  const tag = tagOf(language)
  if (!Slug.safeParse(slug).success) throw notFound('Document')
  const [found] = await query<Document>(sql`select ${columns(FIELDS)} from documents
    where slug = ${slug} and coalesce(workspace_id, 0) in (0, ${workspaceId}) and split_part(language, '-', 1) = ${primaryOf(tag)}
    order by workspace_id is null, language <> ${tag}, id limit 1`)
  if (!found) throw notFound('Document')
  return found
}

/** Keeps a page of the workspace's own, that its searches find at once. CONFLICT for a slug in use, and beyond 2,000 pages. */
export async function create({ workspaceId, userId }: Actor, { title, body, language, slug }: DocumentInput): Promise<Document> {
  const read = await wordsOf({ workspaceId }, { title, body })
  return transaction(async (tx) => {
    await lock(tx, workspaceId)
    if ((await tx.document.count({ where: { workspaceId } })) >= DOCUMENTS_PER_WORKSPACE)
      throw conflict(`A workspace can have at most ${DOCUMENTS_PER_WORKSPACE} documents.`)
    const name = slug ?? (await freeSlug(tx, workspaceId, language, title))
    await refuseTaken(tx, workspaceId, name, language)
    const [made] = await tx.$queryRaw<{ id: DocumentId }[]>`
      insert into documents (workspace_id, user_id, slug, language, title, url, body, plain, words)
      values (${workspaceId}, ${userId ?? null}, ${name}, ${language}, ${title}, ${urlOf(language, name)}, ${body}, ${read.plain}, ${toVector(workspaceId, language, read)}) returning id`
    await storage.requireRoom(tx, workspaceId)
    await countWords(tx, workspaceId, language, read.words, 1)
    // The long texts are known, and take their time to be brought back.
    const row = await tx.document.findUniqueOrThrow({ where: { id: made!.id, workspaceId }, omit: { body: true, plain: true } })
    return { ...row, body, plain: read.plain }
  })
}

/** Changes what is given of a page of the workspace's own. An empty change is a 400, and ours are NOT_FOUND. */
export async function update({ workspaceId }: Actor, id: DocumentId, changes: DocumentChanges): Promise<Document> {
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('No fields to update')
  return changing(workspaceId, id, changes, async (tx, before, { old, read }) => {
    const { title, body, slug } = { ...before, ...changes }
    const { language } = before
    if (slug !== before.slug) await refuseTaken(tx, workspaceId, slug, language)
    await tx.$executeRaw`
      update documents set title = ${title}, body = ${body}, slug = ${slug}, url = ${urlOf(language, slug)}, plain = ${read.plain}, words = ${toVector(workspaceId, language, read)}, updated_at = now()
      where id = ${id} and workspace_id = ${workspaceId}`
    await countWords(tx, workspaceId, language, old.words, -1)
    await storage.requireRoom(tx, workspaceId)
    await countWords(tx, workspaceId, language, read.words, 1)
    return own(tx, workspaceId, id)
  })
}

/** Deletes a page of the workspace's own; answers it as it was. Ours are NOT_FOUND. */
export const remove = ({ workspaceId }: Actor, id: DocumentId): Promise<Document> =>
  changing(workspaceId, id, {}, async (tx, before, { old }) => {
    await tx.document.deleteMany({ where: { id, workspaceId } })
    await countWords(tx, workspaceId, before.language, old.words, -1)
    return before
  })

/**
 * Changes a page with its workspace's lock held. What it says, and will say, is read before, since no transaction may wait for a thread; where
 * the page was changed meanwhile, it is read anew.
 */
async function changing<T>(
  workspaceId: WorkspaceId,
  id: DocumentId,
  changes: DocumentChanges,
  work: (tx: Tx, before: Document, words: { old: DocumentWords; read: DocumentWords }) => Promise<T>,
): Promise<T> {
  for (;;) {
    const seen = await own(db, workspaceId, id)
    const old = await wordsOf({ workspaceId }, seen)
    const read = changes.title === undefined && changes.body === undefined ? old : await wordsOf({ workspaceId }, { ...seen, ...changes })
    const done = await transaction(async (tx) => {
      await lock(tx, workspaceId)
      const before = await own(tx, workspaceId, id)
      return before.title === seen.title && before.body === seen.body ? { result: await work(tx, before, { old, read }) } : null
    })
    if (done) return done.result
  }
}

/** Of two changes in a workspace the second sees what the first has done. */
const lock = (tx: Tx, workspaceId: WorkspaceId) => tx.$executeRaw`select pg_advisory_xact_lock(${DOCUMENTS_LOCK}::int, ${workspaceId}::int)`

async function own(tx: Pick<Tx, 'document'>, workspaceId: WorkspaceId, id: DocumentId): Promise<Document> {
  const found = await tx.document.findFirst({ where: { id, workspaceId } })
  if (!found) throw notFound('Document')
  return found
}

/** Slugs of the workspace's own and of ours that are this one, or this one and a number. */
const takenSlugs = async (tx: Tx, workspaceId: WorkspaceId, language: string, slug: string): Promise<Set<string>> => {
  const rows = await tx.$queryRaw<{ slug: string }[]>`
    select slug from documents where (workspace_id is null or workspace_id = ${workspaceId}) and language = ${language}
      and (slug = ${slug} or slug ~ ${`^${slug}-[0-9]+$`})`
  return new Set(rows.map((row) => row.slug))
}

async function refuseTaken(tx: Tx, workspaceId: WorkspaceId, slug: string, language: string) {
  if ((await takenSlugs(tx, workspaceId, language, slug)).has(slug)) throw conflict(`A document "${slug}" already exists in ${language}.`)
}

async function freeSlug(tx: Tx, workspaceId: WorkspaceId, language: string, title: string): Promise<string> {
  const slug =
    fold(title)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '') || 'document'
  const taken = await takenSlugs(tx, workspaceId, language, slug)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}
