import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The number in E.164 when it is written so and can exist, else null. Spaces and punctuation are not forgiven (spec: Errors). */
export function e164(text: string): string | null {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return null
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() ? number.number : null
}

/** ISO 3166 country of a number in E.164, or null where the number does not tell (satellite, freephone, test ranges). */
export const countryOf = (number: string): string | null => parsePhoneNumberFromString(number)?.country ?? null
