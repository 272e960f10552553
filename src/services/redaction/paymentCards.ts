import type { DigitToken, DigitRun } from './digitRuns.ts'

/** A card's number, digit for digit, and where it was said. */
export interface CardMatch {
  number: string
  parts: DigitToken[]
}

/** Numbers that networks of cards give out: how they begin, and how long they are. */
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

/** Whether it can be a card's number: given out by a network, and its check digit right. */
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

/** The cards in a run of digits, with words in doubt taken for digits and not. */
export function findCards(run: DigitRun): CardMatch[] {
  const parts = run.parts.filter(({ digits }) => digits !== '')
  const strict = parts.filter(({ isDoubtful }) => !isDoubtful)
  const found = within(parts, run.isInternational)
  return found.length > 0 || strict.length === parts.length ? found : within(strict, run.isInternational)
}

/** A run that is one number as a whole is that; else the usual lengths come first, in groups as they are printed. */
function within(parts: readonly DigitToken[], isInternational: boolean): CardMatch[] {
  if (parts.length === 0) return []
  const card = (isInternational ? null : whole(parts)) ?? likeliest(isInternational ? parts.slice(1) : parts)
  if (!card) return []
  const [first, last] = [parts.indexOf(card.parts[0]!), parts.indexOf(card.parts.at(-1)!)]
  const after = parts.slice(last + 1)
  const rest = within(after, false)
  if (rest.length === 0 && lengthOf(after) <= MAX_BEHIND) return [...within(parts.slice(0, first), isInternational), { ...card, parts: parts.slice(first) }]
  return [...within(parts.slice(0, first), isInternational), card, ...rest]
}

/** So many digits behind a card's number are its date and its code: they are masked with it. */
const MAX_BEHIND = 8
const LIKELY_LENGTHS = [16, 15, 19, 18, 17, 14, 13]
const lengthOf = (parts: readonly DigitToken[]) => parts.reduce((sum, { digits }) => sum + digits.length, 0)

function likeliest(parts: readonly DigitToken[]): CardMatch | null {
  for (const length of LIKELY_LENGTHS)
    for (let from = 0; from < parts.length; from++) {
      const said = beginningAt(parts, from, length)
      const number = said.map(({ digits }) => digits).join('')
      if (number.length === length && isPrinted(said.map(({ digits }) => digits.length)) && isCard(number)) return { number, parts: said }
    }
  return null
}

/** The parts from there on that have so many digits; fewer or more where they do not come to that. */
function beginningAt(parts: readonly DigitToken[], from: number, length: number): DigitToken[] {
  let [to, count] = [from, 0]
  while (to < parts.length && count < length) count += parts[to++]!.digits.length
  return parts.slice(from, to)
}

const whole = (parts: readonly DigitToken[]): CardMatch | null => {
  const number = parts.map(({ digits }) => digits).join('')
  return isCard(number) ? { number, parts: [...parts] } : null
}

/** In one piece, in fours with a rest, as 4-6-5 or 4-6-4, or digit by digit and in pairs, as people say them, with fours among them. */
const isPrinted = (lengths: readonly number[]): boolean =>
  lengths.length === 1 ||
  (lengths.slice(0, -1).every((length) => length === 4) && lengths.at(-1)! <= 4) ||
  ['4-6-5', '4-6-4'].includes(lengths.join('-')) ||
  lengths.every((length) => length === 1 || length === 2 || length === 4) ||
  (lengths.every((length) => length <= 4) && lengths.filter((length) => length === 1).length >= 4)
