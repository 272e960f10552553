import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db } from '../../../kernel/db/db.ts'
import { conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign, Lead } from '../../../generated/prisma/client.ts'
import type { CallInput } from '../../../inputs/calls.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import type { KnowledgeCopy } from '../../../providers/knowledge.ts'
import { rowId } from '../../../kernel/db/rows.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'

/** What a call counts for; its number is free to be another than the lead's. */
export interface Target {
  campaign: Campaign | null
  lead: Lead | null
}

/** What a call asks for instead of what its agent says. */
export type Asked = Pick<CallInput, 'language' | 'callLanguageMode' | 'outputLanguage' | 'extractionSchema'>

/**
 * The campaign and lead that a call is to count for (contract: Call). A lead brings its campaign with it. NOT_FOUND for
 * what the workspace does not have, CONFLICT for a lead that is being called.
 */
export async function find({ workspaceId }: Actor, { campaignId, leadId }: CallInput): Promise<Target> {
  const lead = leadId == null ? null : await db.lead.findFirst({ where: { workspaceId, id: rowId(leadId, 'Lead'), deletedAt: null } })
  const wanted = campaignId == null ? lead?.campaignId : rowId(campaignId, 'Campaign')
  const campaign = wanted === undefined ? null : await db.campaign.findFirst({ where: { workspaceId, id: wanted, status: { not: 'cancelled' } } })
  if (wanted !== undefined && !campaign) throw notFound('Campaign')
  if (leadId != null && (!lead || lead.campaignId !== campaign?.id)) throw notFound('Lead')
  if (lead?.status === 'calling') throw conflict('The lead is being called. Try again after the call.')
  return { campaign, lead }
}

/** What a call is answered from besides its agent's own knowledge: its campaign's. */
export const knowledge = async ({ campaign }: Target, engine: string): Promise<KnowledgeCopy[]> =>
  campaign === null ? [] : knowledgeCopies.forCalls(campaign.workspaceId, engine, settingsOf(campaign.settings).knowledgeBaseIds)

/** What is asked of a call: by itself, or else by its campaign. */
export const asking = (call: Asked, { campaign }: Target): Asked =>
  campaign === null
    ? call
    : {
        language: call.language,
        callLanguageMode: call.callLanguageMode ?? (call.language == null ? (campaign.callLanguageMode as Asked['callLanguageMode']) : undefined),
        outputLanguage: call.outputLanguage ?? campaign.outputLanguage,
        extractionSchema: call.extractionSchema ?? analysisConfig.questionsOf(campaign),
      }
