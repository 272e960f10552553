import { type CountryCode, getCountries, getCountryCallingCode, Metadata, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'
import { isE164 } from './e164.ts'

/**
 * Returns the number if it is in E.164 format and possible, otherwise null. Spaces and punctuation are not allowed (spec: Errors). A national prefix
 * after the country code is removed (+44 0 20 …). A number that would still be changed when it is read again has no single form, and is not possible.
 */
export function parseE164(text: string): string | null {
  if (!isE164(text)) return null
  const isPossible = isPossibleByLength(text)
  if (isPossible !== undefined) return isPossible ? text : null
  const number = parsePhoneNumberFromString(text)
  if (!number?.isPossible()) return null
  return number.number === text || parseE164(number.number) === number.number ? number.number : null
}

/**
 * Converts a number as people write it to E.164; null if it is not possible. A number with its country code begins with + or 00, and may have spaces,
 * dashes, dots, slashes and brackets. Others need a default country. The result is read again as E.164: the library may leave a prefix in a national
 * number that it removes from an international one (Australia's 1831), and one number must not have two forms.
 */
export function readPhone(text: string, country: CountryCode | null = null): string | null {
  const e164 = parseE164(text)
  if (e164 !== null) return e164
  const isInternational = /^\s*(?:\+|00)[\d\s()./\p{Dash}]+$/u.test(text)
  if (!isInternational && country === null) return null
  const number = parsePhoneNumberFromString(isInternational ? text.trim().replace(/^00/, '+') : text, country ?? undefined)
  return number?.isPossible() && !number.ext ? parseE164(number.number) : null
}

export const isCountry = (text: string): text is CountryCode => (getCountries() as string[]).includes(text)

const parsed = new LRUCache<string, { number: PhoneNumber | undefined }>({ max: 500 })

/** Parses an E.164 number by the library, which takes long, and a call asks for several facts about its number. Undefined if it is not possible. */
export function parseByLibrary(e164: string): PhoneNumber | undefined {
  const known = parsed.get(e164)
  if (known) return known.number
  const number = parsePhoneNumberFromString(e164)
  parsed.set(e164, { number })
  return number
}

/** Returns the ISO 3166 country of an E.164 number, or null if it has none (satellite, international toll-free, test ranges). */
export const countryOf = (number: string): string | null => parseByLibrary(number)?.country ?? null

/** Returns the type of an E.164 number by libphonenumber's name, such as `PREMIUM_RATE`, or null if unknown. */
export const kindOf = (number: string): string | null => parseByLibrary(number)?.getType() ?? null

/** Number lengths of a calling code, which decide most numbers without looking up their country. */
interface Plan {
  /** Lengths of national numbers that are possible in all countries of the code, and in any of them. */
  inAll: Set<number>
  inAny: Set<number>
  /** National prefix: part of a number that starts with it may not belong to the number. */
  prefix: RegExp | null
}

/**
 * Whether an E.164 number is possible, by its length alone; undefined if the length does not decide. The result equals that of the
 * library, which takes ten times as long to find the country. Imports call this for every row.
 */
function isPossibleByLength(text: string): boolean | undefined {
  for (let digits = 1; digits <= 3; digits++) {
    const plan = plans.get(text.slice(1, digits + 1))
    if (!plan) continue
    const national = text.slice(digits + 1)
    if (plan.prefix?.test(national)) return undefined
    if (plan.inAll.has(national.length)) return true
    return plan.inAny.has(national.length) ? undefined : false
  }
  return undefined
}

const plans = readPlans()

function readPlans(): Map<string, Plan> {
  const metadata = new Metadata()
  const planOf = (name: string) => {
    metadata.selectNumberingPlan(name as CountryCode)
    // Methods that the library's types leave out.
    return metadata.numberingPlan as unknown as { possibleLengths(): number[]; nationalPrefixForParsing(): string | undefined }
  }
  const lengths = new Map<string, number[][]>()
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country)
    lengths.set(code, [...(lengths.get(code) ?? []), planOf(country).possibleLengths()])
  }
  return new Map(
    [...lengths].map(([code, all]) => {
      const prefix = planOf(code).nationalPrefixForParsing()
      const inAny = new Set([...all.flat(), ...planOf(code).possibleLengths()])
      const inAll = new Set([...inAny].filter((length) => [...all, planOf(code).possibleLengths()].every((each) => each.includes(length))))
      return [code, { inAny, inAll, prefix: prefix ? new RegExp(`^(?:${prefix})`) : null }]
    }),
  )
}

/** National prefixes that no national number begins with, so that they can be removed without a look at the number. */
const PLAIN_PREFIXES = ['0', '1']

/**
 * Returns the function that converts digits, as they are dialed within a country, to E.164; null if they are not possible. Does the same as `readPhone`,
 * in a fraction of its time for most numbers.
 */
export function createNationalReader(country: CountryCode): (digits: string) => string | null {
  const code = getCountryCallingCode(country)
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as { nationalPrefix(): string | undefined; IDDPrefix(): string }
  const prefix = plan.nationalPrefix()
  const isPlain = prefix === undefined || PLAIN_PREFIXES.includes(prefix)
  const dialsAbroad = new RegExp(`^(?:${plan.IDDPrefix()})`)
  return (digits) => {
    // Digits that begin with the country's code may have it or not.
    if (!isPlain || (code !== prefix && digits.startsWith(code)) || dialsAbroad.test(digits)) return readPhone(digits, country)
    return parseE164(`+${code}${prefix !== undefined && digits.startsWith(prefix) ? digits.slice(1) : digits}`)
  }
}
