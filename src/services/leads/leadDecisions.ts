import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Call, CampaignEvent, Lead, LeadDecision } from '../../generated/prisma/client.ts'
import { MAX_LONG_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sentenceOf } from '../campaigns/rules/decisionSentences.ts'
import { type Page, pageById, type PageArgs } from '../shared/paging.ts'

/** Why a lead was called, or not, at a moment. */
export interface Explanation {
  at: Date
  /** calling, waiting, ended or not_there */
  state: 'calling' | 'waiting' | 'ended' | 'not_there'
  reason: string
  message: string
  /** What the decision was made of; empty where none was made about this lead. */
  facts: object
  /** The version of the calling hours' rules that it was decided by; null where they were not asked. */
  rulesVersion: string | null
  decidedAt: Date | null
  until: Date | null
  callId: number | null
}

/** What was decided about a lead, newest first. */
export const list = ({ workspaceId }: Actor, leadId: number, page: PageArgs): Promise<Page<Listed>> =>
  pageById(
    page,
    SHORT_PAGE,
    async ({ where, ...query }) => (await db.leadDecision.findMany({ ...query, where: { ...where, workspaceId, leadId } })).map(listed),
    MAX_LONG_ID,
  )

/** A decision with its id as a number, which holds it exactly up to 2^53. */
export type Listed = Omit<LeadDecision, 'id'> & { id: number }
const listed = (decision: LeadDecision): Listed => ({ ...decision, id: Number(decision.id) })

/**
 * Why a lead was called or not at a moment, from what was decided and written down then; now unless said otherwise.
 * NOT_FOUND for a lead that the workspace does not have.
 */
export async function explain({ workspaceId }: Actor, leadId: number, at: Date = clock.now()): Promise<Explanation> {
  const lead = await db.lead.findUnique({ where: { workspaceId_id: { workspaceId, id: leadId } } })
  if (!lead) throw notFound('Lead')
  const before = { workspaceId, createdAt: { lte: at } }
  const [decision, event] = await Promise.all([
    db.leadDecision.findFirst({ where: { ...before, leadId }, orderBy: { id: 'desc' } }),
    db.campaignEvent.findFirst({ where: { ...before, campaignId: lead.campaignId, kind: { in: TURNS } }, orderBy: { id: 'desc' } }),
  ])
  const call = decision?.callId ? await db.call.findUnique({ where: { workspaceId_id: { workspaceId, id: decision.callId } } }) : null
  return explained({ lead, decision, event, call, at })
}

/** What starts and stops a campaign. */
const TURNS = ['started', 'paused', 'completed', 'reopened', 'cancelled']

interface Known {
  lead: Lead
  decision: LeadDecision | null
  event: CampaignEvent | null
  call: Call | null
  at: Date
}

function explained({ lead, decision, event, call, at }: Known): Explanation {
  const said = (state: Explanation['state'], reason: string, facts: object = {}, about: LeadDecision | null = null): Explanation => ({
    at,
    state,
    reason,
    message: sentenceOf(reason, facts, about?.until ?? null),
    facts,
    rulesVersion: about?.rulesVersion ?? null,
    decidedAt: about?.createdAt ?? null,
    until: about?.until ?? null,
    callId: about?.callId ?? null,
  })
  if (at < lead.createdAt) return said('not_there', 'not_added_yet')
  if (lead.deletedAt && at >= lead.deletedAt) return said('not_there', 'deleted')
  const facts = (decision?.facts ?? {}) as object
  if (decision?.verdict === 'end') return said('ended', decision.reason, facts, decision)
  if (decision?.verdict === 'call' && call && (call.finishedAt === null || call.finishedAt > at)) return said('calling', 'called', facts, decision)
  if (event?.kind === 'cancelled' || event?.kind === 'completed') return said('ended', `campaign_${event.kind}`)
  if (decision?.verdict === 'wait' && decision.until !== null && decision.until > at) return said('waiting', decision.reason, facts, decision)
  if (event === null) return said('waiting', 'campaign_not_started')
  if (event.kind !== 'started') return said('waiting', 'campaign_paused', event.data as object)
  return said('waiting', 'in_line')
}
