/** A word as rules compare it: lower case, without accents. */
export interface Token {
  word: string
  /** The mark before it that begins a clause: a comma or dash, or one that begins or ends a quotation. */
  mark: 'comma' | 'quote' | null
}

/** A sentence as it was said, and its words. */
export interface Sentence {
  text: string
  tokens: Token[]
  isQuestion: boolean
}

/** Longer lines are cut: nobody says more at once. */
export const MAX_LINE_LENGTH = 20_000

/** Sounds that mean nothing, and are no word of any language. */
const FILLERS: ReadonlySet<string> = new Set('uh uhm erm hm hmm mm mhm ah eh ehm oh ehh euh heu bah hein aeh ahm ohm hum ehhh yyy eee eeh nou tja'.split(' '))

/** Also the sounds that are words of another language, as "er" is in German. */
export const ALL_FILLERS: ReadonlySet<string> = new Set([...FILLERS, 'er', 'um', 'like', 'hem'])

/** Splits spoken text into sentences at `.`, `!`, `?`, `;` and line ends, in one pass. */
export function splitSentences(text: string, fillers: ReadonlySet<string> = FILLERS): Sentence[] {
  return text
    .slice(0, MAX_LINE_LENGTH)
    .split(/(?<=\?)|[.!;…\n¡¿]/u)
    .map((part) => ({ text: part.replace(/\?$/, '').trim(), tokens: toTokens(part, fillers), isQuestion: part.endsWith('?') }))
    .filter(({ tokens }) => tokens.length > 0)
}

/** Letters that have no accent to remove. */
const PLAIN_LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe' }

/** What follows the apostrophe of a contraction: `don't` is one word, and `l'appel` is two. */
const CONTRACTED: ReadonlySet<string> = new Set(['t', 's', 'm', 'd', 'll', 're', 've'])

const COMMAS: ReadonlySet<string> = new Set([',', '–', '—', '(', ')'])

function toTokens(text: string, fillers: ReadonlySet<string>): Token[] {
  const tokens: Token[] = []
  let mark: Token['mark'] = null
  for (const part of plainLetters(text).match(/[\p{L}\p{N}'’]+|[,:"“”„«»()–—]/gu) ?? []) {
    if (!/[\p{L}\p{N}]/u.test(part)) {
      mark = mark === 'quote' || !COMMAS.has(part) ? 'quote' : 'comma'
      continue
    }
    for (const word of splitAtApostrophes(part)) {
      if (fillers.has(word)) continue
      tokens.push({ word, mark })
      mark = null
    }
  }
  return tokens
}

const plainLetters = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßłøæœ]/g, (letter) => PLAIN_LETTERS[letter]!)

function splitAtApostrophes(part: string): string[] {
  const [first = '', ...others] = part.split(/['’]/)
  const words = [first]
  for (const piece of others) {
    if (CONTRACTED.has(piece)) words[words.length - 1] += piece
    else words.push(piece)
  }
  return words.filter(Boolean)
}
