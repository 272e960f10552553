import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { transaction, type Tx } from '../../../kernel/db/db.ts'
import { DIALS_LOCK, lockForWorkspace } from '../../../kernel/db/locks.ts'
import { badRequest, invalidFields } from '../../../kernel/vocabulary/errors.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { decide, type Candidate, type Decision, type DialRules, type WaitReason } from '../../campaigns/rules/dialDecisions.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { legalCapsOf, type HoursReason } from '../../compliance/callingHours.ts'
import { locate } from '../../compliance/leadLocations.ts'
import { callReach, hoursVersion } from '../../compliance/legalHours.ts'
import { type ConsentPolicy, consentRulesVersion, findDemand, type ValidConsent } from '../../compliance/consentRules.ts'
import { CALL_HISTORY_COLUMNS, type RecentCalls, validConsentsOf } from '../../leads/leadFacts.ts'
import { registerKeys } from '../../compliance/registers/registerHashes.ts'
import { describeOutbound, type PlacedDecision } from '../../compliance/proof/placedDecisions.ts'
import { fromJson, type PublishedConfig } from '../../shared/jsonColumns.ts'
import type { Target } from './callTargets.ts'

/** What can forbid a single call at a time. */
export type TimingReason = Extract<WaitReason, 'calling_hours' | 'legal_limit' | 'refused_recently'> | 'consent_missing'

/** Why calls to a number are not permitted at a time. Stored in `call_details.timing_advisory`. */
export interface TimingAdvisory {
  reason: TimingReason
  details: JsonObject
  /** From when they are permitted, in ISO 8601. A day later if no time within 35 days is. Null if a consent is missing. */
  permittedFrom: string | null
  rulesVersion: string
}

/** Null if calls were permitted when the call was placed. */
export const advisoryOf = ({ timingAdvisory }: { timingAdvisory: Prisma.JsonValue }) => fromJson<TimingAdvisory | null>(timingAdvisory)

const readHistory = statement(
  'callTimings.readHistory',
  sql`select ${CALL_HISTORY_COLUMNS}, w.call_timing, w.call_consent, ${validConsentsOf(sql`l.phone_number`)} as "consents!" from (values ($toNumber::text)) as l (phone_number) join workspaces w on w.id = $workspaceId`,
)

/** A call without a campaign. Its purpose is not known, so the law on calling hours applies, and the consent that the law demands of any call. */
const NO_CAMPAIGN = { purpose: null, settings: { legalHours: 'always' } }
const SINGLE_CONSENT: ConsentPolicy = { required: 'by_law', purpose: null, isSingle: true }

function rulesFor({ campaign }: Target): DialRules {
  return campaign ? rulesOf(campaign, null) : { ...rulesOf(NO_CAMPAIGN, null), consent: SINGLE_CONSENT }
}

const UNCALLED: Omit<Candidate, 'phoneNumber' | 'data'> = {
  attempts: 0,
  attemptTimes: [],
  callTimes: [],
  consents: [],
  refusedAt: null,
  isListed: false,
  register: null,
  isOnTheLine: false,
}

/** Returns why a call without a campaign is not permitted at this time; null if it is. Throws BAD_REQUEST for an invalid number. */
export async function check({ workspaceId }: Actor, phoneNumber: string): Promise<TimingAdvisory | null> {
  const toNumber = parseE164(phoneNumber)
  if (!toNumber) throw badRequest('invalid_phone_number')
  return (await find({ workspaceId, toNumber, target: { campaign: null, lead: null } })).advisory
}

/** A single call that is to be placed. */
interface Question {
  workspaceId: WorkspaceId
  toNumber: string
  target: Target
}

/** The dialer's decision about a single call. */
interface Timing {
  /** Null if a call is permitted now. */
  advisory: TimingAdvisory | null
  /** Whether the workspace refuses it. */
  isRefused: boolean
  /** Whether the law limits how often the number may be called, so that the decision depends on other calls. */
  isCapped: boolean
}

/**
 * Places a single call as far as it is permitted. Where the law limits the frequency of calls, the decision and the commit of the call hold the
 * lock of the workspace's dialer, so that no other call to the number gets between them. Throws UNPROCESSABLE_ENTITY if the workspace refuses it.
 */
export async function placePermitted<Placed>(question: Question, timing: Timing, commit: (timing: Timing, tx?: Tx) => Promise<Placed>): Promise<Placed> {
  if (!timing.isCapped) return commit(timing)
  return transaction(async (tx) => {
    await lockForWorkspace(tx, DIALS_LOCK, question.workspaceId)
    return commit(requirePermission(await find(question, tx)), tx)
  })
}

/** Returns the decision. Throws UNPROCESSABLE_ENTITY if the workspace refuses the call. */
export function requirePermission(timing: Timing): Timing {
  if (timing.isRefused)
    throw invalidFields([
      {
        loc: ['body', 'to_number'],
        msg: messageOf(timing.advisory!),
        type: 'value_error.call_timing',
        reason: 'call_not_permitted',
        details: { timing: timing.advisory!.reason },
      },
    ])
  return timing
}

