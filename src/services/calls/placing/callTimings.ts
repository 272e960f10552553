import type { CallTiming } from '../../../inputs/callTiming.ts'
import { DEFAULT_SETTINGS } from '../../../inputs/campaignSettings.ts'
import { settings as installation } from '../../../kernel/config/settings.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { decide, type Candidate, type DialRules, type WaitReason } from '../../campaigns/rules/dialDecisions.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { legalCapsOf, type HoursReason } from '../../compliance/callingHours.ts'
import { locate } from '../../compliance/leadLocations.ts'
import { HOURS_VERSION } from '../../compliance/legalHours.ts'
import { CALL_HISTORY_COLUMNS, type RecentCalls } from '../../leads/leadFacts.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import type { Target } from './callTargets.ts'

/** Why calls to a number are not permitted at a time. Stored in `call_details.timing_advisory`. */
export interface TimingAdvisory {
  reason: WaitReason
  details: JsonObject
  /** From when they are permitted, in ISO 8601. */
  permittedFrom: string
  rulesVersion: string
}

/** Null if calls were permitted when the call was placed. */
export const advisoryOf = ({ timingAdvisory }: { timingAdvisory: Prisma.JsonValue }) => fromJson<TimingAdvisory | null>(timingAdvisory)

const readHistory = statement(
  'callTimings.readHistory',
  sql`select ${CALL_HISTORY_COLUMNS}, w.call_timing from (values ($toNumber::text)) as l (phone_number) join workspaces w on w.id = $workspaceId`,
)

/**
 * Asks the dialer's decision about a single call: the law of the number's location, and the calling hours of the call's campaign if it has one.
 * The law applies to a call without a campaign, because its purpose is not known. Returns null if a call is permitted now, else the advisory
 * and what the workspace wants then. The limits on attempts are those of a campaign's dialer and don't apply.
 */
export async function findAdvisory(
  workspaceId: WorkspaceId,
  { toNumber, engine, target: { campaign, lead } }: { toNumber: string; engine: string; target: Target },
): Promise<{ advisory: TimingAdvisory; mode: CallTiming } | null> {
  const rules = campaign === null ? { settings: DEFAULT_SETTINGS, isLegal: installation.keepsLegalHours, pace: paceOf(engine) } : rulesOf(campaign, engine)
  const candidate = { phoneNumber: toNumber, data: lead?.phoneNumber === toNumber ? fromJson<JsonObject>(lead.data) : {} }
  const read = () => readHistory.get({ workspaceId, toNumber, now: clock.now() })
  const known = isHistoryNeeded(candidate, rules) ? await read() : undefined
  const history = known && { refusedAt: known.refusedAt, callTimes: fromJson<RecentCalls['recent']>(known.recent).map(({ at }) => new Date(at)) }
  const settings = { ...rules.settings, maxAttemptsPerDay: null }
  const decision = decide({ ...UNCALLED, ...candidate, ...history }, { ...rules, settings }, clock.now())
  if (decision.decision !== 'wait') return null
  const { callTiming } = known ?? (await read())!
  const { reason, details, until } = decision
  return { advisory: { reason, details, permittedFrom: until.toISOString(), rulesVersion: HOURS_VERSION }, mode: callTiming as CallTiming }
}

const UNCALLED: Omit<Candidate, 'phoneNumber' | 'data'> = {
  attempts: 0,
  attemptTimes: [],
  callTimes: [],
  refusedAt: null,
  isListed: false,
  isOnTheLine: false,
}

/** Only a limit of the law on the frequency of calls looks at earlier calls. */
const isHistoryNeeded = (candidate: Pick<Candidate, 'phoneNumber' | 'data'>, { isLegal }: DialRules) => isLegal && legalCapsOf(locate(candidate)).length > 0

/** Explains an advisory in English. */
export function messageOf({ reason, details, permittedFrom }: TimingAdvisory): string {
  return `${explain(reason, details)} Calls are permitted from ${permittedFrom}.`
}

function explain(reason: WaitReason, details: JsonObject): string {
  if (reason === 'legal_limit') return `The law (${details.rule}) permits at most ${details.max} calls to this number within ${details.hours} hours.`
  if (reason === 'refused_recently') return `The contact declined, and the law (${details.rule}) requires a waiting period.`
  const reasons = (details.closed_by as HoursReason[]).map(
    ({ code, zone, localTime, rule, name }) => `${WORDS[code]}${rule ? ` (${rule})` : ''}${name ? `, ${name}` : ''}: ${localTime} in ${zone}`,
  )
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
