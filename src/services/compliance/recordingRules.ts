import rules from '../../data/recording-rules.json' with { type: 'json' }
import { clock } from '../../kernel/lib/clock.ts'
import { isValidAt, type Validity } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import { contentHashOf, versionOf } from './ruleVersions.ts'

/** The version of the built-in table. */
export const RULES_VERSION = versionOf(rules)

/** What the law of a country says about recording, and where. */
export interface RecordingRule {
  rule: string
  /** Whether calls are never recorded. */
  suppress: boolean
  /** How certain the law is: `high`, `medium` or `low`. `host` for a rule of the server administrator. */
  certainty: string
  basis: string
}

const countries = rules.countries as Record<string, RecordingRule>

/** The built-in rule of a country. */
export const builtInRecordingRule = (country: string): RecordingRule | undefined => countries[country]

/** A rule of the server administrator for a period. Replaces the built-in rule of its country. */
export interface HostRecordingRule extends Validity {
  place: string
  rule: RecordingRule
  /** Why the administrator accepts that it permits what certain law forbids; null if it doesn't. */
  looserBecause: string | null
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

/** Returns the recording rule of a country that applies now; undefined if there is none. */
export const ruleOf = (country: string | null): RecordingRule | undefined =>
  listValid().find(({ place }) => place === country)?.rule ?? countries[country ?? '']

/** Lists the rules that apply now, by country. */
export const effectiveRecordingRules = (): ReadonlyMap<string, RecordingRule> =>
  new Map([...Object.entries(countries), ...listValid().map(({ place, rule }) => [place, rule] as const)])

const ANNOUNCED: readonly string[] = ['notice', 'all_party', 'state']

/** Whether calls to the country are recorded only with notice or consent. */
export const needsAnnouncement = (country: string | null): boolean => {
  const rule = ruleOf(country)
  return rule !== undefined && !rule.suppress && ANNOUNCED.includes(rule.rule)
}
