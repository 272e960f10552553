import type { CallId, LeadId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Call, CampaignEvent, Lead, LeadDecision } from '../../generated/prisma/client.ts'
import { MAX_LONG_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sentenceOf } from '../campaigns/rules/decisionSentences.ts'
import { type Page, pageById, type PageArgs } from '../shared/paging.ts'

/** Why a lead was or was not called at a given time. */
export interface Explanation {
  at: Date
  /** calling, waiting, ended or not_there */
  status: 'calling' | 'waiting' | 'ended' | 'not_there'
  reason: string
  message: string
  /** The details of the decision; empty if no decision was made about this lead. */
  details: object
  /** The version of the calling-hours rules used; null if they were not checked. */
  rulesVersion: string | null
  decidedAt: Date | null
  until: Date | null
  callId: CallId | null
}

/** Lists the decisions about a lead, newest first. */
export const list = ({ workspaceId }: Actor, leadId: LeadId, page: PageArgs): Promise<Page<LeadDecisionItem>> =>
  pageById(
    page,
    SHORT_PAGE,
    async ({ where, ...query }) => (await db.leadDecision.findMany({ ...query, where: { ...where, workspaceId, leadId } })).map(toItem),
    MAX_LONG_ID,
  )

/** A decision with its ID as a number, which is exact up to 2^53. */
export type LeadDecisionItem = Omit<LeadDecision, 'id'> & { id: number }
const toItem = (decision: LeadDecision): LeadDecisionItem => ({ ...decision, id: Number(decision.id) })

/** Explains why a lead was or was not called at a time, from the recorded decisions. Defaults to now. Throws NOT_FOUND. */
export async function explain({ workspaceId }: Actor, leadId: LeadId, at: Date = clock.now()): Promise<Explanation> {
  const lead = await db.lead.findUnique({ where: { workspaceId_id: { workspaceId, id: leadId } } })
  if (!lead) throw notFound('Lead')
  const whereBefore = { workspaceId, createdAt: { lte: at } }
  const [decision, event] = await Promise.all([
    db.leadDecision.findFirst({ where: { ...whereBefore, leadId }, orderBy: { id: 'desc' } }),
    db.campaignEvent.findFirst({ where: { ...whereBefore, campaignId: lead.campaignId, type: { in: STATUS_EVENTS } }, orderBy: { id: 'desc' } }),
  ])
  const call = decision?.callId ? await db.call.findUnique({ where: { workspaceId_id: { workspaceId, id: decision.callId } } }) : null
  return toExplanation({ lead, decision, event, call, at })
}

/** Events that start or stop a campaign. */
const STATUS_EVENTS = ['started', 'paused', 'completed', 'reopened', 'cancelled']

interface ExplanationContext {
  lead: Lead
  decision: LeadDecision | null
  event: CampaignEvent | null
  call: Call | null
  at: Date
}

function toExplanation({ lead, decision, event, call, at }: ExplanationContext): Explanation {
  const explanation = (status: Explanation['status'], reason: string, details: object = {}, source: LeadDecision | null = null): Explanation => ({
    at,
    status,
    reason,
    message: sentenceOf(reason, details, source?.until ?? null),
    details,
    rulesVersion: source?.rulesVersion ?? null,
    decidedAt: source?.createdAt ?? null,
    until: source?.until ?? null,
    callId: source?.callId ?? null,
  })
  if (at < lead.createdAt) return explanation('not_there', 'not_added_yet')
  if (lead.deletedAt && at >= lead.deletedAt) return explanation('not_there', 'deleted')
  const details = (decision?.details ?? {}) as object
  if (decision?.decision === 'end') return explanation('ended', decision.reason, details, decision)
  if (decision?.decision === 'call' && call && (call.finishedAt === null || call.finishedAt > at)) return explanation('calling', 'called', details, decision)
  if (event?.type === 'cancelled' || event?.type === 'completed') return explanation('ended', `campaign_${event.type}`)
  if (decision?.decision === 'wait' && decision.until !== null && decision.until > at) return explanation('waiting', decision.reason, details, decision)
  if (event === null) return explanation('waiting', 'campaign_not_started')
  // A reopened campaign is paused, and its event has no reason.
  if (event.type !== 'started') return explanation('waiting', 'campaign_paused', { reason: 'reopened', ...(event.data as object) })
  return explanation('waiting', 'in_line')
}
