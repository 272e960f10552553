import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { hasUnpublishedChanges } from '../../agents/agentConfig.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import type { Ground } from './preflightFacts.ts'

/** What does not keep a campaign from starting, and is worth a thought before it does. */
export const suggestionsFor = (campaign: Campaign, { settings, agent, startsAt, hasWebhook, leads, versions }: Ground): string[] => {
  const unheeded = isObject(campaign.analysisConfig) ? analysisConfig.problemsOf(campaign.analysisConfig, campaign.extractionSchema as JsonObject | null) : null
  const thoughts: [boolean, string][] = [
    [campaign.purpose === null && settings.legalHours === 'by_purpose', 'Set purpose: without one the legal calling hours of your leads are not applied'],
    [campaign.purpose === 'inbound', 'Its purpose is inbound, and starting it places outbound calls'],
    [settings.budget === null, 'Set a budget in the settings: without one its calls may use up the wallet'],
    [!hasWebhook, 'Set a webhook with PUT /webhooks to be told of each finished call'],
    [startsAt !== null && startsAt > clock.now(), `Its schedule begins at ${startsAt?.toISOString()}: no call is placed before`],
    [
      agent !== null && agent.published !== null && hasUnpublishedChanges(agent, versions),
      'The agent has changes that are not published: calls use what was published before',
    ],
    [
      analysisConfig.questionsOf(campaign) === null && isSilent(agent),
      'Set extraction_schema: neither the campaign nor its agent asks for anything to be found out',
    ],
    [unheeded !== null, `What cannot be read of analysis_config is not heeded: ${unheeded}`],
    [leads.listed > 0, `${leads.listed} of its leads are on the do-not-call list and will not be called`],
  ]
  return thoughts.flatMap(([applies, thought]) => (applies ? [thought] : []))
}

const isSilent = (agent: Ground['agent']) => agent !== null && (agent.postCallAnalysisData as unknown[]).length === 0
