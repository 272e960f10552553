import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db } from '../../../kernel/db/db.ts'
import { conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign, Lead } from '../../../generated/prisma/client.ts'
import type { CallInput } from '../../../inputs/calls.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import type { ProviderKnowledgeBase } from '../../../providers/knowledge.ts'
import { parseRowId } from '../../../kernel/db/rows.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'

/** The campaign and lead that a call counts for. The called number may differ from the lead's. */
export interface Target {
  campaign: Campaign | null
  lead: Lead | null
}

/** Settings of a call that replace those of its agent. */
export type CallOverrides = Pick<CallInput, 'language' | 'callLanguageMode' | 'outputLanguage' | 'extractionSchema'>

/**
 * Finds the campaign and lead that a call counts for (contract: Call). A lead implies its campaign. Throws NOT_FOUND for unknown ones and
 * CONFLICT for a lead that is being called.
 */
export async function find({ workspaceId }: Actor, { campaignId, leadId }: CallInput): Promise<Target> {
  const lead = leadId == null ? null : await db.lead.findFirst({ where: { workspaceId, id: parseRowId(leadId, 'Lead'), deletedAt: null } })
  const wantedCampaignId = campaignId == null ? lead?.campaignId : parseRowId(campaignId, 'Campaign')
  const campaign =
    wantedCampaignId === undefined ? null : await db.campaign.findFirst({ where: { workspaceId, id: wantedCampaignId, status: { not: 'cancelled' } } })
  if (wantedCampaignId !== undefined && !campaign) throw notFound('Campaign')
  if (leadId != null && (!lead || lead.campaignId !== campaign?.id)) throw notFound('Lead')
  if (lead?.status === 'calling') throw conflict('lead_in_call')
  return { campaign, lead }
}

/** Lists the campaign's knowledge bases that a call uses in addition to its agent's. */
export const listKnowledge = async ({ campaign }: Target, engine: string): Promise<ProviderKnowledgeBase[]> =>
  campaign === null ? [] : knowledgeCopies.listForCalls(campaign.workspaceId, engine, settingsOf(campaign.settings).knowledgeBaseIds)

/** Merges the overrides of a call with those of its campaign. The call's own take precedence. */
export const mergeOverrides = (call: CallOverrides, { campaign }: Target): CallOverrides =>
  campaign === null
    ? call
    : {
        language: call.language,
        callLanguageMode: call.callLanguageMode ?? (call.language == null ? (campaign.callLanguageMode as CallOverrides['callLanguageMode']) : undefined),
        outputLanguage: call.outputLanguage ?? campaign.outputLanguage,
        extractionSchema: call.extractionSchema ?? analysisConfig.mergedSchemaOf(campaign),
      }
