import type { Redaction } from '../../inputs/privacySettings.ts'
import { type DigitToken, HELD_BACK, type TextLine, type DigitRun, findDigitRuns } from './digitRuns.ts'
import { CODICE_FISCALE, DNI, IBAN_START, ibanLength, isCodiceFiscale, isDni, isNir, isSsn, isSteuerId } from './identityNumbers.ts'
import { type CardMatch, findCards } from './paymentCards.ts'

/** A range of a line and its replacement. */
interface Mask {
  line: number
  start: number
  end: number
  text: string
}

/** Maximum trailing digits to show while more may follow; longer runs are held back. */
const MAX_LIVE_DIGITS = 4
/** The minimum number of digits of a repeated card number to mask: within `ECHO_NEAR_LINES` of it, and anywhere. */
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
  const redactedPieces = redactPieces(pieces.flat(), kinds, isLive)
  let from = 0
  return lines.map((line, index) => {
    const text = redactedPieces.slice(from, (from += pieces[index]!.length)).join('')
    return text === line.text ? line : { ...line, text }
  })
}

function redactPieces(lines: readonly TextLine[], kinds: readonly Redaction[], isLive: boolean): string[] {
  const masks = indexMasks(findDigitMasks(lines, kinds, isLive))
  for (const [line, { text }] of lines.entries()) for (const mask of findTextMasks(text, contextOf(lines, line), kinds)) masks.add({ ...mask, line })
  return lines.map(({ text }, line) => applyMasks(text, masks.of(line)))
}

/** Longer lines are split at a space, because masks are compared pairwise within a piece. Runs of digits continue over several pieces. */
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
    const existing = lines.get(mask.line)
    if (existing) existing.push(mask)
    else lines.set(mask.line, [mask])
  }
  for (const mask of masks) add(mask)
  return { add, of: (line: number): readonly Mask[] => lines.get(line) ?? [] }
}

/** Masks these kinds of data in a text. */
export const redactText = (text: string, kinds: readonly Redaction[]): string => redactLines([{ role: '', text }], kinds)[0]!.text

/** Masks these kinds of data in every string of a JSON value, and in numbers. */
export function redactJson<T>(value: T, kinds: readonly Redaction[]): T {
  const redactPart = (part: unknown): unknown => {
    if (typeof part === 'string') return redactText(part, kinds)
    if (typeof part === 'number') return redactText(String(part), kinds) === String(part) ? part : redactText(String(part), kinds)
    if (Array.isArray(part)) return part.map(redactPart)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, redactPart(inner)]))
  }
  return kinds.length === 0 ? value : (redactPart(value) as T)
}

/** Joins a line with the two before it, of any speaker. Questions there show the meaning of digits. */
const contextOf = (lines: readonly TextLine[], line: number) =>
  lines
    .slice(Math.max(0, line - 2), line + 1)
    .map(({ text }) => text)
    .join(' ')

