import { countryOf } from '../kernel/lib/phones.ts'

/** Adds the plus sign that some carriers leave out. Short codes and names stay unchanged. */
export const withPlus = (number: string): string => (/^\d{7,15}$/.test(number) ? `+${number}` : number)

export const withoutPlus = (e164: string): string => e164.replace(/^\+/, '')

/** Whether this is a toll-free number of the United States or Canada, whose network handles STOP and START. */
export const isTollFree = (e164: string): boolean => /^\+1(800|833|844|855|866|877|888)\d{7}$/.test(e164)

/** The registration that US networks require before a business may send SMS from the number: verification, a campaign, or none. */
export function registrationOf(e164: string): 'toll_free' | 'campaign' | null {
  if (isTollFree(e164)) return 'toll_free'
  return countryOf(e164) === 'US' ? 'campaign' : null
}
