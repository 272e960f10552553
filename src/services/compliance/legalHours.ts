import table from '../../data/calling-hours.json' with { type: 'json' }
import type { Day } from '../../inputs/campaignSettings.ts'
import type { Place } from './leadPlaces.ts'
import { versionOf } from './ruleVersions.ts'
import { readJson } from '../shared/jsonColumns.ts'

/** The version of the table the law is read from. It is kept with every decision about a lead. */
export const HOURS_VERSION = versionOf(table)

type Hours = [from: string, to: string][]

/** When marketing calls may begin somewhere, in local time. Its id is such as `US-FL`, `FR` or `default`. */
export interface LegalRule {
  id: string
  monFri: Hours
  sat: Hours
  sun: Hours
  /** Whether they may on public holidays. */
  holidays: boolean
  /** A weekday before a public holiday has Saturday's hours. */
  holidayEveIs?: 'sat'
  caps: ({ hours: number; max: number } | { refusedDays: number })[]
  certainty: string
  basis: string
}

/** So many calls within so many hours at most; or so many days without any after a refusal. */
export type LegalCap = { rule: string; hours: number; max: number } | { rule: string; refusedDays: number }

const rules = readJson<Record<string, Omit<LegalRule, 'id'>>>(table.rules)
const FALLBACK = { id: 'default', ...readJson<Omit<LegalRule, 'id'>>(table.default) }
const cache = new Map<string, LegalRule[]>()

/** All rules that hold at a place, the country's first: a region's rule holds beside it. The default where there is none. */
export function rulesFor({ country, region }: Pick<Place, 'country' | 'region'>): LegalRule[] {
  const key = `${country}-${region}`
  let found = cache.get(key)
  if (!found) {
    const listed = [country ?? '', key].flatMap((id) => (Object.hasOwn(rules, id) ? [{ id, ...rules[id]! }] : []))
    cache.set(key, (found = listed.length ? listed : [FALLBACK]))
  }
  return found
}

/** The most specific rule of a place: what is told when somebody asks which law holds. */
export const ruleFor = (place: Pick<Place, 'country' | 'region'>): LegalRule => rulesFor(place).at(-1)!

/** How often somebody may be called at a place by its law. */
export const capsOf = (place: Pick<Place, 'country' | 'region'>): LegalCap[] =>
  rulesFor(place).flatMap(({ id, caps }) => caps.map((cap) => ({ rule: id, ...cap })))

/** The hours of a rule on a day of the week. */
export const hoursOn = (rule: LegalRule, day: Day): Hours => (day === 'sat' ? rule.sat : day === 'sun' ? rule.sun : rule.monFri)
