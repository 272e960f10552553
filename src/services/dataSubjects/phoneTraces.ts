import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** In how many ways a phone number may be written. */
export interface Traces {
  /** As numbers stand alone: E.164, without its plus, and with the international prefix. */
  exact: string[]
  /** A regular expression that finds it in text however it is grouped, read alike by PostgreSQL and by JavaScript. */
  pattern: string
}

/** What people put between the digits of a number. */
const BETWEEN = '[ ().\\/\\u00a0-]{0,3}'
/** A shorter national number is told from other numbers only by its country. */
const MIN_NATIONAL = 8

/** The ways to write a number in E.164: with its country, or as people in its country do, grouped or not. */
export function tracesOf(e164: string): Traces {
  const digits = e164.slice(1)
  const parsed = parsePhoneNumberFromString(e164)
  const country = parsed?.countryCallingCode ?? ''
  const national = country ? digits.slice(country.length) : digits
  const grouped = Array.from(national).join(BETWEEN)
  const abroad = country ? `(?:(?:\\+|00)${BETWEEN})?${Array.from(country).join(BETWEEN)}${BETWEEN}(?:\\(0\\))?${BETWEEN}` : '\\+?'
  const ways = [`(?<![0-9])${abroad}${grouped}`]
  // Not behind another country's code: that is somebody else's number.
  if (country && national.length >= MIN_NATIONAL) ways.push(`(?<![0-9])(?<!(?:\\+|00)[0-9]{1,3}[ ().\\/\\u00a0-]{0,3})(?:\\(?0${BETWEEN}|\\()?${grouped}`)
  return { exact: [e164, digits, `00${digits}`], pattern: `(?:${ways.join('|')})(?![0-9])` }
}

export const ERASED = '[erased]'

/** The text without the number. */
export const withoutIn = (text: string, { pattern }: Traces) => text.replace(new RegExp(pattern, 'g'), ERASED)

/** A JSON value without the number: in texts, in numbers and in names of fields. */
export function without(value: unknown, { pattern }: Traces): unknown {
  const anywhere = new RegExp(pattern, 'g')
  const whole = new RegExp(`^${pattern}$`)
  const erased = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(anywhere, ERASED)
    if (typeof part === 'number') return whole.test(String(part)) ? ERASED : part
    if (Array.isArray(part)) return part.map(erased)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key.replace(anywhere, ERASED), erased(one)]))
  }
  return erased(value)
}

/** Where a value names a number, and how it is written there. */
export interface Mention {
  /** As in JavaScript: `data.phones[0]`; empty for a text itself. */
  field: string
  written: string
}

/** Every place in a JSON value that names the number: in texts, in numbers and in names of fields. */
export function mentionsIn(value: unknown, { pattern }: Pick<Traces, 'pattern'>): Mention[] {
  const anywhere = new RegExp(pattern, 'g')
  const found: Mention[] = []
  const look = (part: unknown, field: string) => {
    if (typeof part === 'string' || typeof part === 'number') for (const written of String(part).match(anywhere) ?? []) found.push({ field, written })
    else if (Array.isArray(part)) for (const [at, one] of part.entries()) look(one, `${field}[${at}]`)
    else if (typeof part === 'object' && part !== null && !(part instanceof Date))
      for (const [key, one] of Object.entries(part)) {
        look(key, field)
        look(one, field ? `${field}.${key}` : key)
      }
  }
  look(value, '')
  return found
}
