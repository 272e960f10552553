import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyWorkspace, transaction, type Tx } from '../../kernel/db/db.ts'
import { ROOT } from '../../kernel/config/root.ts'
import { inAnyWorkspace } from '../../kernel/db/workspaceContext.ts'
import { runSliced } from '../../kernel/lib/slices.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { DOCUMENT_VECTOR, type DocumentWords, extractWords, INDEX_VERSION, primaryOf, urlOf, vectorParams } from './documentIndex.ts'
import { readMarkdown } from './documentText.ts'

/** Folders of `docs/` with the language of their pages. */
const LANGUAGES: Record<string, string> = { '.': 'en-US', it: 'it-IT', de: 'de-DE', es: 'es-ES', fr: 'fr-FR' }
/** Pages for developers of the product, which users do not see. */
const INTERNAL = new Set(['architecture.md', 'development.md', 'performance.md', 'scaling.md', 'design.md', 'README.md'])

interface Page {
  slug: string
  language: string
  body: string
  checksum: Buffer
}

const keyOf = ({ slug, language }: { slug: string; language: string }) => `${language} ${slug}`

const loading = perServer(() => Promise.resolve())

/** Loads the documentation with `work` while the server answers requests. `loaded` waits for it. */
export const start = (work: () => Promise<void>) =>
  loading.set(inAnyWorkspace(work).catch((err: unknown) => log.error({ err }, 'could not load the documentation')))

/** Waits until this server has loaded the documentation, which takes a moment after the first start of a version. */
export const loaded = (): Promise<void> => loading()

const deletePages = statement('documents.deletePages', sql`delete from documents where workspace_id is null and id = any($ids)`)

/**
 * Loads the product documentation into `documents`, where every workspace finds it: writes new and changed pages, deletes removed ones. Safe
 * to repeat; one statement if nothing has changed. Each language changes as a whole. If the process dies, the next start continues.
 */
export async function load(folder = join(ROOT, 'docs')) {
  const pages = Object.keys(LANGUAGES).flatMap((name) => pagesIn(folder, name))
  if (pages.length === 0) return
  const stored = await anyWorkspace.document.findMany({ where: { workspaceId: null }, select: { id: true, slug: true, language: true, checksum: true } })
  const known = new Map(stored.map((row) => [keyOf(row), row]))
  const wanted = new Set(pages.map(keyOf))
  const changed = pages.filter((page) => !page.checksum.equals(known.get(keyOf(page))?.checksum ?? Buffer.alloc(0)))
  const removed = stored.filter((row) => !wanted.has(keyOf(row)))
  if (changed.length + removed.length === 0) return
  const languages = new Set([...changed, ...removed].map(({ language }) => language))
  const parsedPages = await runSliced(parsePages(pages.filter(({ language }) => languages.has(language))))
  // Few pages for each transaction, because on a slow machine that starts several servers all of them take minutes.
  for (const language of languages) {
    const ids = removed.filter((row) => row.language === language).map(({ id }) => id)
    const ofLanguage = parsedPages.filter(({ page }) => page.language === language)
    await transaction(async (tx) => {
      await deletePages.run({ ids }, tx)
      for (const page of ofLanguage) if (changed.includes(page.page)) await write(tx, page)
      await recountWords(tx, language, ofLanguage)
    })
  }
}

function pagesIn(docs: string, name: string): Page[] {
  const folder = join(docs, name)
  if (!existsSync(folder)) return []
  const language = LANGUAGES[name]!
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && !INTERNAL.has(file))
    .sort()
    .map((file) => {
      const body = readFileSync(join(folder, file), 'utf8')
      return { slug: file.slice(0, -3), language, body, checksum: createHash('sha256').update(`${INDEX_VERSION} ${body}`).digest() }
    })
}

interface ParsedPage extends DocumentWords {
  page: Page
  title: string
}

function* parsePages(pages: readonly Page[]): Generator<void, ParsedPage[]> {
  const parsedPages: ParsedPage[] = []
  for (const page of pages) {
    parsedPages.push(parsePage(page))
    yield
  }
  return parsedPages
}

function parsePage(page: Page): ParsedPage {
  const title = readMarkdown(page.body).title ?? page.slug
  return { page, title, ...extractWords({ ...page, title }) }
}

const writePage = statement(
  'documents.writePage',
  sql`
    insert into documents (workspace_id, slug, language, title, url, body, plain, checksum, words)
    values (null, $slug, $language, $title, $url, $body, $plain, $checksum, ${DOCUMENT_VECTOR})
    on conflict (workspace_id, slug, language) do update set
      title = excluded.title, url = excluded.url, body = excluded.body, plain = excluded.plain, checksum = excluded.checksum,
      words = excluded.words, updated_at = now()`,
)

async function write(tx: Tx, parsedPage: ParsedPage) {
  const { slug, language, body, checksum } = parsedPage.page
  const { title, plain } = parsedPage
  await writePage.run({ slug, language, title, url: urlOf(language, slug), body, plain, checksum, ...vectorParams(0, language, parsedPage) }, tx)
}

const deleteWords = statement('documentWords.deleteOfProduct', sql`delete from document_words where tenant = 0 and language = $language`)
const insertWords = statement(
  'documentWords.insertOfProduct',
  sql`
    insert into document_words (tenant, language, word, documents)
    select 0, $language, word, documents from unnest($words::text[], $counts::int[]) as counted (word, documents)`,
)

async function recountWords(tx: Tx, language: string, pages: ParsedPage[]) {
  const counts = new Map<string, number>()
  for (const { words } of pages) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const primary = primaryOf(language)
  await deleteWords.run({ language: primary }, tx)
  await insertWords.run({ language: primary, words: [...counts.keys()], counts: [...counts.values()] }, tx)
}
