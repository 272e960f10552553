import table from '../../data/keywords.json' with { type: 'json' }

/** What a text asks of us by one word: no more texts, texts again, or who we are. */
export type Keyword = 'stop' | 'start' | 'help'
export type KeywordLanguage = keyof typeof table

/** A keyword, and the language it is written in; of words that several share, the one that stands first in the table. */
export interface Found {
  keyword: Keyword
  language: KeywordLanguage
}

const KEYWORDS: Keyword[] = ['stop', 'start', 'help']
const LANGUAGES = Object.keys(table) as KeywordLanguage[]
/** Nothing longer can be a keyword, however it is decorated; longer texts are not even looked at. */
const MAX_LENGTH = 200

/**
 * The keyword that a text is, in any of the languages of the table. Only a whole text counts: letter case, accents, spaces,
 * punctuation, quotes and emoji around and within make no difference, any further word does. The words that US law names are
 * all there (47 CFR 64.1200(a)(10)); YES is not, since it is an answer in a conversation.
 */
export const keywordIn = (text: string): Found | null => (text.length > MAX_LENGTH ? null : (words.get(bare(text)) ?? null))

/** What a keyword is answered with in that language. */
export const answerTo = ({ keyword, language }: Found): string => table[language].answers[keyword]

/** What signs of stress, vowels and length are to Latin, Greek and Cyrillic, Arabic, and Hebrew letters; and the stroke that stretches Arabic ones. */
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/gu
/** Marks that other scripts cannot be read without stay. */
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{Nd}]|\p{Variation_Selector}|\p{Me}/gu

const bare = (text: string) =>
  text.normalize('NFKD').replace(MARKS, '').replace(NEITHER_LETTER_NOR_DIGIT, '').toUpperCase().normalize('NFKD').replace(MARKS, '')

const words = new Map<string, Found>(
  LANGUAGES.toReversed().flatMap((language) =>
    KEYWORDS.flatMap((keyword) => table[language][keyword].map((word) => [bare(word), { keyword, language }] as const)),
  ),
)
