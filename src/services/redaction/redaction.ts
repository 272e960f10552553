import type { Redaction } from '../../inputs/privacySettings.ts'
import { type DigitToken, HELD_BACK, type TextLine, type DigitRun, findDigitRuns } from './digitRuns.ts'
import { CODICE_FISCALE, DNI, IBAN_START, ibanLength, isCodiceFiscale, isDni, isNir, isSsn, isSteuerId } from './identityNumbers.ts'
import { type CardMatch, findCards } from './paymentCards.ts'

/** A stretch of a line, and what it reads instead. */
interface Mask {
  line: number
  start: number
  end: number
  text: string
}

/** Maximum trailing digits to show while more may follow; longer runs are held back. */
const MAX_LIVE_DIGITS = 4
/** A card's number that is repeated is masked from so many digits on: near it, and anywhere. */
const MIN_NEAR_ECHO_DIGITS = 3
const MIN_FAR_ECHO_DIGITS = 5
const ECHO_NEAR_LINES = 6

/**
 * Masks these kinds of data; returns as many lines as it receives. With `isLive` more may follow: trailing digits that may become such a
 * number are held back, so that none is ever shown piece by piece. Pure and idempotent.
 */
export function redactLines<L extends TextLine>(lines: readonly L[], kinds: readonly Redaction[], isLive = false): L[] {
  if (kinds.length === 0) return [...lines]
  const pieces = lines.map(({ role, text }) => splitIntoPieces(text).map((piece) => ({ role, text: piece })))
  const said = redactPieces(pieces.flat(), kinds, isLive)
  let from = 0
  return lines.map((line, index) => {
    const text = said.slice(from, (from += pieces[index]!.length)).join('')
    return text === line.text ? line : { ...line, text }
  })
}

function redactPieces(lines: readonly TextLine[], kinds: readonly Redaction[], isLive: boolean): string[] {
  const masks = indexMasks(findDigitMasks(lines, kinds, isLive))
  for (const [line, { text }] of lines.entries()) for (const mask of findTextMasks(text, contextOf(lines, line), kinds)) masks.add({ ...mask, line })
  return lines.map(({ text }, line) => applyMasks(text, masks.of(line)))
}

/** Masks are compared with each other within a piece, so that a longer line is taken apart at a space: digits are followed over several. */
const PIECE_LENGTH = 2_000

function splitIntoPieces(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const space = from + PIECE_LENGTH < text.length ? text.lastIndexOf(' ', from + PIECE_LENGTH) : text.length
    const to = space > from + PIECE_LENGTH / 2 ? space : from + PIECE_LENGTH
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces.length === 0 ? [''] : pieces
}

function indexMasks(masks: readonly Mask[]) {
  const lines = new Map<number, Mask[]>()
  const add = (mask: Mask) => {
    const there = lines.get(mask.line)
    if (there) there.push(mask)
    else lines.set(mask.line, [mask])
  }
  for (const mask of masks) add(mask)
  return { add, of: (line: number): readonly Mask[] => lines.get(line) ?? [] }
}

/** Masks these kinds of data in a text. */
export const redactText = (text: string, kinds: readonly Redaction[]): string => redactLines([{ role: '', text }], kinds)[0]!.text

/** Masks these kinds of data in every string of a JSON value, and in numbers. */
export function redactJson<T>(value: T, kinds: readonly Redaction[]): T {
  const redacted = (one: unknown): unknown => {
    if (typeof one === 'string') return redactText(one, kinds)
    if (typeof one === 'number') return redactText(String(one), kinds) === String(one) ? one : redactText(String(one), kinds)
    if (Array.isArray(one)) return one.map(redacted)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, redacted(inner)]))
  }
  return kinds.length === 0 ? value : (redacted(value) as T)
}

/** What was asked shortly before, by whoever, tells what digits are. */
const contextOf = (lines: readonly TextLine[], line: number) =>
  lines
    .slice(Math.max(0, line - 2), line + 1)
    .map(({ text }) => text)
    .join(' ')

