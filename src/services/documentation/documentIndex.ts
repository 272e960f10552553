import type { Tx } from '../../kernel/db/db.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { findCodes, splitWords } from './documentTerms.ts'
import { readMarkdown } from './documentText.ts'

/** Increase when parsing or indexing changes, so that the product documentation is loaded again. */
export const INDEX_VERSION = 1

/** Of a text with more headings the last ones count as text: positions in a document are few. */
const MAX_SECTIONS = 250

/** What a document says, as far as it is found by it: text alone, so that a thread can tell it. */
export interface DocumentWords {
  plain: string
  segments: { weight: 'A' | 'B' | 'D'; text: string; codes: string[]; section: boolean }[]
  /** Each word once, for `document_words`. */
  words: string[]
}

export interface Page {
  title: string
  body: string
}

/** What a thread can be asked about a document: its words. */
export interface DocumentQuestion {
  task: 'document'
  page: Page
}

/** The language of a tag, by which documents are searched: `it` of `it-CH`. */
export const primaryOf = (tag: string) => new Intl.Locale(tag).language

/** The word that is in every document of a tenant (0: ours) in a language, and in no other. */
export const scopeWord = (tenant: number, tag: string) => `§${tenant} ${primaryOf(tag)}`

/** Where a document is shown. */
export const urlOf = (language: string, slug: string) => `/docs/${language}/${slug}`

/** What a document is found by, ours and a workspace's alike. */
export function extractWords({ title, body }: Page): DocumentWords {
  const read = readMarkdown(body)
  const all = read.title === null || read.title === title ? read.sections : [{ heading: read.title, text: '' }, ...read.sections]
  const rest = all.slice(MAX_SECTIONS).map(({ heading, text }) => ({ heading: '', text: `${heading}\n${text}` }))
  const segments = [
    toSegment('A', title),
    ...[...all.slice(0, MAX_SECTIONS), ...rest].flatMap(({ heading, text }, at) => [
      { ...toSegment('B', heading), section: at < MAX_SECTIONS },
      toSegment('D', text),
    ]),
  ]
  const plain = read.title === null || read.title === title ? read.plain : `${read.title} ${read.plain}`.trim()
  return {
    plain,
    segments,
    words: [...new Set(segments.flatMap(({ text, codes }) => [...text.split(' '), ...codes]))].filter((word) => word.length > 1),
  }
}

/** For `documents.words`. */
export const toVector = (tenant: number, language: string, { segments }: DocumentWords): Sql =>
  sql`document_vector(${scopeWord(tenant, language)}, ${primaryOf(language)}, ${JSON.stringify(segments)}::jsonb)`

const toSegment = (weight: 'A' | 'B' | 'D', text: string) => ({ weight, text: splitWords(text).join(' '), codes: findCodes(text), section: false })

/** Counts the words of a document in, or with -1 out. In the order of words, so that two at once do not wait for each other. */
export async function countWords(tx: Pick<Tx, '$executeRaw'>, tenant: number, language: string, words: readonly string[], by: 1 | -1) {
  if (words.length === 0) return
  const primary = primaryOf(language)
  const listed = words.toSorted()
  if (by === 1)
    await tx.$executeRaw`
      insert into document_words (tenant, language, word, documents)
      select ${tenant}::int, ${primary}, word, 1 from unnest(${listed}::text[]) as listed (word)
      on conflict (tenant, language, word) do update set documents = document_words.documents + 1`
  else {
    await tx.$executeRaw`
      update document_words set documents = documents - 1 where tenant = ${tenant} and language = ${primary} and word = any(${listed}::text[])`
    await tx.$executeRaw`delete from document_words where tenant = ${tenant} and language = ${primary} and word = any(${listed}::text[]) and documents <= 0`
  }
}

/** The query that finds the documents of these tenants in a language, whatever they say. */
export const scopeQuery = (tenants: readonly number[], tag: string) => tenants.map((tenant) => `'${scopeWord(tenant, tag)}'`).join(' | ')
