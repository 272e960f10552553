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
const SHORTEST_NATIONAL = 8

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
  if (country && national.length >= SHORTEST_NATIONAL) ways.push(`(?<![0-9])(?<!(?:\\+|00)[0-9]{1,3}[ ().\\/\\u00a0-]{0,3})(?:\\(?0${BETWEEN}|\\()?${grouped}`)
  return { exact: [e164, digits, `00${digits}`], pattern: `(?:${ways.join('|')})(?![0-9])` }
}

export const ERASED = '[erased]'

/** The text without the number. */
export const withoutIn = (text: string, { pattern }: Traces) => text.replace(new RegExp(pattern, 'g'), ERASED)

/** A JSON value without the number: in texts, in numbers and in names of fields. */
export function without(value: unknown, traces: Traces): unknown {
  if (typeof value === 'string') return withoutIn(value, traces)
  if (typeof value === 'number') return new RegExp(`^${traces.pattern}$`).test(String(value)) ? ERASED : value
  if (Array.isArray(value)) return value.map((one) => without(one, traces))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [withoutIn(key, traces), without(one, traces)]))
}

/** Where a value names a number, and how it is written there. */
export interface Mention {
  /** As in JavaScript: `data.phones[0]`; empty for a text itself. */
  field: string
  written: string
}

/** Every place in a JSON value that names the number: in texts, in numbers and in names of fields. */
export function mentionsIn(value: unknown, traces: Pick<Traces, 'pattern'>, field = ''): Mention[] {
  if (typeof value === 'string' || typeof value === 'number')
    return Array.from(String(value).matchAll(new RegExp(traces.pattern, 'g')), ([written]) => ({ field, written }))
  if (Array.isArray(value)) return value.flatMap((one, at) => mentionsIn(one, traces, `${field}[${at}]`))
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const name = field ? `${field}.${key}` : key
    return [...mentionsIn(key, traces, field), ...mentionsIn(one, traces, name)]
  })
}
