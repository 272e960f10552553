import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { findCodes, splitWords } from './documentTerms.ts'
import { readMarkdown } from './documentText.ts'

/** Increase when parsing or indexing changes, so that the product documentation is loaded again. */
export const INDEX_VERSION = 2

/** The tenant of the product documentation. Workspaces are tenants by their ID. */
export const PRODUCT = 0

/** The searchable content of a document. Plain data, so that a thread can return it. */
export interface DocumentWords {
  plain: string
  segments: { weight: 'A' | 'B' | 'D'; text: string; codes: string[] }[]
  /** The distinct words, for `document_words`. */
  words: string[]
}

export interface Page {
  title: string
  body: string
}

/** The request to a worker thread to extract a document's words. */
export interface DocumentQuestion {
  task: 'document'
  page: Page
}

/** Returns the language of a tag, by which documents are searched: `it` for `it-CH`. */
export const primaryOf = (tag: string) => new Intl.Locale(tag).language

/** Returns the index word of all documents of a tenant in a language. */
export const scopeWord = (tenant: number, tag: string) => `§${tenant} ${primaryOf(tag)}`

/** Returns the path of a document's page. */
export const urlOf = (language: string, slug: string) => `/docs/${language}/${slug}`

/** Extracts the searchable content of a document. */
export function extractWords({ title, body }: Page): DocumentWords {
  const document = readMarkdown(body)
  const all = document.title === null || document.title === title ? document.sections : [{ heading: document.title, text: '' }, ...document.sections]
  const segments = [toSegment('A', title), ...all.flatMap(({ heading, text }) => [toSegment('B', heading), toSegment('D', text)])]
  const plain = document.title === null || document.title === title ? document.plain : `${document.title} ${document.plain}`.trim()
  return {
    plain,
    segments,
    words: [...new Set(segments.flatMap(({ text, codes }) => [...text.split(' '), ...codes]))].filter((word) => word.length > 1),
  }
}

/** The value of `documents.words`. `vectorParams` has its parameters. */
export const DOCUMENT_VECTOR = sql`document_vector($scope, $primaryLanguage, $segments)`
export const vectorParams = (tenant: number, language: string, { segments }: DocumentWords) => ({
  scope: scopeWord(tenant, language),
  primaryLanguage: primaryOf(language),
  segments: JSON.stringify(segments),
})

const toSegment = (weight: 'A' | 'B' | 'D', text: string) => ({ weight, text: splitWords(text).join(' '), codes: findCodes(text) })

const addWords = statement(
  'documentWords.add',
  sql`
    insert into document_words (tenant, language, word, documents)
    select $tenant::int, $language, word, 1 from unnest($words::text[]) as listed (word)
    on conflict (tenant, language, word) do update set documents = document_words.documents + 1`,
)

const IS_LISTED = sql`tenant = $tenant and language = $language and word = any($words)`
const removeWords = statement('documentWords.remove', sql`update document_words set documents = documents - 1 where ${IS_LISTED}`)
const deleteUnused = statement('documentWords.deleteUnused', sql`delete from document_words where ${IS_LISTED} and documents <= 0`)

/** Adds a document's words to the counts, or removes them with -1. Updates in the order of words, so that transactions do not deadlock. */
export async function countWords(tx: Tx, tenant: number, language: string, words: readonly string[], by: 1 | -1) {
  if (words.length === 0) return
  const params = { tenant, language: primaryOf(language), words: words.toSorted() }
  if (by === 1) return void (await addWords.run(params, tx))
  await removeWords.run(params, tx)
  await deleteUnused.run(params, tx)
}
