import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'
import { consentRulesVersion } from '../../compliance/consentRules.ts'
import { findHonorDate } from '../../compliance/honorDates.ts'
import { hoursVersion } from '../../compliance/legalHours.ts'
import { listLooser, type RulesTable } from '../../compliance/rulesInForce.ts'
import { recordingRulesVersion } from '../../compliance/recordingRules.ts'
import { REGISTER_RULES_VERSION } from '../../compliance/registers/registerRules.ts'
import * as registers from '../../compliance/registers/registers.ts'
import { type CodedText, writeText } from '../../../kernel/lib/codedTexts.ts'
import { findRegisterGaps } from '../preflight/registerGaps.ts'
import { type CampaignReview, reviewCampaigns } from './campaignReviews.ts'
import { type ComplianceRows, readComplianceRows, REVIEW_DAYS } from './complianceFacts.ts'
import * as ruleChanges from './ruleChanges.ts'
import { COMPLIANCE_STATUSES, COMPLIANCE_TEXTS, type ComplianceCode, type ComplianceFacts, type ComplianceStatus } from './complianceTexts.ts'

/** A register that expires within so many days is announced. */
const EXPIRING_MS = 7 * DAY_MS
/** Campaigns that an issue names. */
const MAX_NAMES = 5

/** Something that is late, risky or missing. */
export interface ComplianceIssue {
  code: ComplianceCode
  status: ComplianceStatus
  /** Facts behind the message, by name. */
  details: Readonly<Record<string, unknown>>
  message: string
  /** What to do. */
  action: string
  /** The page of the dashboard where to do it, from the root. */
  path: string
}

/** A table of rules, and its version in force. */
interface RulesInForce {
  table: RulesTable
  version: string
}

export interface ComplianceReview {
  /** Rules that changed in the last 30 days, the latest first. */
  ruleChanges: ruleChanges.RecordedChange[]
  checkedAt: Date
  issues: ComplianceIssue[]
  rules: RulesInForce[]
  /** Campaigns that were reviewed, and whether there are more. */
  campaigns: number
  hasMoreCampaigns: boolean
}

function issue<Code extends ComplianceCode>(code: Code, details: ComplianceFacts<Code>, path: string): ComplianceIssue {
  const text = writeText(COMPLIANCE_TEXTS[code] as CodedText<string, { message: string; action: string }>, details)
  return { code, status: COMPLIANCE_STATUSES[code], details, ...text, path }
}

const ORDER: readonly ComplianceStatus[] = ['late', 'missing', 'risky']

/** Reviews what the law demands of a workspace now: what is late first, then what is missing and what is risky. Changes nothing. */
export async function review(actor: Actor): Promise<ComplianceReview> {
  const [{ reviews, hasMore }, rows, lists, changes] = await Promise.all([
    reviewCampaigns(actor.workspaceId),
    readComplianceRows(actor.workspaceId),
    registers.list(actor),
    ruleChanges.listRecent(REVIEW_DAYS),
  ])
  const now = clock.now()
  const issues = [
    ...listChangeIssues(reviews, changes),
    ...listLooser().map((rules) => issue('rules_looser', { ...rules }, '/compliance')),
    ...listRegisterIssues(reviews, lists, now),
    ...reviews.flatMap(listCampaignIssues),
    ...listRowIssues(rows, now),
  ]
  return {
    checkedAt: now,
    issues: issues.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)),
    rules: [
      { table: 'calling_hours', version: hoursVersion() },
      { table: 'consent', version: consentRulesVersion() },
      { table: 'recording', version: recordingRulesVersion() },
      { table: 'registers', version: REGISTER_RULES_VERSION },
    ],
    ruleChanges: changes,
    campaigns: reviews.length,
    hasMoreCampaigns: hasMore,
  }
}

function listChangeIssues(reviews: readonly CampaignReview[], changes: readonly ruleChanges.RecordedChange[]): ComplianceIssue[] {
  const running = reviews.filter(({ campaign }) => campaign.status === 'running')
  return running.flatMap(({ campaign, leads }) => {
    const own = changes.filter((change) => ruleChanges.concerns(change, campaign, leads.places))
    const places = [...new Set(own.map(({ place }) => place))].slice(0, MAX_NAMES)
    return own.length === 0
      ? []
      : issue('rules_changed', { campaign: campaign.name, places, changed_at: own[0]!.changedAt }, `/campaigns/${campaign.id}?tab=settings`)
  })
}

