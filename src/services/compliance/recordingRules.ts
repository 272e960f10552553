import rules from '../../data/recording-rules.json' with { type: 'json' }
import { versionOf } from './ruleVersions.ts'

/** The version of the recording rule table. It is stored with every decision. */
export const RULES_VERSION = versionOf(rules)

/** What the law of a country says about recording, and where. */
export interface RecordingRule {
  rule: string
  /** Whether calls are never recorded. */
  suppress: boolean
  basis: string
}

const countries = rules.countries as Record<string, RecordingRule>

/** Returns the recording rule of a country; undefined if it is not in the table. */
export const ruleOf = (country: string | null): RecordingRule | undefined => countries[country ?? '']

const ANNOUNCED: readonly string[] = ['notice', 'all_party', 'state']

/** Whether calls to the country are recorded only with notice or consent. */
export const needsAnnouncement = (country: string | null): boolean => {
  const rule = ruleOf(country)
  return rule !== undefined && !rule.suppress && ANNOUNCED.includes(rule.rule)
}
