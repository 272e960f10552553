import { CONSENT_BASES, type ConsentBasis } from '../../inputs/consents.ts'
import type { ConsentRule } from './consentRules.ts'
import type { Hours, LegalRule } from './hoursTable.ts'
import type { RecordingRule } from './recordingRules.ts'

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

/** Lists in words what a rule on the consent for artificial voices permits that another forbids. */
export function findLooserConsent(rule: ConsentRule, law: ConsentRule): string[] {
  const isAsStrictAs = (own: ConsentBasis | null, basis: ConsentBasis) => own !== null && CONSENT_BASES.indexOf(own) <= CONSENT_BASES.indexOf(basis)
  return (['marketing', 'other'] as const).flatMap((purpose) => {
    const basis = law[purpose].artificial
    return basis === null || isAsStrictAs(rule[purpose].artificial, basis) ? [] : `it demands ${basis} for ${purpose} calls`
  })
}

/** Lists in words what a rule on recording permits that another forbids. */
export function findLooserRecording(rule: RecordingRule, law: RecordingRule): string[] {
  if (law.suppress) return rule.suppress ? [] : ['it permits no recording']
  return rule.suppress || rule.rule !== 'one_party' || law.rule === 'one_party' ? [] : ['it demands that a recording is announced']
}