/** Applies the masks. Of overlapping masks the longer one wins. */
function applyMasks(text: string, masks: readonly Mask[]): string {
  const chosen: Mask[] = []
  for (const mask of masks.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (chosen.every(({ start, end }) => mask.end <= start || mask.start >= end)) chosen.push(mask)
  return chosen.toSorted((a, b) => b.start - a.start).reduce((masked, { start, end, text: mask }) => masked.slice(0, start) + mask + masked.slice(end), text)
}

function findDigitMasks(lines: readonly TextLine[], kinds: readonly Redaction[], isLive: boolean): Mask[] {
  const runs = findDigitRuns(lines)
  const masks: Mask[] = []
  const maskIndex = indexMasks(masks)
  const addMasks = (...added: readonly Mask[]) => {
    for (const each of added) maskIndex.add(each)
    masks.push(...added)
  }
  const isMasked = ({ line, start, end }: DigitToken) => maskIndex.of(line).some((other) => other.start < end && other.end > start)
  // The last digits of a number that may continue are not known yet.
  const cards = kinds.includes('payment_card') ? runs.flatMap((run) => findCards(run).map((card) => ({ ...card, isOpenEnded: isLive && run.isOpen }))) : []
  for (const { parts, number, isOpenEnded } of cards) addMasks(...maskParts(parts, '[card]', isOpenEnded ? '[card]' : `[card ••••${number.slice(-4)}]`))
  for (const card of distinctCards(cards))
    addMasks(
      ...findEchoes(card, runs)
        .filter((part) => !isMasked(part))
        .flatMap((part) => maskParts([part], '[card]')),
    )
  for (const run of runs) {
    const parts = run.parts.filter((part) => !isMasked(part))
    const name = nameOf({ ...run, parts }, lines, kinds)
    if (name) addMasks(...maskParts(parts, `[${name}]`))
    else if (parts.some(({ digits }) => digits === '') || (isLive && run.isOpen && lengthOf(parts) > MAX_LIVE_DIGITS)) addMasks(...maskParts(parts, HELD_BACK))
  }
  return isLive
    ? [
        ...masks,
        ...findHeldEchoes(masks, runs)
          .filter((part) => !isMasked(part))
          .flatMap((part) => maskParts([part], HELD_BACK)),
      ]
    : masks
}

const lengthOf = (parts: readonly DigitToken[]) => parts.reduce((sum, { digits }) => sum + digits.length, 0)

function byLine(parts: readonly DigitToken[]): Map<number, DigitToken[]> {
  const lines = new Map<number, DigitToken[]>()
  for (const part of parts) {
    const existing = lines.get(part.line)
    if (existing) existing.push(part)
    else lines.set(part.line, [part])
  }
  return lines
}

/** Builds one mask per line of the parts, with `last` as the replacement in the last line. */
function maskParts(parts: readonly DigitToken[], text: string, last = text): Mask[] {
  const lines = byLine(parts)
  const masks = [...lines].map(([line, lineParts]) => ({ line, start: lineParts[0]!.start, end: lineParts.at(-1)!.end, text }))
  return masks.map((mask, at) => (at === masks.length - 1 ? { ...mask, text: last } : mask))
}

/** The maximum number of cards in a conversation whose repetitions are searched. */
const MAX_ECHOED = 50
const distinctCards = <C extends CardMatch>(cards: readonly C[]): C[] => [...new Map(cards.map((card) => [card.number, card])).values()].slice(0, MAX_ECHOED)

/** Finds repeated parts of a card number, by any speaker. */
function findEchoes({ number, parts }: CardMatch, runs: readonly DigitRun[]): DigitToken[] {
  const [first, last] = [parts[0]!.line - 1, parts.at(-1)!.line + ECHO_NEAR_LINES]
  return runs.flatMap((run) =>
    [...byLine(run.parts)].flatMap(([line, lineParts]) => {
      const digits = lineParts.map((part) => part.digits).join('')
      return digits.length >= (line >= first && line <= last ? MIN_NEAR_ECHO_DIGITS : MIN_FAR_ECHO_DIGITS) && number.includes(digits) ? lineParts : []
    }),
  )
}

/** Finds digits that other speakers may repeat while a speaker's digits are held back. */
function findHeldEchoes(masks: readonly Mask[], runs: readonly DigitRun[]): DigitToken[] {
  const lines = indexMasks(masks)
  const isHeld = ({ line, start }: DigitToken) => lines.of(line).some((mask) => mask.text === HELD_BACK && mask.start <= start && start < mask.end)
  const heldLines = runs.flatMap(({ isOpen, parts }) => (isOpen ? parts.filter(isHeld).map(({ line }) => line) : []))
  if (heldLines.length === 0) return []
  const first = Math.min(...heldLines)
  return runs.flatMap(({ parts }) => [...byLine(parts)].flatMap(([line, said]) => (line > first && lengthOf(said) >= MIN_NEAR_ECHO_DIGITS ? said : [])))
}

const PHONE = /phone|mobile|cell|call (?:me|back)|reach|number is|telefon|handy|rufnummer|cellulare|chiam|telephone|portable|rappel|movil|llam/i
const SSN = /ssn|social security/i
const TAX_ID = /steuer|id-?nr|identifikationsnummer|tax id/i

/** Returns the kind of number that a run of digits is, if it is one to redact, otherwise null. */
function nameOf({ parts, isInternational }: DigitRun, lines: readonly TextLine[], kinds: readonly Redaction[]): string | null {
  if (parts.length === 0) return null
  const digits = parts.map((part) => part.digits).join('')
  const grouping = parts.map((part) => part.digits.length).join('-')
  const context = stripAccents(contextOf(lines, parts[0]!.line))
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

const stripAccents = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
/** These patterns look back from the sign between name and host. A search that starts at the name would take quadratic time on long words. */
const EMAIL = /(?=@|\s?[([]at[)\]])(?<=([\p{L}\d][\p{L}\d._%+-]*))(?:@|\s?\(at\)\s?|\s?\[at\]\s?)[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/giu
const SPOKEN_EMAIL =
  /(?=\s(?:at|chiocciola|arroba|arobase|ät)\s)(?<=([\p{L}\d]+(?:(?:\s(?:dot|punto|punkt|point)\s|[._-])[\p{L}\d]+)*))\s(?:at|chiocciola|arroba|arobase|ät)\s[\p{L}\d]+(?:\s(?:dot|punto|punkt|point)\s[\p{L}\d]+)+/giu
const BORN = /birth|\bborn\b|\bdob\b|geboren|geburt|nascita|\bnat[oa]\b|nacimiento|\bnaci|naissance|\bnee?\b/i
const DATE =
  /(?<!\d)(?:\d{1,2}[./ -]\d{1,2}[./ -]\d{2}(?:\d{2})?|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th|\.|º|er)?\s(?:of\s|de\s|di\s)?\p{L}{3,10}\.?,?\s(?:de\s|del\s)?\d{4}|\p{L}{3,10}\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})(?!\d)/giu

function findTextMasks(text: string, context: string, kinds: readonly Redaction[]): Omit<Mask, 'line'>[] {
  const findAll = (pattern: RegExp, name: string, isValid: (text: string) => boolean = () => true) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => isValid(match))
      .map(({ 0: match, 1: before = '', index }) => ({ start: index - before.length, end: index + match.length, text: `[${name}]` }))
  const masks: Omit<Mask, 'line'>[] = []
  if (kinds.includes('email')) masks.push(...findAll(EMAIL, 'email'), ...findAll(SPOKEN_EMAIL, 'email'))
  if (kinds.includes('national_id')) masks.push(...findAll(CODICE_FISCALE, 'national id', isCodiceFiscale), ...findAll(DNI, 'national id', isDni))
  if (kinds.includes('date_of_birth') && BORN.test(stripAccents(context))) masks.push(...findAll(DATE, 'date of birth'))
  if (kinds.includes('bank_account'))
    for (const { index } of text.matchAll(IBAN_START)) {
      const length = ibanLength(text.slice(index))
      if (length > 0) masks.push({ start: index, end: index + length, text: '[bank account]' })
    }
  return masks
}