/**
 * Asks the dialer's decision about a single call: the law of the number's location, and the calling hours and the consent of the call's campaign
 * if it has one. The limits on attempts are those of a campaign's dialer and don't apply. A number on the do-not-call list is refused for that
 * reason, when the call is committed. Of a time and a consent that both forbid the call, one is named: what the workspace refuses, or else the time.
 */
export async function find({ workspaceId, toNumber, target }: Question, tx?: Tx): Promise<Timing> {
  const [rules, now] = [rulesFor(target), clock.now()]
  const candidate = { ...UNCALLED, ...contactOf(toNumber, target) }
  const place = locate(candidate)
  const read = () => readHistory.get({ workspaceId, toNumber, now, registerKeys: registerKeys(), ...callReach() }, tx)
  // Only a limit of the law on the frequency of calls looks at earlier ones.
  const isCapped = rules.isLegal && legalCapsOf(place).length > 0
  const isDemanded = rules.consent !== null && findDemand(rules.consent, place.country, now) !== null
  const known = isCapped || isDemanded ? await read() : undefined
  const facts = { ...candidate, ...(known && toHistory(known)) }
  const advisories = [{ ...rules, consent: null }, ...(isDemanded ? [rules] : [])].flatMap((each) => toAdvisory(decide(facts, each, now)) ?? [])
  if (advisories.length === 0) return { advisory: null, isRefused: false, isCapped }
  const { callTiming, callConsent, isListed, register } = known ?? (await read())!
  const isUnlisted = !isListed && register === null
  const refuses = ({ reason }: TimingAdvisory) =>
    isUnlisted &&
    ((reason === 'consent_missing' && callConsent === 'refuse') || ((reason !== 'consent_missing' || target.campaign !== null) && callTiming === 'refuse'))
  const refused = advisories.find(refuses)
  return { advisory: refused ?? advisories[0]!, isRefused: refused !== undefined, isCapped }
}

function toAdvisory(decision: Decision): TimingAdvisory | null {
  const { reason, details } = decision
  if (decision.decision === 'wait')
    return { reason: reason as TimingReason, details, permittedFrom: decision.until.toISOString(), rulesVersion: hoursVersion() }
  return reason === 'consent_missing' ? { reason, details, permittedFrom: null, rulesVersion: consentRulesVersion() } : null
}

const toHistory = ({ refusedAt, recent, consents }: NonNullable<Awaited<ReturnType<typeof readHistory.get>>>) => ({
  refusedAt,
  callTimes: fromJson<RecentCalls['recent']>(recent).map(({ at }) => new Date(at)),
  consents: fromJson<ValidConsent[]>(consents),
})

const contactOf = (phoneNumber: string, { lead }: Target) => ({ phoneNumber, data: lead?.phoneNumber === phoneNumber ? fromJson<JsonObject>(lead.data) : {} })

/** Describes what is decided about a single call that is placed now. */
export function describe(by: Actor, toNumber: string, target: Target, words: PublishedConfig): PlacedDecision {
  const { settings, isLegal, consent } = rulesFor(target)
  const [contact, now] = [contactOf(toNumber, target), clock.now()]
  return describeOutbound(words, { contact, settings, isLegal, consent: consent && findDemand(consent, locate(contact).country, now), by, now })
}

/** Explains an advisory in English. */
export function messageOf({ reason, details, permittedFrom }: TimingAdvisory): string {
  return permittedFrom === null ? explain(reason, details) : `${explain(reason, details)} Calls are permitted from ${permittedFrom}.`
}

function explain(reason: TimingReason, details: JsonObject): string {
  const { rule, max, hours, required, purpose, closed_by } = details as {
    rule: string
    max: number
    hours: number
    required: string
    purpose: string | null
    closed_by: HoursReason[]
  }
  if (reason === 'consent_missing' && rule && !purpose)
    return `The number has no valid consent that is at least ${required}, which the law (${rule}) demands of calls with an artificial voice.`
  if (reason === 'consent_missing') return `The number has no valid consent that is at least ${required} and fits the purpose of the campaign.`
  if (reason === 'legal_limit') return `The law (${rule}) permits at most ${max} calls to this number within ${hours} hours.`
  if (reason === 'refused_recently') return `The contact declined, and the law (${rule}) requires a waiting period.`
  const reasons = closed_by.map((each) => {
    const law = each.rule ? ` (${each.rule})` : ''
    const holiday = each.name ? `, ${each.name}` : ''
    return `${WORDS[each.code]}${law}${holiday}: ${each.localTime} in ${each.zone}`
  })
  return `Calls to this number are not permitted at this time (${reasons.join('; ')}).`
}

const WORDS: Record<HoursReason['code'], string> = {
  legal_hours: 'outside the legal calling hours',
  legal_holiday: 'public holiday',
  campaign_hours: "outside the campaign's calling hours",
  quiet_hours: 'quiet hours of the campaign',
  closed_date: 'excluded date of the campaign',
  holiday: 'public holiday',
}
