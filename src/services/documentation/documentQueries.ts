import stopWords from '../../data/searchStopWords.json' with { type: 'json' }
import synonyms from '../../data/searchSynonyms.json' with { type: 'json' }
import { findCodes, splitWords } from './documentTerms.ts'

/** How words match: with forms and corrections, also as a beginning, as a part of compound words, with forms only, near each other, or exactly as
 * written. */
export type MatchKind = 'word' | 'start' | 'compound' | 'synonym' | 'near' | 'code'

/** Words that match a term of a query: one, or several near each other. */
export interface QueryPart {
  term: number
  words: string[]
  kind: MatchKind
  /** The weight of a hit. */
  weight: number
}

const MAX_TERMS = 24
const SYNONYM_WEIGHT = 0.7
/** Neighboring words of a query that are close to each other in a document count as a term of their own. */
const NEAR_WEIGHT = 0.5
/** Languages with compound words. */
const COMPOUNDING_LANGUAGES = new Set(['de', 'nl', 'sv', 'da', 'nb'])
const MIN_COMPOUND_PART = 4
const COMPOUND_WEIGHT = 0.6
/** A technical name in the text counts more than one of its words in a title. */
const CODE_WEIGHT = 3
/** Synonyms of a phrase are more reliable than those of a word. */
const PHRASE_WEIGHT = 0.9
/** The maximum length of an ending that a word may have in addition to its form in a synonym group. */
const MAX_ENDING_LENGTH = 2

const STOP_WORDS = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(splitWords(words))]))
const SYNONYM_GROUPS = new Map(Object.entries(synonyms).map(([language, groups]) => [language, groups.map((group) => group.map(splitWords))]))

/** Parses a query into terms in their order, without stop words, and with their synonyms. */
export function readQuery(text: string, language: string): QueryPart[] {
  const all = splitWords(text)
  const stopped = STOP_WORDS.get(language) ?? new Set()
  const significant = all.filter((word) => word.length > 1 && !stopped.has(word))
  const words = [...new Set(significant.length > 0 ? significant : all)].slice(0, MAX_TERMS)
  const isTyping = /[\p{L}\p{N}\p{M}]$/u.test(text) && words.at(-1) === all.at(-1)
  const codes = [...new Set(findCodes(text))].slice(0, MAX_TERMS)
  const isTypingCode = isTyping && /[_.\-/:{]/.test(text.split(/\s/).at(-1)!)
  const queryParts: QueryPart[] = words.flatMap((word, term) => [
    {
      term,
      words: [word],
      kind: isCompoundPart(word, language) || (isTyping && term === words.length - 1) ? ('start' as const) : ('word' as const),
      weight: 1,
    },
    ...(isCompoundPart(word, language) ? [{ term, words: [word], kind: 'compound' as const, weight: COMPOUND_WEIGHT }] : []),
    ...(language === 'de' ? germanVariants(word) : []).map((variant) => ({ term, words: [variant], kind: 'word' as const, weight: 0.9 })),
    ...findSynonyms([word], language).map((other) => ({ term, words: other, kind: 'synonym' as const, weight: SYNONYM_WEIGHT })),
  ])
  codes.forEach((code, at) => {
    const term = words.length + at
    queryParts.push({ term, words: [code], kind: isTypingCode && at === codes.length - 1 ? 'start' : 'code', weight: CODE_WEIGHT })
  })
  const pairs = words.slice(1).map((word, at) => ({ term: -1 - at, words: [words[at]!, word], kind: 'near' as const, weight: NEAR_WEIGHT }))
  return [...queryParts, ...pairs, ...findPhrases(all, words, language, words.length + codes.length)]
}

const isCompoundPart = (word: string, language: string) => COMPOUNDING_LANGUAGES.has(language) && word.length >= MIN_COMPOUND_PART

/** Returns variants of a German word: `ae` for an umlaut resolved, and a participle without `ge`. */
const germanVariants = (word: string) => {
  const plain = word.replace(/([aou])e/g, '$1')
  return [...(plain === word ? [] : [plain]), ...(/^ge\p{L}{6,}$/u.test(word) ? [word.slice(2)] : [])]
}

/** Finds phrases with synonyms. The synonyms match each significant word of the phrase, or a term of their own if there is none. */
function findPhrases(all: string[], words: string[], language: string, first: number): QueryPart[] {
  let free = first
  return [2, 3, 4, 5].flatMap((length) =>
    Array.from({ length: Math.max(0, Math.min(all.length, 2 * MAX_TERMS) - length + 1) }, (_, at) => all.slice(at, at + length)).flatMap((phrase) => {
      const others = findSynonyms(phrase, language)
      if (others.length === 0) return []
      const matched = [...new Set(phrase.map((word) => words.indexOf(word)))].filter((term) => term >= 0)
      const terms = matched.length > 0 ? matched : [free++]
      return terms.flatMap((term) => [
        { term, words: [phrase.join('-')], kind: 'code' as const, weight: 1 },
        ...others.map((other) => ({ term, words: other, kind: 'synonym' as const, weight: PHRASE_WEIGHT })),
      ])
    }),
  )
}

/** Returns the other members of the synonym groups that contain these words in any form. */
const findSynonyms = (words: string[], language: string): string[][] =>
  (SYNONYM_GROUPS.get(language) ?? [])
    .filter((group) => group.some((member) => isForm(member, words)))
    .flatMap((group) => group.filter((member) => !isForm(member, words)))

const isForm = (member: string[], words: string[]) => member.length === words.length && member.every((word, at) => isFormOf(word, words[at]!))

const isFormOf = (word: string, other: string) => {
  if (word === other) return true
  if (word.length < 4 || other.length < 4) return other === `${word}s` || word === `${other}s`
  const stem = word.slice(0, -1)
  return other.startsWith(stem) && other.length <= word.length + MAX_ENDING_LENGTH
}
