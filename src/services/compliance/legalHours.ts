import table from '../../data/calling-hours.json' with { type: 'json' }
import type { Day } from '../../inputs/campaignSettings.ts'
import type { Location } from './leadLocations.ts'
import { versionOf } from './ruleVersions.ts'
import { fromJson } from '../shared/jsonColumns.ts'

/** Version of the legal hours table, saved with every decision about a lead. */
export const HOURS_VERSION = versionOf(table)

type Hours = [from: string, to: string][]

/** Legal calling hours in local time. IDs are such as `US-FL`, `FR` or `default`. */
export interface LegalRule {
  id: string
  monFri: Hours
  sat: Hours
  sun: Hours
  /** Whether calls are permitted on public holidays. */
  holidays: boolean
  /** A weekday before a public holiday has Saturday's hours. */
  holidayEveIs?: 'sat'
  caps: ({ hours: number; max: number } | { refusedDays: number })[]
  certainty: string
  basis: string
}

/** A maximum number of calls within some hours, or a waiting time in days after a refusal. */
export type LegalCap = { rule: string; hours: number; max: number } | { rule: string; refusedDays: number }

const rules = fromJson<Record<string, Omit<LegalRule, 'id'>>>(table.rules)
const DEFAULT_RULE = { id: 'default', ...fromJson<Omit<LegalRule, 'id'>>(table.default) }
const cache = new Map<string, LegalRule[]>()

/** Lists the rules of a location, the country first: the rule of a region applies in addition. The default rule if there is none. */
export function rulesFor({ country, region }: Pick<Location, 'country' | 'region'>): LegalRule[] {
  const key = `${country}-${region}`
  let matching = cache.get(key)
  if (!matching) {
    const listed = [country ?? '', key].flatMap((id) => (Object.hasOwn(rules, id) ? [{ id, ...rules[id]! }] : []))
    cache.set(key, (matching = listed.length ? listed : [DEFAULT_RULE]))
  }
  return matching
}

/** Returns the most specific rule of a location, for display. */
export const ruleFor = (place: Pick<Location, 'country' | 'region'>): LegalRule => rulesFor(place).at(-1)!

/** Lists the legal limits on call frequency at a location. */
export const legalCapsOf = (place: Pick<Location, 'country' | 'region'>): LegalCap[] =>
  rulesFor(place).flatMap(({ id, caps }) => caps.map((cap) => ({ rule: id, ...cap })))

/** Returns a rule's hours on a day of the week. */
export const hoursOn = (rule: LegalRule, day: Day): Hours => (day === 'sat' ? rule.sat : day === 'sun' ? rule.sun : rule.monFri)
