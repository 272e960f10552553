import { countryOf } from '../../kernel/lib/phones.ts'
import { findHoliday } from './holidays.ts'
import { lawCountryOf } from './territories.ts'

/** 47 CFR 64.1200(d)(3): a wish not to be called again must be honored within a reasonable time, at most ten business days. */
const US_BUSINESS_DAYS = 10
const DAY_MS = 86_400_000

/**
 * Returns the date (UTC, such as 2026-03-16) by which the law demands that a wish received at a time is honored; null where it sets none.
 * Business days are Monday to Friday without federal holidays. Callwright honors it at once.
 */
export function findHonorDate(phoneNumber: string, receivedAt: Date): string | null {
  if (lawCountryOf(countryOf(phoneNumber)) !== 'US') return null
  let date = receivedAt
  for (let days = 0; days < US_BUSINESS_DAYS;) {
    date = new Date(date.getTime() + DAY_MS)
    if (isBusinessDay(date)) days++
  }
  return dateOf(date)
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10)
const isBusinessDay = (date: Date) => date.getUTCDay() % 6 !== 0 && findHoliday('US', null, dateOf(date)) === null
