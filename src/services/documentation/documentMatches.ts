import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { PRODUCT, scopeWord } from './documentIndex.ts'
import type { QueryPart } from './documentQueries.ts'

/** The maximum number of documents with a word of the query that are read, counted for its rarity, and ranked. */
const MAX_MATCHES = 3_000
const MAX_COUNTED = 2_000
const MAX_RANKED = 60
/** A typo counts less with each edit. */
const TYPO_WEIGHT = 0.7
const EDIT_PENALTY = 0.1

const CONFIGURATION = sql`document_configuration($language)`
const LISTED = sql`listed.tenant in (${PRODUCT}, $workspaceId) and listed.language = $language`
const IS_UNKNOWN = sql`not exists (select from document_words as listed where ${LISTED} and listed.word = asked.word)`
const letters = (word: SqlText) => sql`array(select unnest(string_to_array(${word}, null)) order by 1)`
const ARE_SWAPPED = sql`edits = 2 and ${letters(sql`listed.word`)} = ${letters(sql`asked.word`)}`

/** Known words that resemble an unknown word. */
const SIMILAR_WORDS = sql`
  select listed.word, edits
  from document_words as listed cross join lateral (select levenshtein_less_equal(listed.word, asked.word, 3) as edits) as compared
  where ${LISTED} and (listed.word % asked.word or listed.word ~>=~ left(asked.word, 1) and listed.word ~<~ (left(asked.word, 1) || U&'\+10FFFF'))
    and (edits <= least(3, (length(asked.word) + 1) / 4) or ${ARE_SWAPPED})
  order by edits, similarity(listed.word, asked.word) desc, listed.word limit 4`

/** Compound words that end with a word, with at most one letter after it. Those that begin with it are matched as a beginning. */
const COMPOUNDS = sql`
  select listed.word from document_words as listed cross join lateral (select strpos(listed.word, asked.word) as place) as found
  where ${LISTED} and length(asked.word) >= 5 and listed.word like '%' || asked.word || '%'
    and place > 3 and length(listed.word) - length(asked.word) - place < 1
  order by documents desc, listed.word limit 12`

/** Known words with which an unknown compound word begins or ends. */
const COMPOUND_PARTS = sql`
  select listed.word from document_words as listed
  where ${LISTED} and length(asked.word) >= 8 and ${IS_UNKNOWN} and listed.word = any(array(
    select unnest(array[left(asked.word, size), right(asked.word, size)]) from generate_series(4, length(asked.word) - 3) as size))
  order by length(listed.word) desc, listed.word limit 4`

/** Documents with a word of any term. */
const ANY_TERM = sql`(select string_agg(format('(%s)', query), '|')::tsquery from alternatives)`
/** The best hit of an alternative in a document, and all its hits, by weights of text, nothing, headings and titles. */
const BEST_HIT = sql`ts_rank('{0.1, 0, 0.3, 1}', words, query)`
const HITS = sql`ts_rank_cd('{0.03, 0, 0.5, 1}', words, query)`
/** How well a document matches a term, from 0 to 1: half by the best hit, half by all hits. Hits of 0.6, such as one heading and three in text, have half of the second half. */
const RANK = sql`(max(weight * ${BEST_HIT}) + sum(weight * ${HITS}) / (sum(weight * ${HITS}) + 0.6)) / 2`

/**
 * `alternatives` are the ways to match a term: as written, by its stem, as a beginning, as a part of compound words, and by similar words if
 * no document contains it. All their hits count. Several words match only if they are more than one without stop words. A document's
 * score is the average over the terms, weighted by their rarity. Terms that no document contains lower it, except optional ones.
 */
const findDocuments = statement(
  'documents.search',
  sql`
    with searched as not materialized (
      select * from documents where words @@ $scope::text::tsquery and (workspace_id is null or workspace_id = $workspaceId)
    ), asked as materialized (
      select * from unnest($terms::int[], $kinds::text[], $words::text[], $weights::float8[]) as asked (term, kind, word, weight)
    ), ways as (
      select term, word, weight, case kind
        when 'code' then quote_literal(word)::tsquery
        when 'start' then (quote_literal(word) || ':*')::tsquery || plainto_tsquery(${CONFIGURATION}, word)
        else plainto_tsquery(${CONFIGURATION}, word) end as query
      from asked where kind <> 'compound'
      union all
      select term, similar_words.word, weight * (${TYPO_WEIGHT} - ${EDIT_PENALTY} * edits), plainto_tsquery(${CONFIGURATION}, similar_words.word)
      from asked cross join lateral (${SIMILAR_WORDS}) as similar_words
      where kind in ('word', 'start') and length(asked.word) between 4 and 40 and ${IS_UNKNOWN}
      union all
      select term, compounds.word, weight, plainto_tsquery(${CONFIGURATION}, compounds.word)
      from asked cross join lateral ((${COMPOUNDS}) union all (${COMPOUND_PARTS})) as compounds where kind = 'compound'
    ), alternatives as materialized (
      select term, query, max(weight) as weight from ways where numnode(query) > (word like '% %')::int group by term, query
    ), terms as materialized (
      select term, bool_and(kind in ('code', 'near')) as is_optional,
        (select string_agg(format('(%s)', query), '|')::tsquery from alternatives where alternatives.term = asked.term) as query
      from asked group by term
    ), counts as materialized (
      select term, is_optional, (select count(*) from (select from searched where words @@ query limit ${MAX_COUNTED}) as counted) as documents,
        (select count(*) from (select from searched limit ${MAX_COUNTED}) as counted) as total
      from terms
    ), rarities as materialized (
      select term, sqrt(0.7 + ln(1 + (greatest(total, documents) - documents + 0.5) / (documents + 0.5))) as rarity
      from counts where documents > 0 or not is_optional
    ), matches as materialized (
      select id, ts_rank(words, ${ANY_TERM}) as rank from searched where words @@ ${ANY_TERM} limit ${MAX_MATCHES}
    ), best as materialized (
      select id, title, slug, url, searched.language, plain, searched.words || ''::tsvector as words
      from (select id from matches order by rank desc, id limit ${MAX_RANKED}) as nearest join searched using (id)
    ), ranked as (
      select id, term, ${RANK} as rank from best join alternatives on words @@ query group by id, term
    ), scored as (
      select id, sqrt(sum(rank * rarity) / (select sum(rarity) from rarities)) as score from ranked join rarities using (term) group by id
    )
    select title, slug, url, language, left(plain, $snippetLength) as beginning, score as "score!" from best join scored using (id)`,
)

/** Finds the documents of the product and the workspace in a language that match a query, with scores from 0 to 1, in any order. */
export const findMatches = (parts: readonly QueryPart[], workspaceId: WorkspaceId, language: string, snippetLength: number) =>
  findDocuments.all({
    terms: parts.map(({ term }) => term),
    kinds: parts.map(({ kind }) => kind),
    words: parts.map(({ words }) => words.join(' ')),
    weights: parts.map(({ weight }) => weight),
    workspaceId,
    language,
    scope: [PRODUCT, workspaceId].map((tenant) => `'${scopeWord(tenant, language)}'`).join(' | '),
    snippetLength,
  })
