import { z } from 'zod'
import { clock } from '../../kernel/lib/clock.ts'
import { checkValidity, isValidAt, type Validity, VALIDITY } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import { findCountry } from './countries.ts'
import { findLooser } from './looserRules.ts'
import { builtInRules, type LegalRule } from './hoursTable.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as "09:00"')
const hours = z
  .array(z.tuple([time, time]).refine(([from, to]) => from < to, 'must end after it starts'))
  .max(6)
  .refine((list) => list.every(([from], at) => at === 0 || list[at - 1]![1] <= from), 'must be in order and must not overlap')
const cap = z.union([
  z.strictObject({ hours: z.int().min(1).max(8_784), max: z.int().min(1).max(1_000) }),
  z.strictObject({ refused_days: z.int().min(1).max(3_650) }).transform(({ refused_days }) => ({ refusedDays: refused_days })),
])

const HoursEntry = z
  .strictObject({
    place: z
      .string()
      .regex(/^([A-Z]{2}|(US|CA)-[A-Z]{2})$/, 'must be a country such as "DE", or a state or province such as "US-FL"')
      .refine((place) => findCountry(place.slice(0, 2)) === place.slice(0, 2), 'must begin with the ISO 3166 code of a country, such as "GB"'),
    mon_fri: hours,
    sat: hours,
    sun: hours,
    holidays: z.boolean(),
    holiday_eve_is: z.literal('sat').optional(),
    caps: z.array(cap).max(10).default([]),
    basis: z.string().trim().min(1).max(500),
    looser_because: z.string().trim().min(20, 'must give the reason in at least 20 characters').max(500).optional(),
    ...VALIDITY,
  })
  .transform(({ place, mon_fri, holiday_eve_is, valid_from, valid_to, looser_because, ...rest }): HostRule => {
    const rule = { id: place, monFri: mon_fri, ...(holiday_eve_is && { holidayEveIs: holiday_eve_is }), ...rest, certainty: 'host' }
    return { rule, validFrom: valid_from, validTo: valid_to, looserBecause: looser_because ?? null }
  })

/** A rule of the server administrator for a period. Replaces the built-in rule of its place. */
export interface HostRule extends Validity {
  rule: LegalRule
  /** Why the administrator accepts that it permits what certain law forbids; null if it doesn't. */
  looserBecause: string | null
}

/** Schema of the file in RULES_FILE. A rule that permits what certain law forbids needs a reason. */
export const RulesFile = z.strictObject({ calling_hours: z.array(HoursEntry).max(1_000) }).transform((file, ctx) => {
  const report = (index: number, member: string, message: string) => ctx.addIssue({ code: 'custom', path: ['calling_hours', index, member], message })
  checkValidity(
    file.calling_hours.map((entry) => ({ ...entry, key: entry.rule.id })),
    report,
  )
  for (const [index, { rule, looserBecause }] of file.calling_hours.entries()) {
    const builtIn = builtInRules[rule.id]
    const looser = builtIn?.certainty === 'high' ? findLooser(rule, builtIn) : []
    if (looser.length > 0 && looserBecause === null)
      report(index, 'looser_because', `is needed, because the law (${builtIn!.basis}) is stricter: ${looser.join('; ')}`)
    if (looser.length === 0 && looserBecause !== null) report(index, 'looser_because', 'is not needed: the rule permits nothing that certain law forbids')
  }
  return file
})

const hostRules = perServer<readonly HostRule[]>(() => [])

/** Applies the administrator's rules. Called once at start. */
export const useHostRules = (rules: readonly HostRule[]): void => hostRules.set(rules)

/** Lists the administrator's rules that are valid now, by place; null if there is none. */
export function validHostRules(): Map<string, LegalRule> | null {
  const all = hostRules()
  if (all.length === 0) return null
  const now = clock.now()
  const valid = all.filter((entry) => isValidAt(entry, now))
  return valid.length === 0 ? null : new Map(valid.map(({ rule }) => [rule.id, rule]))
}
