import type { DigitToken, DigitRun } from './digitRuns.ts'

/** A card number and its positions. */
export interface CardMatch {
  number: string
  parts: DigitToken[]
}

/** Card networks: the prefix of their numbers, and the minimum and maximum length. */
const NETWORKS: readonly [RegExp, number, number][] = [
  [/^4/, 13, 19],
  [/^5[1-5]/, 16, 16],
  [/^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, 16, 16],
  [/^3[47]/, 15, 15],
  [/^3(?:0[0-5]|09|[689])/, 14, 19],
  [/^35/, 16, 19],
  [/^6/, 13, 19],
  [/^5[0678]/, 13, 19],
  [/^220[0-4]/, 16, 19],
  [/^(?:81|82|9792)/, 16, 16],
  [/^1/, 15, 15],
]

/** Whether the digits can be a card number: a known network and a correct check digit. */
export const isCard = (digits: string) =>
  NETWORKS.some(([begin, least, most]) => begin.test(digits) && digits.length >= least && digits.length <= most) && isLuhn(digits)

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && /[^0]/.test(digits)
}

/** Finds the cards in a run of digits. Tries with doubtful words as digits first, then without them. */
export function findCards(run: DigitRun): CardMatch[] {
  const parts = run.parts.filter(({ digits }) => digits !== '')
  const strict = parts.filter(({ isDoubtful }) => !isDoubtful)
  const cards = findCardsIn(parts, run.isInternational)
  return cards.length > 0 || strict.length === parts.length ? cards : findCardsIn(strict, run.isInternational)
}

/** Finds the cards in consecutive parts. Prefers the whole run as one card, then usual lengths in groups as printed on cards. */
function findCardsIn(parts: readonly DigitToken[], isInternational: boolean): CardMatch[] {
  if (parts.length === 0) return []
  const card = (isInternational ? null : wholeRunOf(parts)) ?? findLikeliest(isInternational ? parts.slice(1) : parts)
  if (!card) return []
  const [first, last] = [parts.indexOf(card.parts[0]!), parts.indexOf(card.parts.at(-1)!)]
  const after = parts.slice(last + 1)
  const rest = findCardsIn(after, false)
  if (rest.length === 0 && lengthOf(after) <= MAX_TRAILING_DIGITS)
    return [...findCardsIn(parts.slice(0, first), isInternational), { ...card, parts: parts.slice(first) }]
  return [...findCardsIn(parts.slice(0, first), isInternational), card, ...rest]
}

/** Up to this many digits after a card number are its expiry date and security code, and are masked with it. */
const MAX_TRAILING_DIGITS = 8
const LIKELY_LENGTHS = [16, 15, 19, 18, 17, 14, 13]
const lengthOf = (parts: readonly DigitToken[]) => parts.reduce((sum, { digits }) => sum + digits.length, 0)

function findLikeliest(parts: readonly DigitToken[]): CardMatch | null {
  for (const length of LIKELY_LENGTHS)
    for (let from = 0; from < parts.length; from++) {
      const cardParts = takeDigits(parts, from, length)
      const number = cardParts.map(({ digits }) => digits).join('')
      if (number.length === length && isPrinted(cardParts.map(({ digits }) => digits.length)) && isCard(number)) return { number, parts: cardParts }
    }
  return null
}

/** Returns the parts from an index until they have at least `length` digits, or all of the rest. */
function takeDigits(parts: readonly DigitToken[], from: number, length: number): DigitToken[] {
  let [to, count] = [from, 0]
  while (to < parts.length && count < length) count += parts[to++]!.digits.length
  return parts.slice(from, to)
}

const wholeRunOf = (parts: readonly DigitToken[]): CardMatch | null => {
  const number = parts.map(({ digits }) => digits).join('')
  return isCard(number) ? { number, parts: [...parts] } : null
}

/** Whether the grouping is usual for a card number: one group, groups of four, 4-6-5, 4-6-4, or spoken in single digits, pairs and fours. */
const isPrinted = (lengths: readonly number[]): boolean =>
  lengths.length === 1 ||
  (lengths.slice(0, -1).every((length) => length === 4) && lengths.at(-1)! <= 4) ||
  ['4-6-5', '4-6-4'].includes(lengths.join('-')) ||
  lengths.every((length) => length === 1 || length === 2 || length === 4) ||
  (lengths.every((length) => length <= 4) && lengths.filter((length) => length === 1).length >= 4)
