import stopWords from '../../data/searchStopWords.json' with { type: 'json' }
import synonyms from '../../data/searchSynonyms.json' with { type: 'json' }
import { findCodes, splitWords } from './documentTerms.ts'

/** How words are looked for: with their forms and corrections, also as the beginning of words, with their forms only, or exactly as written. */
export type MatchMode = 'word' | 'start' | 'synonym' | 'code'

/** Words that stand for a term of a query: one, or several near each other. */
export interface QueryPart {
  term: number
  words: string[]
  how: MatchMode
  /** How much a hit counts, of 1. */
  weight: number
}

const MAX_TERMS = 24
const SYNONYM_WEIGHT = 0.7
/** Of a phrase it is surer than of a word what else it may be called. */
const PHRASE_WEIGHT = 0.9
/** Endings that words may have beside those a group of synonyms names. */
const MAX_ENDING_LENGTH = 2

const STOP_WORDS = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(splitWords(words))]))
const SYNONYM_GROUPS = new Map(Object.entries(synonyms).map(([language, groups]) => [language, groups.map((group) => group.map(splitWords))]))

/** The terms of a query in the order they are asked, without the words that are in every question, and what else may stand for them. */
export function readQuery(text: string, language: string): QueryPart[] {
  const all = splitWords(text)
  const stopped = STOP_WORDS.get(language) ?? new Set()
  const significant = all.filter((word) => word.length > 1 && !stopped.has(word))
  const words = [...new Set(significant.length > 0 ? significant : all)].slice(0, MAX_TERMS)
  const isTyping = /[\p{L}\p{N}\p{M}]$/u.test(text) && words.at(-1) === all.at(-1)
  const codes = [...new Set(findCodes(text))].slice(0, MAX_TERMS)
  const isTypingCode = isTyping && /[_.\-/:{]/.test(text.split(/\s/).at(-1)!)
  const asks: QueryPart[] = words.flatMap((word, term) => [
    { term, words: [word], how: isTyping && term === words.length - 1 ? ('start' as const) : ('word' as const), weight: 1 },
    ...(language === 'de' ? germanVariants(word) : []).map((variant) => ({ term, words: [variant], how: 'word' as const, weight: 0.9 })),
    ...findSynonyms([word], language).map((other) => ({ term, words: other, how: 'synonym' as const, weight: SYNONYM_WEIGHT })),
  ])
  codes.forEach((code, at) => {
    const term = words.length + at
    asks.push({ term, words: [code], how: isTypingCode && at === codes.length - 1 ? 'start' : 'code', weight: 1 })
  })
  return [...asks, ...findPhrases(all, words, language, words.length + codes.length)]
}

/** Umlauts as they are written without an umlaut's key, and participles without what marks them. */
const germanVariants = (word: string) => {
  const plain = word.replace(/([aou])e/g, '$1')
  return [...(plain === word ? [] : [plain]), ...(/^ge\p{L}{6,}$/u.test(word) ? [word.slice(2)] : [])]
}

/** Phrases that synonyms know: what they are called otherwise stands for each word of theirs that tells something, or for a term of its own where none does. */
function findPhrases(all: string[], words: string[], language: string, first: number): QueryPart[] {
  let free = first
  return [2, 3, 4, 5].flatMap((length) =>
    Array.from({ length: Math.max(0, Math.min(all.length, 2 * MAX_TERMS) - length + 1) }, (_, at) => all.slice(at, at + length)).flatMap((phrase) => {
      const others = findSynonyms(phrase, language)
      if (others.length === 0) return []
      const matched = [...new Set(phrase.map((word) => words.indexOf(word)))].filter((term) => term >= 0)
      const terms = matched.length > 0 ? matched : [free++]
      return terms.flatMap((term) => [
        { term, words: [phrase.join('-')], how: 'code' as const, weight: 1 },
        ...others.map((other) => ({ term, words: other, how: 'synonym' as const, weight: PHRASE_WEIGHT })),
      ])
    }),
  )
}

/** The other members of the groups that name these words, in whatever form. */
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
