import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { hasUnpublishedChanges } from '../../agents/agentConfig.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import type { PreflightContext } from './preflightFacts.ts'

/** Lists optional improvements before a start. */
export const listSuggestions = (campaign: Campaign, { settings, agent, startsAt, hasWebhook, leads, versions }: PreflightContext): string[] => {
  const invalidSettings = isObject(campaign.analysisConfig)
    ? analysisConfig.findProblem(campaign.analysisConfig, campaign.extractionSchema as JsonObject | null)
    : null
  const suggestions: [boolean, string][] = [
    [campaign.purpose === null && settings.legalHours === 'by_purpose', 'Set a purpose to apply the legal calling hours of your leads.'],
    [campaign.purpose === 'inbound', 'The purpose is inbound, but starting the campaign places outbound calls.'],
    [settings.budget === null, 'Set a budget. Without one, the campaign can spend the whole balance.'],
    [!hasWebhook, 'Set up a webhook to receive the result of each call as soon as it ends.'],
    [startsAt !== null && startsAt > clock.now(), `The schedule starts at ${startsAt?.toISOString()}. No calls are placed before then.`],
    [
      agent !== null && agent.published !== null && hasUnpublishedChanges(agent, versions),
      'The agent has unpublished changes. Calls use the published version.',
    ],
    [
      analysisConfig.mergedSchemaOf(campaign) === null && hasNoQuestions(agent),
      'Add questions to collect answers. Neither the campaign nor its agent has any.',
    ],
    [invalidSettings !== null, `Invalid settings are ignored. ${invalidSettings}.`],
    [leads.listed > 0, `${leads.listed === 1 ? '1 lead is' : `${leads.listed} leads are`} on the do-not-call list and will not be called.`],
  ]
  return suggestions.flatMap(([applies, thought]) => (applies ? [thought] : []))
}

const hasNoQuestions = (agent: PreflightContext['agent']) => agent !== null && (agent.postCallAnalysisData as unknown[]).length === 0
