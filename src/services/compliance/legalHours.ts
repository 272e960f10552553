import type { Day } from '../../inputs/campaignSettings.ts'
import { validHostRules } from './hostRules.ts'
import { builtInRules, DEFAULT_RULE, type Hours, type LegalRule, TABLE_VERSION } from './hoursTable.ts'
import type { Location } from './leadLocations.ts'
import { contentHashOf } from './ruleVersions.ts'
import { findByLaw, withTerritories } from './territories.ts'

export type { LegalRule } from './hoursTable.ts'

/** A maximum number of calls within some hours, or a waiting time in days after a refusal. */
export type LegalCap = { rule: string; hours: number; max: number } | { rule: string; refusedDays: number }

/** Version of the rules that apply now, saved with every decision about a lead or call: of the built-in table, then a hash of the administrator's rules. */
export function hoursVersion(): string {
  const own = validHostRules()
  return own ? `${TABLE_VERSION}+${contentHashOf({ version: '', rules: [...own.values()] })}` : TABLE_VERSION
}

const cache = new Map<string, LegalRule[]>()

/**
 * Lists the rules of a location that apply now, the country first: the rule of a region applies in addition. The default rule if there is
 * none. The server administrator's rule replaces the built-in one of its place.
 */
export function rulesFor(place: Pick<Location, 'country' | 'region'>): LegalRule[] {
  const own = validHostRules()
  if (own) return listRules(place, (id) => own.get(id) ?? builtInRules[id])
  const key = regionIdOf(place)
  let matching = cache.get(key)
  if (!matching) cache.set(key, (matching = listRules(place, (id) => builtInRules[id])))
  return matching
}

const regionIdOf = ({ country, region }: Pick<Location, 'country' | 'region'>) => `${country}-${region}`

function listRules(place: Pick<Location, 'country' | 'region'>, find: (id: string) => LegalRule | undefined): LegalRule[] {
  const rules = [findByLaw(place.country, find)?.rule, find(regionIdOf(place))].filter((rule) => rule !== undefined)
  return rules.length > 0 ? rules : [DEFAULT_RULE]
}

/** Lists the rules that apply now, by place, with the one of other places as `default`. */
export function effectiveHours(): ReadonlyMap<string, LegalRule> {
  const builtIn = Object.entries(builtInRules) as [string, LegalRule][]
  return withTerritories(new Map([['default', DEFAULT_RULE], ...builtIn, ...(validHostRules() ?? [])]))
}

/** Returns the most specific rule of a location, for display. */
export const ruleFor = (place: Pick<Location, 'country' | 'region'>): LegalRule => rulesFor(place).at(-1)!

/** Lists the legal limits on call frequency at a location. */
export const legalCapsOf = (place: Pick<Location, 'country' | 'region'>): LegalCap[] =>
  rulesFor(place).flatMap(({ id, caps }) => caps.map((cap) => ({ rule: id, ...cap })))

/** How far back calls to a number are read in any case: 30 days, and 100 calls. */
const LEAST_REACH = { historyHours: 720, historyCalls: 100 }

/** How many hours and calls back the limits on call frequency look that apply now, wherever a number is. Parameters of statements that read the calls of numbers. */
export function callReach(): { historyHours: number; historyCalls: number } {
  const caps = [...(validHostRules()?.values() ?? [])].flatMap((rule) => rule.caps).filter((cap) => 'hours' in cap)
  return caps.reduce(
    ({ historyHours, historyCalls }, { hours, max }) => ({ historyHours: Math.max(historyHours, hours), historyCalls: Math.max(historyCalls, max) }),
    LEAST_REACH,
  )
}

/** Returns a rule's hours on a day of the week. */
export const hoursOn = (rule: LegalRule, day: Day): Hours => (day === 'sat' ? rule.sat : day === 'sun' ? rule.sun : rule.monFri)
