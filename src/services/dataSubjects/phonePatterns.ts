import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Patterns that match a phone number however it is written. */
export interface PhonePatterns {
  /** Whole values: E.164, without the plus sign, and with the international prefix. */
  exact: string[]
  /** Regular expression for the number in text, with any grouping; works in PostgreSQL and in JavaScript. */
  pattern: string
  /** A text that the pattern matches has one of these keys in the database (`phone_keys`), which has indexes of them. */
  keys: number[]
}

/** Separators between the digits of a number. */
const SEPARATORS = '[ ().\\/\\u00a0-]{0,3}'
/** Shorter national numbers are matched only with their country code. */
const MIN_NATIONAL_DIGITS = 8
/** A number in E.164 has at least so many. */
const KEY_DIGITS = 7

/** Returns the patterns of a number in E.164: with its country code or in national form, grouped or not. */
export function phonePatternsOf(e164: string): PhonePatterns {
  const digits = e164.slice(1)
  const parsed = parsePhoneNumberFromString(e164)
  const country = parsed?.countryCallingCode ?? ''
  const national = country ? digits.slice(country.length) : digits
  const grouped = Array.from(national).join(SEPARATORS)
  const abroad = country ? `(?:(?:\\+|00)${SEPARATORS})?${Array.from(country).join(SEPARATORS)}${SEPARATORS}(?:\\(0\\))?${SEPARATORS}` : '\\+?'
  const ways = [`(?<![0-9])${abroad}${grouped}`]
  // Not after another country code: that is a different number.
  if (country && national.length >= MIN_NATIONAL_DIGITS)
    ways.push(`(?<![0-9])(?<!(?:\\+|00)[0-9]{1,3}[ ().\\/\\u00a0-]{0,3})(?:\\(?0${SEPARATORS}|\\()?${grouped}`)
  // A short national number behind `(0)` has another end.
  const keys = new Set([digits, `${country}0${national}`].map((written) => Number(written.slice(-KEY_DIGITS))))
  return { exact: [e164, digits, `00${digits}`], pattern: `(?:${ways.join('|')})(?![0-9])`, keys: [...keys] }
}

export const ERASED_PLACEHOLDER = '[erased]'

/** Replaces the number in text. */
export const redactPhoneInText = (text: string, { pattern }: PhonePatterns) => text.replace(new RegExp(pattern, 'g'), ERASED_PLACEHOLDER)

/** Replaces the number in a JSON value: in strings, numbers and field names. */
export function redactPhone(value: unknown, { pattern }: PhonePatterns): unknown {
  const anywhere = new RegExp(pattern, 'g')
  const whole = new RegExp(`^${pattern}$`)
  const redactPart = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(anywhere, ERASED_PLACEHOLDER)
    if (typeof part === 'number') return whole.test(String(part)) ? ERASED_PLACEHOLDER : part
    if (Array.isArray(part)) return part.map(redactPart)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key.replace(anywhere, ERASED_PLACEHOLDER), redactPart(inner)]))
  }
  return redactPart(value)
}

/** Where a value mentions a number, and how it is written there. */
export interface Mention {
  /** As in JavaScript: `data.phones[0]`; empty for a text itself. */
  field: string
  written: string
}

/** Finds all mentions of the number in a JSON value: in strings, numbers and field names. */
export function findPhoneMentions(value: unknown, { pattern }: Pick<PhonePatterns, 'pattern'>): Mention[] {
  const anywhere = new RegExp(pattern, 'g')
  const mentions: Mention[] = []
  const visit = (part: unknown, field: string) => {
    if (typeof part === 'string' || typeof part === 'number') for (const written of String(part).match(anywhere) ?? []) mentions.push({ field, written })
    else if (Array.isArray(part)) for (const [at, inner] of part.entries()) visit(inner, `${field}[${at}]`)
    else if (typeof part === 'object' && part !== null && !(part instanceof Date))
      for (const [key, inner] of Object.entries(part)) {
        visit(key, field)
        visit(inner, field ? `${field}.${key}` : key)
      }
  }
  visit(value, '')
  return mentions
}
