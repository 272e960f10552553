import { toCanonicalJson } from '../../kernel/json/canonicalJson.ts'
import { groupBy } from '../../kernel/lib/groups.ts'
import { effectiveConsentRules } from './consentRules.ts'
import { effectiveHours } from './legalHours.ts'
import { effectiveRecordingRules } from './recordingRules.ts'
import { effectiveRegisterRules } from './registers/registerRules.ts'

export const RULE_TABLES = ['calling_hours', 'consent', 'recording', 'registers'] as const
export type RulesTable = (typeof RULE_TABLES)[number]

/** What a rule says, as JSON, without its source. */
type Rule = Readonly<Record<string, unknown>>
/** The rules of each table that apply at a time, by place: a country, a state such as `US-FL`, or `default`. */
export type RulesInForce = Record<RulesTable, Record<string, Rule>>

/** Lists all rules that apply now: the built-in ones, and those of the server administrator in place of them. */
export const rulesInForce = (): RulesInForce => ({
  calling_hours: withoutSources(effectiveHours()),
  consent: withoutSources(effectiveConsentRules()),
  recording: withoutSources(effectiveRecordingRules()),
  registers: withoutSources(effectiveRegisterRules()),
})

const SOURCES: ReadonlySet<string> = new Set(['id', 'basis', 'evidence', 'note'])

const withoutSources = (rules: ReadonlyMap<string, object>): Record<string, Rule> =>
  Object.fromEntries([...rules].map(([place, rule]) => [place, Object.fromEntries(Object.entries(rule).filter(([name]) => !SOURCES.has(name)))]))

/** Rules of the server administrator that permit what certain law forbids, for one reason. */
export interface LooserRules {
  places: string[]
  reason: string
}

/** Lists the rules that permit now what certain law forbids, by table and reason. */
export const listLooser = (): LooserRules[] =>
  Object.values(rulesInForce()).flatMap((rules) => {
    const looser = Object.entries(rules).flatMap(([place, { looserBecause: reason }]) => (typeof reason === 'string' ? [{ place, reason }] : []))
    return [...groupBy(looser, ({ reason }) => reason)].map(([reason, group]) => ({ places: group.map(({ place }) => place), reason }))
  })

/** A rule that is another one than before; null where there is none. */
export interface RuleChange {
  table: RulesTable
  place: string
  before: Rule | null
  after: Rule | null
}

/** Lists the rules that differ, by table and place. Pure. */
export const compareRules = (before: RulesInForce, after: RulesInForce): RuleChange[] =>
  RULE_TABLES.flatMap((table) => {
    const [old, now] = [before[table] ?? {}, after[table]]
    const places = [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted()
    const changes = places.map((place) => ({ table, place, before: old[place] ?? null, after: now[place] ?? null }))
    // The database keeps the names of a rule in another order.
    return changes.filter((change) => toCanonicalJson(change.before) !== toCanonicalJson(change.after))
  })
