import { LRUCache } from 'lru-cache'
import { sha256 } from '../../../kernel/crypto/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { DAY_MS, dayOf, wallTime } from '../../../kernel/lib/zoneDays.ts'
import { type ConsentDemand, consentRulesVersion } from '../consentRules.ts'
import { type HourSettings, windowsOn } from '../dayRules.ts'
import { findOrdered, findSpoken } from '../disclosures/findStatements.ts'
import { type Statement, STATEMENTS } from '../disclosures/statements.ts'
import { locate, type Location } from '../leadLocations.ts'
import { hoursVersion, rulesFor } from '../legalHours.ts'

/**
 * What was known and decided when a call was placed, as far as its rows do not say it later. Stored in `call_details.decision` of every call,
 * so it is short: IDs and versions instead of texts. Contains no personal data of the contact, because it stays when the call is erased.
 */
export interface PlacedDecision {
  /** Who placed a single call. Absent for a call of a campaign's dialer, and for an inbound call. */
  by?: { user?: number; key?: number }
  /** What the published agent states. */
  says: Statement[]
  /** Country or state, such as `US-FL`, and how it is known. Absent for inbound calls, as everything below. */
  place?: string | null
  known?: Location['source']
  /** Hours in which calls were permitted that day, such as `08:00-21:00`, by zone. Of many zones, those with the earliest and the latest local time. */
  zones?: Record<string, string>
  /** Legal rules that applied. Absent if none did. */
  law?: string[]
  /** Version of the calling hours table. */
  hours?: string
  /** Calls to the number within 30 days before, up to 100. The statement that commits a single call adds it. Absent in calls of earlier versions. */
  calls?: number
  /** The consent that was demanded, and the version of the table. Absent if none was demanded. */
  consent?: ConsentDemand & { version: string }
}

/** The earlier calls that a decision counts: of so many days, and at most so many. */
export const CALLS_DAYS = 30
export const MAX_CALLS = 100

interface OutboundCall {
  contact: { phoneNumber: string; data: unknown }
  settings: HourSettings
  isLegal: boolean
  /** Times of calls to the number, as far back as limits on their frequency look. */
  callTimes?: readonly Date[]
  consent?: ConsentDemand | null
  by?: Pick<Actor, 'userId' | 'keyId'>
  now: Date
}

/** What the published words of an agent are; null if no agent answers. */
type Words = { firstMessage?: string | null; systemPrompt?: string | null } | null

/** Describes the decision about an outbound call. Pure. */
export function describeOutbound(words: Words, { contact, settings, isLegal, callTimes, consent, by, now }: OutboundCall): PlacedDecision {
  const place = locate(contact)
  const zones = outermost(place.zones, now).map((zone) => [zone, hoursIn(zone, place, settings, isLegal, now)] as const)
  return {
    ...(by && { by: { ...(by.userId !== undefined && { user: by.userId }), ...(by.keyId !== undefined && { key: by.keyId }) } }),
    says: listStatements(words),
    place: place.region && place.country ? `${place.country}-${place.region}` : place.country,
    known: place.source,
    zones: Object.fromEntries(zones),
    ...(isLegal && { law: rulesFor(place).map(({ id }) => id) }),
    hours: hoursVersion(),
    ...(callTimes && { calls: Math.min(MAX_CALLS, callTimes.filter((time) => now.getTime() - time.getTime() < CALLS_DAYS * DAY_MS).length) }),
    ...(consent && { consent: { ...consent, version: consentRulesVersion() } }),
  }
}

/** Describes the decision about an inbound call. Pure. */
export const describeInbound = (words: Words): PlacedDecision => ({ says: listStatements(words) })

function outermost(zones: readonly string[], now: Date): string[] {
  const sorted = zones.toSorted((one, other) => wallTime(one, now.getTime()) - wallTime(other, now.getTime()))
  return [...new Set([sorted[0]!, sorted.at(-1)!])]
}

function hoursIn(zone: string, place: Location, settings: HourSettings, isLegal: boolean, now: Date): string {
  const spans = windowsOn(place, settings, isLegal, dayOf(wallTime(zone, now.getTime())))
  return spans.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`).join()
}

const timeOf = (ms: number) => (ms === DAY_MS ? '24:00' : new Date(ms).toISOString().slice(11, 16))

// Reading a long prompt takes longer than the rest of the decision, and most calls have an agent that was read before.
const stated = new LRUCache<string, Statement[]>({ max: 500 })

function listStatements(words: Words): Statement[] {
  const firstMessage = words?.firstMessage ?? ''
  const systemPrompt = words?.systemPrompt ?? ''
  const key = Buffer.from(sha256(JSON.stringify([firstMessage, systemPrompt]))).toString('base64')
  let statements = stated.get(key)
  if (!statements) {
    const found = new Set([...findSpoken(firstMessage), ...findOrdered(systemPrompt)])
    stated.set(key, (statements = STATEMENTS.filter((statement) => found.has(statement))))
  }
  return statements
}
