import { query, sql } from '../../kernel/db/sql.ts'
import { scopeQuery } from './documentIndex.ts'
import type { QueryPart } from './documentQueries.ts'

/** Lexemes that match a term if they are near each other. */
export interface Alternative {
  lexemes: string[]
  weight: number
}

export interface Term {
  alternatives: Alternative[]
  /** How rare the term is among the searched documents. 0 if all of them contain it. */
  rarity: number
}

interface WordMatch {
  ask: number
  part: number
  how: 'same' | 'form' | 'start' | 'typo' | 'piece' | 'within'
  word: string
  documents: number
  distance: number
  lexemes: string[]
}

const WEIGHTS = { same: 1, form: 0.85, start: 0.75, typo: 0.7, piece: 0.7, within: 0.55 }
const EDIT_PENALTY = 0.1
/** Languages with compound words. */
const COMPOUNDING_LANGUAGES = new Set(['de', 'nl', 'sv', 'da', 'nb'])
const PREFIX_OF_KNOWN_WEIGHT = 0.3
/** Even a word in all documents counts a little, because its position matters. */
const MIN_RARITY = 0.7
/** Below 1, so that one rare word does not outweigh all other words of a query. */
const SMOOTHING = 0.7
/** The rarity of a word without matches. It lowers all scores, because no document contains the whole query. */
const UNKNOWN_RARITY = 1
/** The maximum number of documents counted for a word's rarity. */
const MAX_COUNTED = 2_000

/**
 * Finds the indexed words that match the query, in one statement: the words themselves, their forms, completions of the word being typed, and,
 * for unknown words, similar words or the parts they consist of.
 */
export async function resolveTerms(queryParts: readonly QueryPart[], tenants: readonly number[], language: string): Promise<Term[]> {
  const parts = queryParts.flatMap(({ words, how }, ask) => words.map((word, part) => ({ ask, part, word, how })))
  const compounds = COMPOUNDING_LANGUAGES.has(language)
  const scope = scopeQuery(tenants, language)
  const rows = await query<WordMatch & { total: number }>(sql`
    with listed as materialized (
      select asked.* from unnest(${parts.map(({ ask }) => ask)}::int[], ${parts.map(({ part }) => part)}::int[],
        ${parts.map(({ word }) => word)}::text[], ${parts.map(({ how }) => how)}::text[]) as asked (ask, part, word, how)
    ), asked as materialized (
      select listed.*, coalesce((select sum(documents)::int from document_words known
        where known.tenant = any(${tenants}::int[]) and known.language = ${language} and known.word = listed.word), 0) as documents
      from listed
    ), total as materialized (
      select count(*)::int as total from (select from documents where words @@ ${scope}::tsquery limit ${MAX_COUNTED}) as counted
    ), found as (
      select ask, part, 'same' as how, word, case how when 'code' then documents else (
        select count(*)::int from (select from documents where words @@ (${scope}::tsquery && plainto_tsquery(document_configuration(${language}::text), asked.word)) limit ${MAX_COUNTED}) as having_it
      ) end as documents, 0 as distance from asked
      union all
      select ask, part, near.how, near.word, near.documents, near.distance from asked cross join lateral (
        (select 'form' as how, known.word, sum(known.documents)::int as documents, 0 as distance from document_words known
          where asked.how <> 'code' and length(asked.word) >= 4 and known.tenant = any(${tenants}::int[]) and known.language = ${language}
            and known.word ~>=~ left(asked.word, greatest(4, length(asked.word) - 1)) and known.word ~<~ (left(asked.word, greatest(4, length(asked.word) - 1)) || U&'\\+10FFFF')
            and length(known.word) <= length(asked.word) + 2 and known.word <> asked.word
          group by known.word order by 3 desc limit 8)
        union all
        (select 'start', known.word, sum(known.documents)::int, 0 from document_words known
          where asked.how = 'start' and known.tenant = any(${tenants}::int[]) and known.language = ${language}
            and known.word ~>=~ asked.word and known.word ~<~ (asked.word || U&'\\+10FFFF') and known.word <> asked.word
          group by known.word order by 3 desc limit 30)
        union all
        (select 'within', known.word, sum(known.documents)::int, 0 from document_words known
          where ${compounds}::boolean and asked.how <> 'code' and length(asked.word) >= 5 and known.word like ('%' || asked.word || '%')
            and known.tenant = any(${tenants}::int[]) and known.language = ${language} and known.word <> asked.word
          group by known.word order by 3 desc limit 12)
        union all
        (select 'piece', known.word, sum(known.documents)::int, 0 from document_words known
          where ${compounds}::boolean and asked.documents = 0 and asked.how in ('word', 'start') and length(asked.word) >= 8
            and known.tenant = any(${tenants}::int[]) and known.language = ${language} and known.word = any(array(
              select substr(asked.word, at, size) from generate_series(1, length(asked.word)) at, generate_series(4, length(asked.word) - 1) size
              where at + size <= length(asked.word) + 1 and (at = 1 or at + size = length(asked.word) + 1)))
          group by known.word order by length(known.word) desc limit 4)
        union all
        (select 'typo', known.word, sum(known.documents)::int, levenshtein_less_equal(known.word, asked.word, 3) from document_words known
          where asked.documents = 0 and asked.how in ('word', 'start') and length(asked.word) between 4 and 40
            and known.tenant = any(${tenants}::int[]) and known.language = ${language}
            and (known.word % asked.word or (known.word ~>=~ left(asked.word, 1) and known.word ~<~ (left(asked.word, 1) || U&'\\+10FFFF')))
            and abs(length(known.word) - length(asked.word)) <= 2 and levenshtein_less_equal(known.word, asked.word, 3) <= 3
          group by known.word order by 4, similarity(known.word, asked.word) desc, 3 desc limit 6)
      ) as near
    )
    select found.*, total, case when word ~ '[^[:alnum:]]' then array[word] else tsvector_to_array(to_tsvector(document_configuration(${language}::text), word)) end as lexemes
    from found, total`)
  const total = rows[0]?.total ?? 0
  const count = Math.max(-1, ...queryParts.map(({ term }) => term)) + 1
  return Array.from({ length: count }, (_, term) => {
    const partsOfTerm = queryParts.map((ask, at) => ({ ask, rows: rows.filter((row) => row.ask === at) })).filter(({ ask }) => ask.term === term)
    const resolved = resolveTerm(partsOfTerm, total)
    return resolved.alternatives.length === 0 && partsOfTerm[0]?.ask.how === 'code' ? [] : [resolved]
  }).flat()
}

