import type { CampaignSettings } from '../../../inputs/campaignSettings.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { legalCapsOf, findOpenness } from '../../compliance/callingHours.ts'
import { type ConsentDemand, type ConsentPolicy, findDemand, hasConsent, type ValidConsent } from '../../compliance/consentRules.ts'
import { locate } from '../../compliance/leadLocations.ts'
import type { DecisionFacts } from './decisionSentences.ts'
import { isPremium } from '../../compliance/premiumNumbers.ts'
import type { RegisterMatch } from '../../compliance/registers/registerHashes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Delay before a lead whose number is in a call is considered again. */
const IN_CALL_RETRY_DELAY_MS = 60_000

/** A pending lead, with all inputs of a decision about it. */
export interface Candidate {
  phoneNumber: string
  data: JsonObject
  attempts: number
  /** Times of the lead's calls within the last day. */
  attemptTimes: Date[]
  /** Times of the workspace's calls to its number, as far back as the limits on their frequency look. */
  callTimes: Date[]
  /** When the contact last said that they are not interested. */
  refusedAt: Date | null
  /** Consents of its number that are neither revoked nor expired. */
  consents: readonly ValidConsent[]
  /** Whether its number is on the do-not-call list. */
  isListed: boolean
  /** Register that lists its number. */
  register: RegisterMatch | null
  /** Whether its number is in a call of the workspace, or in one whose outcome is not known yet. */
  isOnTheLine: boolean
}

/** The rules of a campaign's decisions. */
export interface DialRules {
  settings: CampaignSettings
  /** Whether the legal calling hours and limits of the lead's location apply. */
  isLegal: boolean
  /** Null for calls that need no consent. */
  consent: ConsentPolicy | null
  /** Speed factor of simulated calls; waits are divided by it. */
  pace: number
}

export type WaitReason = 'calling_hours' | 'attempts_per_day' | 'legal_limit' | 'refused_recently' | 'on_the_line'
export type EndReason = 'do_not_call_list' | 'do_not_call_register' | 'premium_number' | 'attempts_used' | 'consent_missing'

/** A decision about a lead, with its details. */
export type Decision =
  | { decision: 'call'; reason: 'called'; details: JsonObject; consent: ConsentDemand | null }
  | { decision: 'wait'; reason: WaitReason; until: Date; details: JsonObject }
  | { decision: 'end'; reason: EndReason; status: 'do_not_call' | 'failed'; details: JsonObject }

/**
 * Decides whether a lead may be called at a time. Pure, and the only place that decides it: the dialer uses it in the transaction that begins
 * the call, pre-flight and dry run ahead of time.
 */
export function decide(lead: Candidate, { settings, isLegal, consent, pace }: DialRules, now: Date): Decision {
  const place = locate(lead)
  const placeFacts = { country: place.country, region: place.region, zones: place.zones, place_known_by: place.source }
  const toEnd = <R extends EndReason>(reason: R, status: 'do_not_call' | 'failed', details: DecisionFacts<R>): Decision => ({
    decision: 'end',
    reason,
    status,
    details,
  })
  const toWait = <R extends WaitReason>(reason: R, until: Date, details: DecisionFacts<R>): Decision => ({
    decision: 'wait',
    reason,
    until,
    details: { ...placeFacts, ...details },
  })
  if (lead.isListed) return toEnd('do_not_call_list', 'do_not_call', {})
  if (lead.register) return toEnd('do_not_call_register', 'do_not_call', { ...lead.register })
  if (isPremium(lead.phoneNumber)) return toEnd('premium_number', 'failed', {})
  if (lead.attempts >= settings.maxAttempts) return toEnd('attempts_used', 'failed', { attempts: lead.attempts, max_attempts: settings.maxAttempts })

  const demand = consent && findDemand(consent, place.country, now)
  if (demand && !hasConsent(lead.consents, demand, now))
    return toEnd('consent_missing', 'failed', { ...placeFacts, required: demand.basis, purpose: demand.purpose, rule: demand.rule })

  const hours = findOpenness({ place, settings, isLegal, now })
  if (!hours.open) return toWait('calling_hours', hours.opensAt ?? addMs(now, DAY_MS), { closed_by: hours.reasons })
  if (lead.isOnTheLine) return toWait('on_the_line', addMs(now, IN_CALL_RETRY_DELAY_MS / pace), {})

  const { maxAttemptsPerDay } = settings
  const dayLimitEndsAt = nextAllowedAt(lead.attemptTimes, maxAttemptsPerDay, DAY_MS, now)
  if (dayLimitEndsAt) return toWait('attempts_per_day', dayLimitEndsAt, { max_attempts_per_day: maxAttemptsPerDay })
  for (const cap of isLegal ? legalCapsOf(place) : []) {
    if ('refusedDays' in cap) {
      const waitEndsAt = lead.refusedAt && addMs(lead.refusedAt, cap.refusedDays * DAY_MS)
      if (waitEndsAt && waitEndsAt > now) return toWait('refused_recently', waitEndsAt, { rule: cap.rule, refused_at: lead.refusedAt })
    } else {
      const allowedAt = nextAllowedAt(lead.callTimes, cap.max, cap.hours * HOUR_MS, now)
      if (allowedAt) return toWait('legal_limit', allowedAt, { rule: cap.rule, max: cap.max, hours: cap.hours })
    }
  }
  const details: DecisionFacts<'called'> = { ...placeFacts, attempt: lead.attempts + 1, open_until: hours.closesAt, ...(demand && { consent: demand }) }
  return { decision: 'call', reason: 'called', details, consent: demand }
}

const addMs = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** The time when one more call is allowed within the limit; null if it is allowed now. */
function nextAllowedAt(times: readonly Date[], max: number | null, withinMs: number, now: Date): Date | null {
  if (max === null) return null
  const recent = times.filter((time) => addMs(time, withinMs) > now).toSorted((a, b) => b.getTime() - a.getTime())
  return recent.length < max ? null : addMs(recent[max - 1]!, withinMs)
}
