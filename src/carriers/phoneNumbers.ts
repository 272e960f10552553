import { countryOf } from '../kernel/lib/phones.ts'

/** A number as carriers spell it who leave the plus sign out, in E.164; short codes and names stay as they are. */
export const withPlus = (number: string): string => (/^\d{7,15}$/.test(number) ? `+${number}` : number)

export const withoutPlus = (e164: string): string => e164.replace(/^\+/, '')

/** Freephone numbers of the United States and Canada, whose networks heed STOP and START themselves. */
export const isTollFree = (e164: string): boolean => /^\+1(800|833|844|855|866|877|888)\d{7}$/.test(e164)

/** What American networks want to have registered before a business may text from the number: its verification, a campaign, or nothing. */
export function registrationOf(e164: string): 'toll_free' | 'campaign' | null {
  if (isTollFree(e164)) return 'toll_free'
  return countryOf(e164) === 'US' ? 'campaign' : null
}
