import rules from '../../data/recording-rules.json' with { type: 'json' }
import { clock } from '../../kernel/lib/clock.ts'
import { isValidAt, type Validity } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import { contentHashOf, versionOf } from './ruleVersions.ts'
import { findByLaw, territories, withTerritories } from './territories.ts'

/** The version of the built-in table. */
export const RULES_VERSION = versionOf({ ...rules, territories })

/** What the law of a country says about recording, and where. */
export interface RecordingRule {
  rule: string
  /** Whether calls are never recorded. */
  suppress: boolean
  /** How certain the law is: `high`, `medium` or `low`. `host` for a rule of the server administrator. */
  certainty: string
  basis: string
  /** Why the server administrator accepts that it permits what certain law forbids. Absent if it doesn't. */
  looserBecause?: string
}

const countries = rules.countries as Record<string, RecordingRule>

/** The built-in rule that applies in a country. */
export const builtInRecordingRule = (country: string): RecordingRule | undefined => findByLaw(country, (place) => countries[place])?.rule

/** A rule of the server administrator for a period. Replaces the built-in rule of its country. */
export interface HostRecordingRule extends Validity {
  place: string
  rule: RecordingRule
}

const hostRules = perServer<readonly HostRecordingRule[]>(() => [])

/** Applies the administrator's rules. Called once at start. */
export const useHostRecordingRules = (own: readonly HostRecordingRule[]): void => hostRules.set(own)

function listValid(): readonly HostRecordingRule[] {
  const now = clock.now()
  return hostRules().filter((entry) => isValidAt(entry, now))
}

/** Version of the rules that apply now, stored with every decision: of the built-in table, then a hash of the administrator's rules. */
export function recordingRulesVersion(): string {
  const own = listValid().map(({ place, rule }) => ({ place, ...rule }))
  return own.length === 0 ? RULES_VERSION : `${RULES_VERSION}+${contentHashOf({ version: '', rules: own })}`
}

/** Returns the recording rule that applies now in a country; undefined if there is none. */
export function ruleOf(country: string | null): RecordingRule | undefined {
  const own = listValid()
  return findByLaw(country, (of) => own.find(({ place }) => place === of)?.rule ?? countries[of])?.rule
}

/** Lists the rules that apply now, by country. */
export const effectiveRecordingRules = (): ReadonlyMap<string, RecordingRule> =>
  withTerritories(new Map([...Object.entries(countries), ...listValid().map(({ place, rule }) => [place, rule] as const)]))

const ANNOUNCED: readonly string[] = ['notice', 'all_party', 'state']

/** Whether calls to the country are recorded only with notice or consent. */
export const needsAnnouncement = (country: string | null): boolean => {
  const rule = ruleOf(country)
  return rule !== undefined && !rule.suppress && ANNOUNCED.includes(rule.rule)
}
