import table from '../../data/calling-hours.json' with { type: 'json' }
import { fromJson } from '../shared/jsonColumns.ts'
import { versionOf } from './ruleVersions.ts'
import { findByLaw, territories } from './territories.ts'

export type Hours = [from: string, to: string][]

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
  /** How certain the law is: `high`, `medium` or `low`. `host` for a rule of the server administrator. */
  certainty: string
  basis: string
  /** Why the server administrator accepts that it permits what certain law forbids. Absent if it doesn't. */
  looserBecause?: string
}

/** Version of the built-in table. */
export const TABLE_VERSION = versionOf({ ...table, territories })

/** The built-in rules by place. */
export const builtInRules: Readonly<Record<string, LegalRule | undefined>> = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.entries(fromJson<Record<string, Omit<LegalRule, 'id'>>>(table.rules)).map(([id, rule]) => [id, { id, ...rule }])),
)

/** The built-in rule that applies in a country, or that of a state or province. */
export const builtInRule = (place: string): LegalRule | undefined => findByLaw(place, (of) => builtInRules[of])?.rule

/** The rule of places that no rule names. */
export const DEFAULT_RULE: LegalRule = { id: 'default', ...fromJson<Omit<LegalRule, 'id'>>(table.default) }