/** The longer of two that overlap wins. */
function applyMasks(text: string, masks: readonly Mask[]): string {
  const chosen: Mask[] = []
  for (const mask of masks.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (chosen.every(({ start, end }) => mask.end <= start || mask.start >= end)) chosen.push(mask)
  return chosen.toSorted((a, b) => b.start - a.start).reduce((said, { start, end, text: mask }) => said.slice(0, start) + mask + said.slice(end), text)
}

function findDigitMasks(lines: readonly TextLine[], kinds: readonly Redaction[], isLive: boolean): Mask[] {
  const runs = findDigitRuns(lines)
  const masks: Mask[] = []
  const known = indexMasks(masks)
  const mask = (...made: readonly Mask[]) => {
    for (const one of made) known.add(one)
    masks.push(...made)
  }
  const isMasked = ({ line, start, end }: DigitToken) => known.of(line).some((one) => one.start < end && one.end > start)
  // Of a number that may go on, not even the last digits are known.
  const cards = kinds.includes('payment_card') ? runs.flatMap((run) => findCards(run).map((card) => ({ ...card, mayGoOn: isLive && run.isOpen }))) : []
  for (const { parts, number, mayGoOn } of cards) mask(...over(parts, '[card]', mayGoOn ? '[card]' : `[card ••••${number.slice(-4)}]`))
  for (const card of echoed(cards))
    mask(
      ...echoes(card, runs)
        .filter((part) => !isMasked(part))
        .flatMap((part) => over([part], '[card]')),
    )
  for (const run of runs) {
    const parts = run.parts.filter((part) => !isMasked(part))
    const name = nameOf({ ...run, parts }, lines, kinds)
    if (name) mask(...over(parts, `[${name}]`))
    else if (parts.some(({ digits }) => digits === '') || (isLive && run.isOpen && lengthOf(parts) > MAX_LIVE_DIGITS)) mask(...over(parts, HELD_BACK))
  }
  return isLive
    ? [
        ...masks,
        ...repeatedWhileHeld(masks, runs)
          .filter((part) => !isMasked(part))
          .flatMap((part) => over([part], HELD_BACK)),
      ]
    : masks
}

const lengthOf = (parts: readonly DigitToken[]) => parts.reduce((sum, { digits }) => sum + digits.length, 0)

function byLine(parts: readonly DigitToken[]): Map<number, DigitToken[]> {
  const lines = new Map<number, DigitToken[]>()
  for (const part of parts) {
    const there = lines.get(part.line)
    if (there) there.push(part)
    else lines.set(part.line, [part])
  }
  return lines
}

/** One mask for what stands together in a line; `last` is the one of the last line. */
function over(parts: readonly DigitToken[], text: string, last = text): Mask[] {
  const lines = byLine(parts)
  const masks = [...lines].map(([line, said]) => ({ line, start: said[0]!.start, end: said.at(-1)!.end, text }))
  return masks.map((mask, at) => (at === masks.length - 1 ? { ...mask, text: last } : mask))
}

/** Nobody says more cards in one conversation; repetitions are looked for of each. */
const MAX_ECHOED = 50
const echoed = <C extends CardMatch>(cards: readonly C[]): C[] => [...new Map(cards.map((card) => [card.number, card])).values()].slice(0, MAX_ECHOED)

/** Parts of a card's number that somebody repeats. */
function echoes({ number, parts }: CardMatch, runs: readonly DigitRun[]): DigitToken[] {
  const [first, last] = [parts[0]!.line - 1, parts.at(-1)!.line + ECHO_NEAR_LINES]
  return runs.flatMap((run) =>
    [...byLine(run.parts)].flatMap(([line, said]) => {
      const digits = said.map((part) => part.digits).join('')
      return digits.length >= (line >= first && line <= last ? MIN_NEAR_ECHO_DIGITS : MIN_FAR_ECHO_DIGITS) && number.includes(digits) ? said : []
    }),
  )
}

/** While somebody says digits that are held back, others may repeat them. */
function repeatedWhileHeld(masks: readonly Mask[], runs: readonly DigitRun[]): DigitToken[] {
  const lines = indexMasks(masks)
  const isHeld = ({ line, start }: DigitToken) => lines.of(line).some((mask) => mask.text === HELD_BACK && mask.start <= start && start < mask.end)
  const held = runs.flatMap(({ isOpen, parts }) => (isOpen ? parts.filter(isHeld).map(({ line }) => line) : []))
  if (held.length === 0) return []
  const first = Math.min(...held)
  return runs.flatMap(({ parts }) => [...byLine(parts)].flatMap(([line, said]) => (line > first && lengthOf(said) >= MIN_NEAR_ECHO_DIGITS ? said : [])))
}

const PHONE = /phone|mobile|cell|call (?:me|back)|reach|number is|telefon|handy|rufnummer|cellulare|chiam|telephone|portable|rappel|movil|llam/i
const SSN = /ssn|social security/i
const TAX_ID = /steuer|id-?nr|identifikationsnummer|tax id/i

/** What the digits of a run are, as far as these kinds go. */
function nameOf({ parts, isInternational }: DigitRun, lines: readonly TextLine[], kinds: readonly Redaction[]): string | null {
  if (parts.length === 0) return null
  const digits = parts.map((part) => part.digits).join('')
  const grouping = parts.map((part) => part.digits.length).join('-')
  const context = plain(contextOf(lines, parts[0]!.line))
  if (kinds.includes('national_id') && !isInternational) {
    if (isNir(digits)) return 'national id'
    if (isSsn(digits) && (grouping === '3-2-4' || SSN.test(context))) return 'national id'
    if (isSteuerId(digits) && (grouping === '2-3-3-3' || TAX_ID.test(context))) return 'national id'
  }
  if (!kinds.includes('phone')) return null
  if (isInternational) return digits.length >= 7 && digits.length <= 15 ? 'phone' : null
  const isGrouped = parts.length > 1 && parts.every((part) => part.digits.length <= 5)
  return digits.length >= 9 && digits.length <= 13 && (isGrouped || PHONE.test(context) || /^[01]?\d{10}$/.test(digits)) ? 'phone' : null
}

const plain = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
/** Both look back from the sign between name and host, since a search for the name would go through every long word again and again. */
const EMAIL = /(?=@|\s?[([]at[)\]])(?<=([\p{L}\d][\p{L}\d._%+-]*))(?:@|\s?\(at\)\s?|\s?\[at\]\s?)[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/giu
const SPOKEN_EMAIL =
  /(?=\s(?:at|chiocciola|arroba|arobase|ät)\s)(?<=([\p{L}\d]+(?:(?:\s(?:dot|punto|punkt|point)\s|[._-])[\p{L}\d]+)*))\s(?:at|chiocciola|arroba|arobase|ät)\s[\p{L}\d]+(?:\s(?:dot|punto|punkt|point)\s[\p{L}\d]+)+/giu
const BORN = /birth|\bborn\b|\bdob\b|geboren|geburt|nascita|\bnat[oa]\b|nacimiento|\bnaci|naissance|\bnee?\b/i
const DATE =
  /(?<!\d)(?:\d{1,2}[./ -]\d{1,2}[./ -]\d{2}(?:\d{2})?|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th|\.|º|er)?\s(?:of\s|de\s|di\s)?\p{L}{3,10}\.?,?\s(?:de\s|del\s)?\d{4}|\p{L}{3,10}\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})(?!\d)/giu

function findTextMasks(text: string, context: string, kinds: readonly Redaction[]): Omit<Mask, 'line'>[] {
  const all = (pattern: RegExp, name: string, isOne: (found: string) => boolean = () => true) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => isOne(found))
      .map(({ 0: found, 1: before = '', index }) => ({ start: index - before.length, end: index + found.length, text: `[${name}]` }))
  const masks: Omit<Mask, 'line'>[] = []
  if (kinds.includes('email')) masks.push(...all(EMAIL, 'email'), ...all(SPOKEN_EMAIL, 'email'))
  if (kinds.includes('national_id')) masks.push(...all(CODICE_FISCALE, 'national id', isCodiceFiscale), ...all(DNI, 'national id', isDni))
  if (kinds.includes('date_of_birth') && BORN.test(plain(context))) masks.push(...all(DATE, 'date of birth'))
  if (kinds.includes('bank_account'))
    for (const { index } of text.matchAll(IBAN_START)) {
      const length = ibanLength(text.slice(index))
      if (length > 0) masks.push({ start: index, end: index + length, text: '[bank account]' })
    }
  return masks
}
