import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { hasUnpublishedChanges } from '../../agents/agentConfig.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import { RECOMMENDATION_TEXTS, type RecommendationCode, type RecommendationFacts } from './launchTexts.ts'
import type { PreflightContext } from './preflightFacts.ts'
import { findRegisterGaps } from './registerGaps.ts'
import { type CodedText, writeText } from '../../../kernel/lib/codedTexts.ts'

/** An optional improvement before a start. */
export interface Recommendation {
  /** Stable code. */
  code: RecommendationCode
  /** Facts behind the message, by name. */
  details: Readonly<Record<string, unknown>>
  message: string
}

function recommend<Code extends RecommendationCode>(code: Code, details: RecommendationFacts<Code>): Recommendation {
  return { code, details, message: writeText(RECOMMENDATION_TEXTS[code] as CodedText<string>, details) }
}

/** Lists optional improvements before a start. */
export function listRecommendations(
  campaign: Campaign,
  { settings, agent, startsAt, hasWebhook, leads, versions, variables, registers }: PreflightContext,
): Recommendation[] {
  const invalidSettings = isObject(campaign.analysisConfig)
    ? analysisConfig.findProblem(campaign.analysisConfig, campaign.extractionSchema as JsonObject | null)
    : null
  return [
    campaign.purpose === null && settings.legalHours === 'by_purpose' && recommend('set_purpose', {}),
    campaign.purpose === 'inbound' && recommend('purpose_is_inbound', {}),
    settings.budget === null && recommend('set_budget', {}),
    !hasWebhook && recommend('set_webhook', {}),
    startsAt !== null && startsAt > clock.now() && recommend('starts_later', { starts_at: startsAt.toISOString() }),
    agent !== null && agent.published !== null && hasUnpublishedChanges(agent, versions) && recommend('agent_has_changes', {}),
    analysisConfig.mergedSchemaOf(campaign) === null && hasNoQuestions(agent) && recommend('add_questions', {}),
    invalidSettings !== null && recommend('settings_ignored', { error: invalidSettings }),
    ...variables.filter(({ isFilled }) => isFilled).map(({ name, empty }) => recommend('leads_without_value', { variable: name, leads: empty })),
    leads.refused > 0 && recommend('leads_consent_missing', { leads: leads.refused }),
    leads.unproven > 0 && recommend('leads_without_consent', { leads: leads.unproven }),
    ...findRegisterGaps(leads.demanding, registers, clock.now()).map(({ country, leads: count, expired }) =>
      expired === null
        ? recommend('register_missing', { country, leads: count })
        : recommend('register_expired', { country, leads: count, register: expired.register, expired_at: expired.at.toISOString() }),
    ),
    leads.registered > 0 && recommend('leads_on_register', { leads: leads.registered }),
    leads.listed > 0 && recommend('leads_do_not_call', { leads: leads.listed }),
  ].filter((item) => item !== false)
}

const hasNoQuestions = (agent: PreflightContext['agent']) => agent !== null && (agent.postCallAnalysisData as unknown[]).length === 0
