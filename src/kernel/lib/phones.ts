import { type CountryCode, getCountries, getCountryCallingCode, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isE164 } from './e164.ts'

/** The number in E.164 when it is written so and can exist, else null. Spaces and punctuation are not forgiven (spec: Errors). */
export function e164(text: string): string | null {
  if (!isE164(text)) return null
  const isPossible = judgedByLength(text)
  if (isPossible !== undefined) return isPossible ? text : null
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() ? number.number : null
}

/** A number as people write it, with that country in mind where it does not name its own, in E.164; null where it cannot exist. */
export function readPhone(text: string, country: CountryCode | null): string | null {
  const number = parsePhoneNumberFromString(text, country ?? undefined)
  return number?.isPossible() && !number.ext ? number.number : null
}

export const isCountry = (text: string): text is CountryCode => (getCountries() as string[]).includes(text)

/** ISO 3166 country of a number in E.164, or null where the number does not tell (satellite, freephone, test ranges). */
export const countryOf = (number: string): string | null => parsePhoneNumberFromString(number)?.country ?? null

/** What kind of number one in E.164 is by its country's numbering plan, in libphonenumber's words, such as `PREMIUM_RATE`; null where the plan does not say. */
export const kindOf = (number: string): string | null => parsePhoneNumberFromString(number)?.getType() ?? null

/** What decides most numbers of a calling code without finding out whose of its countries they are. */
interface Plan {
  /** Lengths of national numbers that can exist in every country of the code, and in any. */
  inAll: Set<number>
  inAny: Set<number>
  /** Where a national number begins so, part of it may be no part of the number. */
  prefix: RegExp | null
}

/**
 * Whether a number in E.164 can exist, by nothing but its length; undefined where that does not tell. It answers what
 * the library would, which spends ten times as long on the country and is asked for every row of an import.
 */
function judgedByLength(text: string): boolean | undefined {
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
