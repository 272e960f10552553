import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import { RateLimitError } from '../../kernel/http/limits.ts'
import { DocumentSearchInput } from '../../inputs/documents.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { validationItems } from '../../kernel/http/validation.ts'
import { primaryOf, PRODUCT } from './documentIndex.ts'
import * as documentLoading from './documentLoading.ts'
import { findMatches } from './documentMatches.ts'
import { readQuery } from './documentQueries.ts'
import { rateLimits } from '../rateLimits/rateLimits.ts'

/** A documentation search result (spec: Documentation search result). */
export interface SearchResult {
  title: string
  slug: string
  url: string
  /** The first 200 characters of its text. */
  snippet: string
  language: string
  /** 0.0 to 1.0, higher is better; comparable within a language. */
  score: number
}

/** Limits of a session: twice as many as a fast typist sends with a search per keystroke. */
const SEARCH_LIMITS = { rpm: 600, rpd: Infinity }
const MAX_RESULTS = 10
/** With fewer matches in the requested language, results of other languages are added after at least `RESERVED_RESULTS` of its own. */
const MIN_OWN_MATCHES = 3
const RESERVED_RESULTS = 5
/** The minimum score of a match. A page below it contains a word of the query but hardly answers it. */
const MATCH_SCORE = 0.3
const SNIPPET_LENGTH = 200
/** The minimum score of a result, absolute and as a share of the best result's score. */
const MIN_SCORE = 0.1
const MIN_SHARE = 0.4

/**
 * Searches the product documentation and that of the workspace (spec: Documentation search rules). Results with exactly the language tag of
 * `locale` come first, then others of its language, each by score; other languages only if these are few. Throws UNPROCESSABLE_ENTITY with
 * items for an invalid query or locale, and RATE_LIMITED.
 */
export async function search(actor: Actor, input: unknown): Promise<{ results: SearchResult[]; query: string; locale: string }> {
  const { success, data, error } = DocumentSearchInput.safeParse(input, { reportInput: true })
  if (!success) throw invalidFields(validationItems(error.issues, ['query']))
  await countSearch(actor)
  await documentLoading.loaded()
  const language = primaryOf(data.locale)
  const own = await searchLanguage(actor, data.q, language, byTag(data.locale))
  const hasEnough = own.filter(({ score }) => score >= MATCH_SCORE).length >= MIN_OWN_MATCHES
  const others = hasEnough ? [] : await searchOtherLanguages(actor, data.q, language)
  const results = [...own.slice(0, Math.max(RESERVED_RESULTS, MAX_RESULTS - others.length)), ...others]
  return { results: results.slice(0, MAX_RESULTS), query: data.q, locale: data.locale }
}

async function countSearch({ sessionId, userId, workspaceId }: Actor) {
  const { allowed, minute } = await rateLimits().takeOf(`searches of ${sessionId ?? `${workspaceId} ${userId}`}`, SEARCH_LIMITS)
  if (!allowed) throw new RateLimitError('too_many_searches', minute.resetSeconds)
}

async function searchOtherLanguages(actor: Actor, text: string, language: string): Promise<SearchResult[]> {
  const results = await Promise.all((await otherLanguages(actor, language)).map((other) => searchLanguage(actor, text, other)))
  return results.flat().sort(byScore)
}

const byScore = (a: SearchResult, b: SearchResult) =>
  b.score - a.score || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0) || (a.language < b.language ? -1 : 1)

/** Sorts pages with exactly this language tag first (spec: language match with the requested locale first, then relevance score). */
const byTag = (locale: string) => {
  const isExact = ({ language }: SearchResult) => Number(language.toLowerCase() === locale.toLowerCase())
  return (one: SearchResult, other: SearchResult) => isExact(other) - isExact(one) || byScore(one, other)
}

async function searchLanguage(actor: Actor, text: string, language: string, order = byScore): Promise<SearchResult[]> {
  const queryParts = readQuery(text, language)
  if (queryParts.length === 0) return []
  const rows = await findMatches(queryParts, actor.workspaceId, language, 2 * SNIPPET_LENGTH)
  const scored = rows.map(({ beginning, score, ...row }) => ({ ...row, snippet: snippetOf(beginning), score: toScore(score) }))
  const minScore = Math.max(MIN_SCORE, MIN_SHARE * Math.max(0, ...scored.map(({ score }) => score)))
  return scored
    .filter(({ score }) => score >= minScore)
    .sort(order)
    .slice(0, MAX_RESULTS)
}

const listLanguages = statement(
  'documentWords.listOtherLanguages',
  sql`select distinct language from document_words where tenant in (${PRODUCT}, $workspaceId) and language <> $language order by language limit 20`,
)

/** Lists the other languages of the workspace's documents and the product documentation. */
async function otherLanguages({ workspaceId }: Actor, language: string): Promise<string[]> {
  const rows = await listLanguages.all({ workspaceId, language })
  return rows.map((row) => row.language)
}

/** Returns the beginning of a text without splitting a character. */
const snippetOf = (text: string) => Array.from(text).slice(0, SNIPPET_LENGTH).join('')

const toScore = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000
