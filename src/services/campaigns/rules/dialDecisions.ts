import type { CampaignSettings } from '../../../inputs/campaignSettings.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { legalCapsOf, findOpenness } from '../../compliance/callingHours.ts'
import { locate } from '../../compliance/leadLocations.ts'
import { isPremium } from '../../compliance/premiumNumbers.ts'

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
  /** Times of the workspace's calls to its number within the last 30 days. */
  callTimes: Date[]
  /** When the contact last said that they are not interested. */
  refusedAt: Date | null
  /** Whether its number is on the do-not-call list. */
  isListed: boolean
  /** Whether its number is in a call of the workspace, or in one whose outcome is not known yet. */
  isOnTheLine: boolean
}

/** The rules of a campaign's decisions. */
export interface DialRules {
  settings: CampaignSettings
  /** Whether the legal calling hours and limits of the lead's location apply. */
  isLegal: boolean
  /** Speed factor of simulated calls; waits are divided by it. */
  pace: number
}

export type WaitReason = 'calling_hours' | 'attempts_per_day' | 'legal_limit' | 'refused_recently' | 'on_the_line'
export type EndReason = 'do_not_call_list' | 'premium_number' | 'attempts_used'

/** A decision about a lead, with the facts behind it. */
export type Decision =
  | { verdict: 'call'; reason: 'called'; facts: JsonObject }
  | { verdict: 'wait'; reason: WaitReason; until: Date; facts: JsonObject }
  | { verdict: 'end'; reason: EndReason; status: 'do_not_call' | 'failed'; facts: JsonObject }

/**
 * Decides whether a lead may be called at a time. Pure, and the only place that decides it: the dialer uses it in the transaction that begins
 * the call, pre-flight and dry run ahead of time.
 */
export function decide(lead: Candidate, { settings, isLegal, pace }: DialRules, now: Date): Decision {
  const place = locate(lead)
  const where = { country: place.country, region: place.region, zones: place.zones, place_known_by: place.source }
  const end = (reason: EndReason, status: 'do_not_call' | 'failed', facts: JsonObject = {}): Decision => ({ verdict: 'end', reason, status, facts })
  const wait = (reason: WaitReason, until: Date, facts: JsonObject): Decision => ({ verdict: 'wait', reason, until, facts: { ...where, ...facts } })
  if (lead.isListed) return end('do_not_call_list', 'do_not_call')
  if (isPremium(lead.phoneNumber)) return end('premium_number', 'failed')
  if (lead.attempts >= settings.maxAttempts) return end('attempts_used', 'failed', { attempts: lead.attempts, max_attempts: settings.maxAttempts })

  const hours = findOpenness({ place, settings, isLegal, now })
  if (!hours.open) return wait('calling_hours', hours.opensAt ?? after(now, DAY_MS), { closed_by: hours.reasons })
  if (lead.isOnTheLine) return wait('on_the_line', after(now, IN_CALL_RETRY_DELAY_MS / pace), {})

  const { maxAttemptsPerDay } = settings
  const today = nextAllowedAt(lead.attemptTimes, maxAttemptsPerDay, DAY_MS, now)
  if (today) return wait('attempts_per_day', today, { max_attempts_per_day: maxAttemptsPerDay })
  for (const cap of isLegal ? legalCapsOf(place) : []) {
    if ('refusedDays' in cap) {
      const over = lead.refusedAt && after(lead.refusedAt, cap.refusedDays * DAY_MS)
      if (over && over > now) return wait('refused_recently', over, { rule: cap.rule, refused_at: lead.refusedAt })
    } else {
      const allowed = nextAllowedAt(lead.callTimes, cap.max, cap.hours * HOUR_MS, now)
      if (allowed) return wait('legal_limit', allowed, { rule: cap.rule, max: cap.max, hours: cap.hours })
    }
  }
  return { verdict: 'call', reason: 'called', facts: { ...where, attempt: lead.attempts + 1, open_until: hours.closesAt } }
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** The time when one more call is allowed within the limit; null if it is allowed now. */
function nextAllowedAt(times: readonly Date[], max: number | null, withinMs: number, now: Date): Date | null {
  if (max === null) return null
  const recent = times.filter((time) => after(time, withinMs) > now).toSorted((a, b) => b.getTime() - a.getTime())
  return recent.length < max ? null : after(recent[max - 1]!, withinMs)
}
