import type { CampaignSettings } from '../../../inputs/campaignSettings.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { capsOf, openness } from '../../compliance/callingHours.ts'
import { placeOf } from '../../compliance/leadPlaces.ts'
import { isPremium } from '../../compliance/premiumNumbers.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Somebody who is on the line with us already is looked at again after so long. */
const ON_THE_LINE_MS = 60_000

/** A lead that waits to be called, with all that a decision about it is made of. */
export interface Candidate {
  phoneNumber: string
  data: JsonObject
  attempts: number
  /** When it was called within the last day. */
  attemptTimes: Date[]
  /** When the workspace called its number within the last 30 days. */
  callTimes: Date[]
  /** When somebody at its number last said that they are not interested. */
  refusedAt: Date | null
  /** Its number is on the do-not-call list. */
  isListed: boolean
  /** Its number is in a call of the workspace right now, or what came of that is not known yet. */
  isOnTheLine: boolean
}

/** What a campaign's decisions keep to. */
export interface DialRules {
  settings: CampaignSettings
  /** The legal calling hours of the lead's place, and its legal limits, hold. */
  isLegal: boolean
  /** How much faster than life the calls of the campaign's agent run; waits are divided by it. */
  pace: number
}

export type WaitReason = 'calling_hours' | 'attempts_per_day' | 'legal_limit' | 'refused_recently' | 'on_the_line'
export type EndReason = 'do_not_call_list' | 'premium_number' | 'attempts_used'

/** What is to become of a lead now, and what that was judged by. */
export type Decision =
  | { verdict: 'call'; reason: 'called'; facts: JsonObject }
  | { verdict: 'wait'; reason: WaitReason; until: Date; facts: JsonObject }
  | { verdict: 'end'; reason: EndReason; status: 'do_not_call' | 'failed'; facts: JsonObject }

/**
 * Whether a lead may be called at a moment. Pure, and the only place that decides it: the dialer asks it in the
 * transaction that begins the call, pre-flight and dry run ask it ahead of time.
 */
export function decide(lead: Candidate, { settings, isLegal, pace }: DialRules, now: Date): Decision {
  const place = placeOf(lead)
  const where = { country: place.country, region: place.region, zones: place.zones, place_known_by: place.source }
  const end = (reason: EndReason, status: 'do_not_call' | 'failed', facts: JsonObject = {}): Decision => ({ verdict: 'end', reason, status, facts })
  const wait = (reason: WaitReason, until: Date, facts: JsonObject): Decision => ({ verdict: 'wait', reason, until, facts: { ...where, ...facts } })
  if (lead.isListed) return end('do_not_call_list', 'do_not_call')
  if (isPremium(lead.phoneNumber)) return end('premium_number', 'failed')
  if (lead.attempts >= settings.maxAttempts) return end('attempts_used', 'failed', { attempts: lead.attempts, max_attempts: settings.maxAttempts })

  const hours = openness({ place, settings, isLegal, now })
  if (!hours.open) return wait('calling_hours', hours.opensAt ?? after(now, DAY_MS), { closed_by: hours.reasons })
  if (lead.isOnTheLine) return wait('on_the_line', after(now, ON_THE_LINE_MS / pace), {})

  const { maxAttemptsPerDay } = settings
  const today = freeAt(lead.attemptTimes, maxAttemptsPerDay, DAY_MS, now)
  if (today) return wait('attempts_per_day', today, { max_attempts_per_day: maxAttemptsPerDay })
  for (const cap of isLegal ? capsOf(place) : []) {
    if ('refusedDays' in cap) {
      const over = lead.refusedAt && after(lead.refusedAt, cap.refusedDays * DAY_MS)
      if (over && over > now) return wait('refused_recently', over, { rule: cap.rule, refused_at: lead.refusedAt })
    } else {
      const allowed = freeAt(lead.callTimes, cap.max, cap.hours * HOUR_MS, now)
      if (allowed) return wait('legal_limit', allowed, { rule: cap.rule, max: cap.max, hours: cap.hours })
    }
  }
  return { verdict: 'call', reason: 'called', facts: { ...where, attempt: lead.attempts + 1, open_until: hours.closesAt } }
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** When one more may follow so many within a time; null when it may now. */
function freeAt(times: readonly Date[], max: number | null, withinMs: number, now: Date): Date | null {
  if (max === null) return null
  const recent = times.filter((time) => after(time, withinMs) > now).toSorted((a, b) => b.getTime() - a.getTime())
  return recent.length < max ? null : after(recent[max - 1]!, withinMs)
}
