import type { Env } from '../../kernel/config/env.ts'
import { log } from '../../kernel/log.ts'
import { planOverrides, PlansFile } from '../../kernel/vocabulary/plans.ts'
import { PricesFile } from '../billing/priceList.ts'
import { usePrices } from '../billing/pricing.ts'
import { readDataFile } from '../../kernel/lib/validity.ts'
import { useHostConsentRules } from '../compliance/consentRules.ts'
import { useHostRules } from '../compliance/hostRules.ts'
import { useHostRecordingRules } from '../compliance/recordingRules.ts'
import { RulesFile } from '../compliance/rulesFile.ts'

/**
 * Applies the plan limits, prices and rules of law from the server administrator's files, or the built-in ones. Called once at startup. Logs
 * each rule that permits what certain law forbids. Throws an Error that names the setting, the file and every mistake in it.
 */
export function useAdministratorData({ PLANS_FILE, PRICES_FILE, RULES_FILE }: Pick<Env, 'PLANS_FILE' | 'PRICES_FILE' | 'RULES_FILE'>): void {
  planOverrides.set(PLANS_FILE ? readDataFile('PLANS_FILE', PLANS_FILE, PlansFile).plans : [])
  usePrices(PRICES_FILE ? readDataFile('PRICES_FILE', PRICES_FILE, PricesFile).prices : [])
  const rules = RULES_FILE ? readDataFile('RULES_FILE', RULES_FILE, RulesFile) : { calling_hours: [], consent: [], recording: [] }
  const hours = rules.calling_hours.map((entry) => ({ ...entry, place: entry.rule.id }))
  for (const { place, rule } of [...hours, ...rules.consent, ...rules.recording])
    if (rule.looserBecause !== undefined) log.warn({ place, reason: rule.looserBecause }, 'a rule of RULES_FILE permits calls that the law forbids')
  useHostRules(rules.calling_hours)
  useHostConsentRules(rules.consent)
  useHostRecordingRules(rules.recording)
}
