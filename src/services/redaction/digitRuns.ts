import { AMBIGUOUS_DIGIT_WORDS, FILLER_WORDS, MAX_NUMBER_WORDS, REPEAT_WORDS, SPOKEN_NUMBERS } from './spokenDigits.ts'

/** A line of a conversation, or any text. */
export interface TextLine {
  role: string
  text: string
}

/** Digits as they stand in a line, or were said there. */
export interface DigitToken {
  line: number
  start: number
  end: number
  /** Empty where they are held back already. */
  digits: string
  /** They may be a word that is no digit. */
  isDoubtful: boolean
  isSpoken: boolean
}

/** Digits of one speaker with nothing of meaning between them, over as many lines as they take. */
export interface DigitRun {
  parts: DigitToken[]
  /** Written behind a plus. */
  isInternational: boolean
  /** Nothing was said after it: it may go on. */
  isOpen: boolean
}

/** What stands for digits that may become a number to be masked. */
export const HELD_BACK = '[…]'
const TOKEN = /\[[^\]\n]{1,30}\]|\d+|\p{L}[\p{L}'’]*|[^\p{L}\d[]+|\[/gu
const GAP = /^[\s\-–—‑.,;/\\…·•()'"!?_]{1,12}\+?$/
/** A line of somebody who only keeps the talk going. */
const MAX_IDLE_WORDS = 4

/** Of digits without end each stretch is looked at by itself. */
const MAX_PARTS = 300

type Token = DigitToken | { plus: boolean } | 'filler' | 'break'

/** All runs of digits, speaker by speaker. */
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
      // A plus begins another number.
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

const plain = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')

function tokensOf(text: string, line: number): Token[] {
  const raw = [...text.matchAll(TOKEN)].map(({ 0: said, index }) => ({
    said,
    start: index,
    end: index + said.length,
    word: /^\p{L}/u.test(said) ? plain(said) : null,
  }))
  const tokens: Token[] = []
  let [times, since, hasDigits] = [0, 0, false]
  for (let at = 0; at < raw.length;) {
    const { said, end, word } = raw[at]!
    const start = times > 0 ? since : raw[at]!.start
    const number = word === null ? null : numberAt(raw, at)
    const isGlued = /^\d/.test(said) && (raw[at - 1]?.word != null || raw[at + 1]?.word != null)
    if (said === HELD_BACK) tokens.push({ line, start, end, digits: '', isDoubtful: false, isSpoken: false })
    else if (number)
      tokens.push({
        line,
        start,
        end: raw[at + number.count - 1]!.end,
        digits: number.digits.repeat(times || 1),
        isDoubtful: AMBIGUOUS_DIGIT_WORDS.has(word!),
        isSpoken: true,
      })
    else if (/^\d/.test(said) && !isGlued)
      tokens.push({ line, start, end, digits: said.length === 1 ? said.repeat(times || 1) : said, isDoubtful: false, isSpoken: false })
    else if (word !== null && REPEAT_WORDS.has(word)) [times, since] = [REPEAT_WORDS.get(word)!, raw[at]!.start]
    else if (word !== null) tokens.push(FILLER_WORDS.has(word) ? 'filler' : 'break')
    else if (!GAP.test(said)) tokens.push(said.trim() === '+' || /^[\s(]*\+$/.test(said) ? { plus: true } : 'break')
    else if (said.endsWith('+')) tokens.push({ plus: true })
    if (number || /^\d/.test(said)) [times, hasDigits] = [0, true]
    else if (word !== null && !REPEAT_WORDS.has(word)) times = 0
    at += number?.count ?? 1
  }
  const words = raw.filter(({ word }) => word !== null).length
  return !hasDigits && words <= MAX_IDLE_WORDS && !tokens.some((token) => typeof token === 'object') ? ['filler'] : tokens
}

/** The number that is said from there on, the longest there is. */
function numberAt(raw: readonly { said: string; word: string | null }[], at: number): { digits: string; count: number } | null {
  const phrase: string[] = []
  let found: { digits: string; count: number } | null = null
  for (let index = at; index < raw.length && phrase.length < MAX_NUMBER_WORDS; index++) {
    const { said, word } = raw[index]!
    if (word === null && /^(?:[ ]|-|‑)$/.test(said)) continue
    if (word === null) break
    phrase.push(word)
    const digits = SPOKEN_NUMBERS.get(phrase.join(' '))
    if (digits !== undefined) found = { digits, count: index - at + 1 }
  }
  return found
}
