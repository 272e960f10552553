import table from '../../data/consent-rules.json' with { type: 'json' }
import { CONSENT_BASES, type ConsentBasis, type ConsentPurpose } from '../../inputs/consents.ts'
import type { ConsentRequired } from '../../inputs/campaignSettings.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { isValidAt, type Validity } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { contentHashOf, versionOf } from './ruleVersions.ts'
import { findByLaw, territories, withTerritories } from './territories.ts'

/** Version of the built-in table of consents. */
export const CONSENT_RULES_VERSION = versionOf({ ...table, territories })

type Voice = 'artificial' | 'human'
/** The consent that a country demands. */
export interface ConsentRule {
  marketing: Record<Voice, ConsentBasis | null>
  other: Record<Voice, ConsentBasis | null>
  /** Day from which it is law. */
  validFrom?: string
  /** How certain the law is; `host` for a rule of the server administrator. */
  certainty: 'high' | 'medium' | 'low' | 'host'
  basis: string
  /** Why the server administrator accepts that it permits what certain law forbids. Absent if it doesn't. */
  looserBecause?: string
}

const rules = new Map(Object.entries(fromJson<Record<string, ConsentRule>>(table.rules)))

/** The built-in rule that applies in a country. */
export const builtInConsentRule = (country: string): ConsentRule | undefined => findByLaw(country, (place) => rules.get(place))?.rule

/** A rule of the server administrator for a period. Replaces the built-in rule of its country. */
export interface HostConsentRule extends Validity {
  place: string
  rule: ConsentRule
}

const hostRules = perServer<readonly HostConsentRule[]>(() => [])

/** Applies the administrator's rules. Called once at start. */
export const useHostConsentRules = (own: readonly HostConsentRule[]): void => hostRules.set(own)

const listValid = (now: Date) => hostRules().filter((entry) => isValidAt(entry, now))

/** Version of the rules that apply now, saved with each decision that they caused: of the built-in table, then a hash of the administrator's rules. */
export function consentRulesVersion(): string {
  const own = listValid(clock.now()).map(({ place, rule }) => ({ place, ...rule }))
  return own.length === 0 ? CONSENT_RULES_VERSION : `${CONSENT_RULES_VERSION}+${contentHashOf({ version: '', rules: own })}`
}

/** Lists the rules that apply now, by country. */
export const effectiveConsentRules = (): ReadonlyMap<string, ConsentRule> =>
  withTerritories(new Map([...rules, ...listValid(clock.now()).map(({ place, rule }) => [place, rule] as const)]))

/** A valid consent of a number: neither revoked nor expired when it was read. */
export interface ValidConsent {
  basis: ConsentBasis
  purpose: ConsentPurpose
  /** When it expires, in ISO 8601. */
  until: string | null
}

/** What a campaign demands, and what its calls are for; null if that is not stated. */
export interface ConsentPolicy {
  required: ConsentRequired
  purpose: 'marketing' | 'service' | null
  /** Whether it is a call without a campaign: it needs the consent that a certain law demands of calls for any purpose. */
  isSingle?: boolean
}

/** The weakest basis that permits a call, and the rule that demands it; null if only the campaign does. */
export interface ConsentDemand {
  basis: ConsentBasis
  purpose: ConsentPolicy['purpose']
  rule: string | null
}

/**
 * Returns the consent that the law demands in a country, as far as known, the country whose law it is, and whether that is certain. All calls of
 * agents have artificial voices.
 */
export function findLegalDemand(country: string | null, purpose: ConsentPolicy['purpose'], now: Date, voice: Voice = 'artificial') {
  const own = listValid(now)
  const law = findByLaw(country, (of) => own.find(({ place }) => place === of)?.rule ?? rules.get(of))
  const basis = law?.rule[purpose === 'marketing' ? 'marketing' : 'other'][voice]
  if (!law || !basis || (law.rule.validFrom !== undefined && now < new Date(law.rule.validFrom))) return null
  return { basis, purpose, rule: law.place, isCertain: law.rule.certainty === 'high' || law.rule.certainty === 'host' }
}

/**
 * Returns the consent without which the dialer places no call: what the campaign demands, and what a certain law demands for marketing, or of
 * any single call. Null if none is. Where the law is uncertain, or the purpose of the calls is not stated, pre-flight advises instead.
 */
export function findDemand({ required, purpose, isSingle = false }: ConsentPolicy, country: string | null, now: Date): ConsentDemand | null {
  if (required === 'none') return null
  const law = purpose === 'marketing' || isSingle ? findLegalDemand(country, purpose, now) : null
  const legal = law?.isCertain ? { basis: law.basis, purpose, rule: law.rule } : null
  if (required === 'by_law' || (legal && isAtLeast(legal.basis, required))) return legal
  return { basis: required, purpose, rule: null }
}

/** Whether a policy demands consent of anybody, so that consents must be read. */
export const mayDemand = (policy: ConsentPolicy | null) =>
  policy !== null && policy.required !== 'none' && (policy.required !== 'by_law' || policy.purpose === 'marketing' || policy.isSingle === true)

/** Whether one of the consents of a number permits a call at a time. */
export const hasConsent = (consents: readonly ValidConsent[], { basis: demanded, purpose }: Omit<ConsentDemand, 'rule'>, now: Date): boolean =>
  consents.some(
    (consent) =>
      isAtLeast(consent.basis, demanded) &&
      (purpose === null || consent.purpose === 'any' || consent.purpose === purpose) &&
      (consent.until === null || new Date(consent.until) > now),
  )

const isAtLeast = (basis: ConsentBasis, demanded: ConsentBasis) => CONSENT_BASES.indexOf(basis) <= CONSENT_BASES.indexOf(demanded)
