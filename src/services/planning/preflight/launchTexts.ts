import { codedText, type FactsOf } from '../../../kernel/lib/codedTexts.ts'

/** What is missing for a start, by code, each with the requirement that is not met. */
export const REQUIREMENT_TEXTS = {
  agent_missing: codedText([], () => 'The campaign has no agent.'),
  agent_archived: codedText(['agent'], ({ agent }) => `The agent ${agent} is archived (inactive).`),
  agent_publish_failed: codedText(['agent', 'error'], ({ agent, error }) => `The last publish of the agent ${agent} failed (${error}).`),
  agent_not_published: codedText(['agent'], ({ agent }) => `The agent ${agent} is not published.`),
  variables_empty: codedText(
    ['agent', 'variables'],
    ({ agent, variables }) => `The agent ${agent} uses variables that no lead fills and that have no default: ${variables}.`,
  ),
  no_leads: codedText([], () => 'The campaign has no leads to call.'),
  no_callable_leads: codedText(['pending'], ({ pending }) => `None of the ${pending} pending leads can be called.`),
  no_number: codedText([], () => 'The workspace has no active phone number to call from.'),
  number_disconnected: codedText(['phone_number'], ({ phone_number: number }) => `The phone number ${number} is no longer connected.`),
  number_simulated: codedText(['phone_number'], ({ phone_number: number }) => `The phone number ${number} is simulated and cannot place real calls.`),
  balance_too_low: codedText(
    ['available', 'required', 'currency'],
    ({ available, required, currency }) => `The available balance is ${available} ${currency}, and a call reserves ${required} ${currency}.`,
  ),
  app_limit_reached: codedText(
    ['calls_left', 'spend_left', 'required', 'currency'],
    ({ calls_left: calls, spend_left: spend, required, currency }) =>
      `The app can place ${calls || 'any number of'} more calls${spend && ` and spend ${spend} ${currency} more`}, and a call reserves ${required} ${currency}.`,
  ),
  schedule_ended: codedText(['ended_at'], ({ ended_at: at }) => `The schedule of the campaign ended at ${at}.`),
  knowledge_base_syncing: codedText(
    ['knowledge_base', 'voice_engine'],
    ({ knowledge_base: base, voice_engine: engine }) => `The knowledge base ${base} is still being uploaded to ${engine}.`,
  ),
  knowledge_base_deleted: codedText(['knowledge_base'], ({ knowledge_base: base }) => `The knowledge base ${base} was deleted.`),
  knowledge_base_rejected: codedText(
    ['knowledge_base', 'voice_engine', 'error'],
    ({ knowledge_base: base, voice_engine: engine, error }) => `The knowledge base ${base} was rejected by ${engine} (${error}).`,
  ),
  extraction_schema_invalid: codedText(['error'], ({ error }) => `${withField('extraction_schema', error)}.`),
  analysis_config_invalid: codedText(['error'], ({ error }) => `${withField('analysis_config', error)}.`),
}
export type RequirementCode = keyof typeof REQUIREMENT_TEXTS
export type RequirementFacts<Code extends RequirementCode> = FactsOf<(typeof REQUIREMENT_TEXTS)[Code]>

const withField = (field: string, error: string) => (error.startsWith(field) ? error : `${field}: ${error}`)

/** Optional improvements before a start, by code. */
export const RECOMMENDATION_TEXTS = {
  set_purpose: codedText([], () => 'Set a purpose to apply the legal calling hours of your leads.'),
  purpose_is_inbound: codedText([], () => 'The purpose is inbound, but starting the campaign places outbound calls.'),
  set_budget: codedText([], () => 'Set a budget. Without one, the campaign can spend the whole balance.'),
  set_webhook: codedText([], () => 'Set up a webhook to receive the result of each call as soon as it ends.'),
  starts_later: codedText(['starts_at'], ({ starts_at: at }) => `The schedule starts at ${at}. No calls are placed before then.`),
  agent_has_changes: codedText([], () => 'The agent has unpublished changes. Calls use the published version.'),
  add_questions: codedText([], () => 'Add questions to collect answers. Neither the campaign nor its agent has any.'),
  settings_ignored: codedText(['error'], ({ error }) => `Invalid settings are ignored. ${error}.`),
  leads_without_value: codedText(
    ['variable', 'leads'],
    ({ variable, leads }) =>
      `${leads === '1' ? '1 lead has' : `${leads} leads have`} no value for the variable ${variable}, which has no default. The agent may speak a gap.`,
  ),
  leads_consent_missing: codedText(
    ['leads'],
    ({ leads }) => `${leads === '1' ? '1 lead lacks' : `${leads} leads lack`} the consent that the campaign demands and will not be called.`,
  ),
  leads_without_consent: codedText(
    ['leads'],
    ({ leads }) => `${leads === '1' ? '1 lead lacks' : `${leads} leads lack`} a consent that the law of their country may demand. Check it before you start.`,
  ),
  register_missing: codedText(
    ['country', 'leads'],
    ({ country, leads }) =>
      `The law of ${country} demands that marketing calls respect its do-not-call register, and none is loaded. It concerns ${leads === '1' ? '1 lead' : `${leads} leads`}.`,
  ),
  register_expired: codedText(
    ['country', 'leads', 'register', 'expired_at'],
    ({ country, leads, register, expired_at: at }) =>
      `The register ${register} expired at ${at}, and the law of ${country} demands a newer one for marketing calls. It concerns ${leads === '1' ? '1 lead' : `${leads} leads`}.`,
  ),
  leads_on_register: codedText(
    ['leads'],
    ({ leads }) => `${leads === '1' ? '1 lead is' : `${leads} leads are`} on a do-not-call register and will not be called.`,
  ),
  leads_do_not_call: codedText(
    ['leads'],
    ({ leads }) => `${leads === '1' ? '1 lead is' : `${leads} leads are`} on the do-not-call list and will not be called.`,
  ),
}
export type RecommendationCode = keyof typeof RECOMMENDATION_TEXTS
export type RecommendationFacts<Code extends RecommendationCode> = FactsOf<(typeof RECOMMENDATION_TEXTS)[Code]>
