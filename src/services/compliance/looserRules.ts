import type { Hours, LegalRule } from './hoursTable.ts'

const DAYS = ['monFri', 'sat', 'sun'] as const
const DAY_NAMES = { monFri: 'on weekdays', sat: 'on Saturdays', sun: 'on Sundays' }

/** Lists in words what a rule permits that another forbids: hours, holidays, and numbers of calls. */
export function findLooser(rule: LegalRule, law: LegalRule): string[] {
  const looserDays = DAYS.filter((day) => !isWithin(rule[day], law[day])).map((day) => `it permits ${displayHours(law[day])} ${DAY_NAMES[day]}`)
  const eve =
    law.holidayEveIs && rule.holidayEveIs !== law.holidayEveIs && !isWithin(rule.monFri, law.sat) ? ['the day before a holiday has the hours of Saturday'] : []
  const holidays = rule.holidays && !law.holidays ? ['it permits no calls on public holidays'] : []
  const caps = law.caps
    .filter((limit) => !rule.caps.some((own) => isAsStrict(own, limit)))
    .map((limit) => ('hours' in limit ? `it permits ${limit.max} calls in ${limit.hours} hours` : `it demands ${limit.refusedDays} days after a refusal`))
  return [...looserDays, ...eve, ...holidays, ...caps]
}

const isWithin = (inner: Hours, outer: Hours) => inner.every(([from, to]) => outer.some(([start, end]) => start <= from && to <= end))

const displayHours = (hours: Hours) => (hours.length === 0 ? 'no calls' : hours.map(([from, to]) => `${from} to ${to}`).join(' and '))

type Cap = LegalRule['caps'][number]

/** A cap is as strict if it permits no more calls in a time that is no shorter. */
const isAsStrict = (own: Cap, limit: Cap) =>
  'hours' in limit ? 'hours' in own && own.hours >= limit.hours && own.max <= limit.max : 'refusedDays' in own && own.refusedDays >= limit.refusedDays
