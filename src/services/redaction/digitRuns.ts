import { AMBIGUOUS_DIGIT_WORDS, FILLER_WORDS, MAX_NUMBER_WORDS, REPEAT_WORDS, SPOKEN_NUMBERS } from './spokenDigits.ts'

/** A line of a conversation, or any text. */
export interface TextLine {
  role: string
  text: string
}

/** Digits in a line, written or spoken. */
export interface DigitToken {
  line: number
  start: number
  end: number
  /** Empty if they are already held back. */
  digits: string
  /** Whether the word may not be a digit. */
  isDoubtful: boolean
  isSpoken: boolean
}

/** Consecutive digits of one speaker, with only filler words between them, over one or more lines. */
export interface DigitRun {
  parts: DigitToken[]
  /** Whether they follow a plus sign. */
  isInternational: boolean
  /** Whether the run may continue, because nothing was said after it. */
  isOpen: boolean
}

/** The placeholder for digits that may become a number to mask. */
export const HELD_BACK = '[…]'
const TOKEN = /\[[^\]\n]{1,30}\]|\d+|\p{L}[\p{L}'’]*|[^\p{L}\d[]+|\[/gu
const GAP = /^[\s\-–—‑.,;/\\…·•()'"!?_]{1,12}\+?$/
/** Lines up to this length without digits count as fillers, such as "yes, go on". */
const MAX_IDLE_WORDS = 4

/** Longer runs are split, to bound the work. */
const MAX_PARTS = 300

type Token = DigitToken | { plus: boolean } | 'filler' | 'break'

/** Finds all runs of digits, one speaker after the other. */
export function findDigitRuns(lines: readonly TextLine[]): DigitRun[] {
  const roles = [...new Set(lines.map(({ role }) => role))]
  return roles.flatMap((role) => runsOf(lines.flatMap((line, index) => (line.role === role ? [...tokensOf(line.text, index), 'filler' as const] : []))))
}

function runsOf(tokens: readonly Token[]): DigitRun[] {
  const runs: DigitRun[] = []
  let [current, plus]: [DigitRun | null, boolean] = [null, false]
  for (const token of tokens) {
    if (token === 'filler') continue
    if (token === 'break' || 'plus' in token) {
      // A plus sign starts another number.
      if (current) runs.push({ ...current, isOpen: false })
      current = null
      plus = token !== 'break' && token.plus
      continue
    }
    current ??= { parts: [], isInternational: plus, isOpen: true }
    current.parts.push(token)
    plus = false
    if (current.parts.length < MAX_PARTS) continue
    runs.push(current)
    current = null
  }
  return current ? [...runs, current] : runs
}

const normalizeWord = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')

function tokensOf(text: string, line: number): Token[] {
  const raw = [...text.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    said: text,
    start: index,
    end: index + text.length,
    word: /^\p{L}/u.test(text) ? normalizeWord(text) : null,
  }))
  const tokens: Token[] = []
  let [repeats, repeatStart, hasDigits] = [0, 0, false]
  for (let at = 0; at < raw.length;) {
    const { said, end, word } = raw[at]!
    const start = repeats > 0 ? repeatStart : raw[at]!.start
    const number = word === null ? null : numberAt(raw, at)
    const isGlued = /^\d/.test(said) && (raw[at - 1]?.word != null || raw[at + 1]?.word != null)
    if (said === HELD_BACK) tokens.push({ line, start, end, digits: '', isDoubtful: false, isSpoken: false })
    else if (number)
      tokens.push({
        line,
        start,
        end: raw[at + number.count - 1]!.end,
        digits: number.digits.repeat(repeats || 1),
        isDoubtful: AMBIGUOUS_DIGIT_WORDS.has(word!),
        isSpoken: true,
      })
    else if (/^\d/.test(said) && !isGlued)
      tokens.push({ line, start, end, digits: said.length === 1 ? said.repeat(repeats || 1) : said, isDoubtful: false, isSpoken: false })
    else if (word !== null && REPEAT_WORDS.has(word)) [repeats, repeatStart] = [REPEAT_WORDS.get(word)!, raw[at]!.start]
    else if (word !== null) tokens.push(FILLER_WORDS.has(word) ? 'filler' : 'break')
    else if (!GAP.test(said)) tokens.push(said.trim() === '+' || /^[\s(]*\+$/.test(said) ? { plus: true } : 'break')
    else if (said.endsWith('+')) tokens.push({ plus: true })
    if (number || /^\d/.test(said)) [repeats, hasDigits] = [0, true]
    else if (word !== null && !REPEAT_WORDS.has(word)) repeats = 0
    at += number?.count ?? 1
  }
  const words = raw.filter(({ word }) => word !== null).length
  return !hasDigits && words <= MAX_IDLE_WORDS && !tokens.some((token) => typeof token === 'object') ? ['filler'] : tokens
}

/** Returns the longest spoken number that starts at the index, or null. */
function numberAt(raw: readonly { said: string; word: string | null }[], at: number): { digits: string; count: number } | null {
  const phrase: string[] = []
  let longest: { digits: string; count: number } | null = null
  for (let index = at; index < raw.length && phrase.length < MAX_NUMBER_WORDS; index++) {
    const { said, word } = raw[index]!
    if (word === null && /^(?:[ ]|-|‑)$/.test(said)) continue
    if (word === null) break
    phrase.push(word)
    const digits = SPOKEN_NUMBERS.get(phrase.join(' '))
    if (digits !== undefined) longest = { digits, count: index - at + 1 }
  }
  return longest
}