function resolveTerm(candidates: { ask: QueryPart; rows: WordMatch[] }[], total: number): Term {
  const best = new Map<string, Alternative>()
  let [documents, most] = [0, 0]
  for (const { ask, rows } of candidates) {
    const parts = ask.words.map((_, part) => selectMatches(rows.filter((row) => row.part === part)))
    if (ask.words.length > 1) {
      const lexemes = parts.flatMap((part) => part.find(({ how }) => how === 'same')?.lexemes ?? [])
      if (lexemes.length > 1) keepBest(best, { lexemes, weight: ask.weight })
      continue
    }
    for (const match of parts[0]!) {
      if (match.lexemes.length === 0 || match.documents === 0) continue
      const weight = ask.weight * weightOf(match, parts[0]!)
      keepBest(best, { lexemes: match.lexemes.slice(0, 1), weight })
      if (weight > most) [documents, most] = [match.documents, weight]
    }
  }
  if (best.size === 0) return { alternatives: [], rarity: UNKNOWN_RARITY }
  const rarity = MIN_RARITY + Math.log(1 + (Math.max(total, documents) - documents + 0.5) / (documents + 0.5))
  return { alternatives: [...best.values()], rarity: rarity ** SMOOTHING }
}

/** Returns the weight of a match. Completions of a word that exists itself count little. */
const weightOf = ({ how, distance }: WordMatch, rows: WordMatch[]) =>
  how === 'start' && rows.some((row) => row.how === 'same' && row.documents > 0) ? PREFIX_OF_KNOWN_WEIGHT : WEIGHTS[how] - EDIT_PENALTY * distance

/** Drops corrections if there are better matches, and otherwise keeps the nearest ones. */
function selectMatches(rows: WordMatch[]): WordMatch[] {
  const known = new Set(
    rows.filter(({ how, documents }) => how !== 'typo' && how !== 'same' && how !== 'piece' && documents > 0).flatMap(({ lexemes }) => lexemes),
  )
  const same = rows.find(({ how }) => how === 'same')
  const isKnown = same !== undefined && (same.documents > 0 || same.lexemes.some((lexeme) => known.has(lexeme)) || rows.some(({ how }) => how === 'start'))
  const typos = rows.filter((row) => row.how === 'typo' && isNear(row, same?.word ?? ''))
  const nearest = Math.min(...typos.map(({ distance }) => distance))
  return [
    ...rows.filter(({ how }) => how !== 'typo' && !(isKnown && how === 'piece')),
    ...(isKnown ? [] : typos.filter(({ distance }) => distance === nearest)),
  ]
}

/** Whether a correction is close enough: one edit or a swap of two letters in a short word, two in a longer one, three in a very long one. */
function isNear({ word, distance }: WordMatch, queryWord: string): boolean {
  const isExchange = distance === 2 && word.length === queryWord.length && lettersOf(word) === lettersOf(queryWord)
  return isExchange || distance <= (queryWord.length >= 11 ? 3 : queryWord.length >= 7 ? 2 : 1)
}

const lettersOf = (word: string) => Array.from(word).sort().join('')

function keepBest(best: Map<string, Alternative>, alternative: Alternative) {
  const key = alternative.lexemes.join(' ')
  if ((best.get(key)?.weight ?? 0) < alternative.weight) best.set(key, alternative)
}
