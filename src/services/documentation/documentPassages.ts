import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { runSliced } from '../../kernel/lib/slices.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { readQuery } from './documentQueries.ts'
import type { SearchResult } from './documentSearch.ts'
import { fold, splitWords } from './documentTerms.ts'
import { readMarkdown, type Section } from './documentText.ts'

/** The passage of a page that answers a query. */
export interface Passage {
  /** The heading of its section, `null` before the first heading. */
  heading: string | null
  text: string
}

/** Longer pages are read up to this character, so that a search reads at most ten times as many. */
const MAX_READ = 60_000
const PASSAGE_LENGTH = 200
/** Characters before the first hit. */
const LEAD_IN = 60
/** A word in the heading of a section says more about it than one in its text. */
const HEADING_WEIGHT = 3

const readBodies = statement(
  'documents.readBodies',
  sql`
    select distinct on (asked.place) asked.place as "place!", left(body, ${MAX_READ}) as "body!"
    from unnest($slugs::text[], $languages::text[]) with ordinality as asked (slug, language, place)
    join documents on documents.slug = asked.slug and documents.language = asked.language and documents.workspace_id is not distinct from
      (select max(workspace_id) from documents as own where own.slug = asked.slug and own.language = asked.language and own.workspace_id = $workspaceId)
    where documents.workspace_id is null or documents.workspace_id = $workspaceId`,
)

/** Returns for each result the passage that has most of the query's words, or `null` if the page is gone. At most ten results. */
export async function findPassages({ workspaceId }: Actor, query: string, results: readonly SearchResult[]): Promise<(Passage | null)[]> {
  if (results.length === 0) return []
  const rows = await readBodies.all({ workspaceId, slugs: results.map(({ slug }) => slug), languages: results.map(({ language }) => language) })
  const bodies = new Map(rows.map(({ place, body }) => [Number(place), body]))
  return runSliced(readPassages(query, results, bodies))
}

function* readPassages(query: string, results: readonly SearchResult[], bodies: ReadonlyMap<number, string>): Generator<void, (Passage | null)[]> {
  const passages: (Passage | null)[] = []
  for (const [index, { language }] of results.entries()) {
    const body = bodies.get(index + 1)
    passages.push(body === undefined ? null : bestPassage(body, wordsOf(query, language)))
    yield
  }
  return passages
}

/** The words of a query and their synonyms, with their weights. */
function wordsOf(query: string, language: string): Map<string, number> {
  const words = new Map<string, number>()
  const parts = readQuery(query, language.split('-')[0]!).filter(({ kind, words: { length } }) => length === 1 && kind !== 'near')
  for (const {
    words: [word],
    weight,
  } of parts)
    words.set(word!, Math.max(words.get(word!) ?? 0, Math.min(weight, 1)))
  return words
}

function bestPassage(body: string, words: ReadonlyMap<string, number>): Passage {
  const sections = readMarkdown(body).sections
  const scored = sections.map((section) => ({ section, score: scoreOf(section, words) }))
  const { section } = scored.reduce((best, next) => (next.score > best.score ? next : best), scored[0] ?? { section: { heading: '', text: '' }, score: 0 })
  return { heading: section.heading || null, text: excerptOf(section.text.replaceAll('\n', ' '), words) }
}

/** How many of the words a section has. Words match by their first letters, because endings differ. */
function scoreOf({ heading, text }: Section, words: ReadonlyMap<string, number>): number {
  const inHeading = splitWords(heading)
  const inText = new Set(splitWords(text))
  return [...words].reduce((sum, [word, weight]) => {
    const isIn = (others: Iterable<string>) => [...others].some((other) => other.startsWith(stemOf(word)))
    return sum + weight * ((isIn(inHeading) ? HEADING_WEIGHT : 0) + (isIn(inText) ? 1 : 0))
  }, 0)
}

const stemOf = (word: string) => (word.length > 5 ? word.slice(0, -2) : word)

/** The text around the first sentence with a word, cut between words, with an ellipsis where text is left out. */
function excerptOf(text: string, words: ReadonlyMap<string, number>): string {
  const found = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].find(([word]) => [...words.keys()].some((asked) => fold(word).startsWith(stemOf(asked))))
  const hit = found?.index ?? 0
  const sentence = text.lastIndexOf('. ', hit) + 2
  const start = hit <= LEAD_IN ? 0 : sentence > 1 && hit - sentence <= 2 * LEAD_IN ? sentence : text.indexOf(' ', hit - LEAD_IN) + 1
  const rest = text.slice(start)
  const cut = rest.length <= PASSAGE_LENGTH ? rest : `${rest.slice(0, PASSAGE_LENGTH).replace(/\s+\S*$/, '')}…`
  return start > 0 && start !== sentence ? `…${cut}` : cut
}
