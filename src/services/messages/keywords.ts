import table from '../../data/keywords.json' with { type: 'json' }

/** A one-word request: opt out, opt in, or help. */
export type Keyword = 'stop' | 'start' | 'help'
export type KeywordLanguage = keyof typeof table

/** A keyword and its language. A word that several languages share counts for the first one in the table. */
export interface KeywordMatch {
  keyword: Keyword
  language: KeywordLanguage
}

const KEYWORDS: Keyword[] = ['stop', 'start', 'help']
const LANGUAGES = Object.keys(table) as KeywordLanguage[]
/** Longer messages cannot be keywords and are not checked. */
const MAX_LENGTH = 200

/**
 * Finds the keyword that a message consists of, in any language of the table. Only a whole message matches: letter case, accents,
 * spaces, punctuation, quotes and emoji are ignored, any other word prevents a match. The table has all words that US law names
 * (47 CFR 64.1200(a)(10)) except YES, which is an ordinary answer in a conversation.
 */
export const findKeyword = (text: string): KeywordMatch | null => (text.length > MAX_LENGTH ? null : (matchesByWord.get(normalize(text)) ?? null))

/** Finds the default reply to a keyword in its language. */
export const findReply = ({ keyword, language }: KeywordMatch): string => table[language].answers[keyword]

/** Diacritics of Latin, Greek, Cyrillic, Arabic and Hebrew letters, and the Arabic tatweel. */
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/gu
/** Keeps the marks that other scripts cannot be read without. */
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{Nd}]|\p{Variation_Selector}|\p{Me}/gu

const normalize = (text: string) =>
  text.normalize('NFKD').replace(MARKS, '').replace(NEITHER_LETTER_NOR_DIGIT, '').toUpperCase().normalize('NFKD').replace(MARKS, '')

const matchesByWord = new Map<string, KeywordMatch>(
  LANGUAGES.toReversed().flatMap((language) =>
    KEYWORDS.flatMap((keyword) => table[language][keyword].map((word) => [normalize(word), { keyword, language }] as const)),
  ),
)