const DNC_PAGE = '/dnc'

function listRegisterIssues(reviews: readonly CampaignReview[], lists: readonly registers.DncRegister[], now: Date): ComplianceIssue[] {
  const loaded = lists.filter(({ type, activeLoad }) => type === 'register' && activeLoad !== null)
  const known = loaded.map(({ name, country, validDays, washedAt }) => ({ name, country: country!, validDays, washedAt: washedAt!.toISOString() }))
  const demanding = new Map<string, number>()
  for (const { leads } of reviews) for (const [country, count] of leads.demanding) demanding.set(country, (demanding.get(country) ?? 0) + count)
  const gaps = findRegisterGaps(demanding, known, now).map(({ country, expired }) => {
    const campaigns = reviews.filter(({ leads }) => leads.demanding.has(country)).map(({ campaign }) => campaign.name)
    const facts = { country, campaigns: campaigns.slice(0, MAX_NAMES) }
    return expired === null
      ? issue('register_missing', facts, DNC_PAGE)
      : issue('register_expired', { ...facts, register: expired.register, expired_at: expired.at.toISOString() }, DNC_PAGE)
  })
  const expiring = lists
    .filter(({ expiresAt, isExpired }) => expiresAt !== null && !isExpired && expiresAt.getTime() < now.getTime() + EXPIRING_MS)
    .map(({ name, expiresAt }) => issue('register_expiring', { register: name, expires_at: expiresAt!.toISOString() }, DNC_PAGE))
  const failed = lists.filter(({ status }) => status === 'failed').map(({ name, error }) => issue('register_failed', { register: name, error }, DNC_PAGE))
  return [...gaps, ...expiring, ...failed]
}

function listCampaignIssues({ campaign: { id, name: campaign }, leads, beyondHours }: CampaignReview): ComplianceIssue[] {
  const [leadsPage, settingsPage] = [`/campaigns/${id}?tab=leads`, `/campaigns/${id}?tab=settings`]
  return [
    leads.refused > 0 && issue('leads_consent_missing', { campaign, leads: leads.refused }, leadsPage),
    leads.unproven > 0 && issue('leads_without_consent', { campaign, leads: leads.unproven }, leadsPage),
    beyondHours.length > 0 && issue('campaign_outside_legal_hours', { campaign, countries: beyondHours }, settingsPage),
    leads.limited > 0 && issue('campaign_at_legal_limit', { campaign, leads: leads.limited }, settingsPage),
  ].filter((each) => each !== false)
}

function listRowIssues({ optOuts, copies, calls, consents, recordings }: ComplianceRows, now: Date): ComplianceIssue[] {
  const today = now.toISOString().slice(0, 10)
  const due = optOuts.flatMap(({ number, at }) => findHonorDate(number, new Date(at)) ?? []).filter((date) => date >= today)
  const [days, { first }] = [REVIEW_DAYS, consents]
  return [
    due.length > 0 && issue('opt_outs_due', { opt_outs: due.length, due: due.toSorted()[0]! }, DNC_PAGE),
    recordings > 0 && issue('recordings_overdue', { recordings }, '/settings?tab=data'),
    copies.overdue > 0 && issue('copies_overdue', { copies: copies.overdue }, `/calls?call=${copies.firstOverdue}`),
    copies.failed > 0 && issue('copies_failed', { copies: copies.failed, days }, `/calls?call=${copies.lastFailed}`),
    calls.unsaid > 0 && issue('disclosure_unsaid', { calls: calls.unsaid, of: calls.known, days }, '/calls?disclosure=no'),
    calls.notPermitted > 0 && issue('calls_not_permitted', { calls: calls.notPermitted, days }, `/calls?call=${calls.lastNotPermitted}`),
    first !== null && issue('consents_expiring', { consents: consents.count, days, first_at: first.at }, `/contacts/${encodeURIComponent(first.number)}`),
  ].filter((each) => each !== false)
}
