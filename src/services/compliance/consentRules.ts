import table from '../../data/consent-rules.json' with { type: 'json' }
import { CONSENT_BASES, type ConsentBasis, type ConsentPurpose } from '../../inputs/consents.ts'
import type { ConsentRequired } from '../../inputs/campaignSettings.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { versionOf } from './ruleVersions.ts'

/** Version of the table of consents, saved with each decision that it caused. */
export const CONSENT_RULES_VERSION = versionOf(table)

type Voice = 'artificial' | 'human'
interface ConsentRule {
  marketing: Record<Voice, ConsentBasis | null>
  other: Record<Voice, ConsentBasis | null>
  /** Day from which it is law. */
  validFrom?: string
  certainty: 'high' | 'medium' | 'low'
  basis: string
}

const rules = new Map(Object.entries(fromJson<Record<string, ConsentRule>>(table.rules)))

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
}

/** The weakest basis that permits a call, and the rule that demands it; null if only the campaign does. */
export interface ConsentDemand {
  basis: ConsentBasis
  purpose: ConsentPolicy['purpose']
  rule: string | null
}

/** Returns the consent that the law of a country demands, as far as known, and whether that is certain. All calls of agents have artificial voices. */
export function findLegalDemand(country: string | null, purpose: ConsentPolicy['purpose'], now: Date, voice: Voice = 'artificial') {
  const rule = rules.get(country ?? '')
  const basis = rule?.[purpose === 'marketing' ? 'marketing' : 'other'][voice]
  if (!rule || !basis || (rule.validFrom !== undefined && now < new Date(rule.validFrom))) return null
  return { basis, purpose, rule: country, isCertain: rule.certainty === 'high' }
}

/**
 * Returns the consent without which the dialer places no call: what the campaign demands, and what a certain law demands for marketing. Null
 * if none is. Where the law is uncertain, or the purpose of the calls is not stated, pre-flight advises instead.
 */
export function findDemand({ required, purpose }: ConsentPolicy, country: string | null, now: Date): ConsentDemand | null {
  if (required === 'none') return null
  const law = purpose === 'marketing' ? findLegalDemand(country, purpose, now) : null
  const legal = law?.isCertain ? { basis: law.basis, purpose, rule: law.rule } : null
  if (required === 'by_law' || (legal && isAtLeast(legal.basis, required))) return legal
  return { basis: required, purpose, rule: null }
}

/** Whether a policy demands consent of anybody, so that consents must be read. */
export const mayDemand = (policy: ConsentPolicy | null) =>
  policy !== null && policy.required !== 'none' && (policy.required !== 'by_law' || policy.purpose === 'marketing')

/** Whether one of the consents of a number permits a call at a time. */
export const hasConsent = (consents: readonly ValidConsent[], { basis: demanded, purpose }: Omit<ConsentDemand, 'rule'>, now: Date): boolean =>
  consents.some(
    (consent) =>
      isAtLeast(consent.basis, demanded) &&
      (purpose === null || consent.purpose === 'any' || consent.purpose === purpose) &&
      (consent.until === null || new Date(consent.until) > now),
  )

const isAtLeast = (basis: ConsentBasis, demanded: ConsentBasis) => CONSENT_BASES.indexOf(basis) <= CONSENT_BASES.indexOf(demanded)
