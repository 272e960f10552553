import { ACCESS_ERRORS } from './errorTexts/access.ts'
import { AGENT_ERRORS } from './errorTexts/agents.ts'
import { CALL_ERRORS } from './errorTexts/calls.ts'
import { CAMPAIGN_ERRORS } from './errorTexts/campaigns.ts'
import { GENERAL_ERRORS } from './errorTexts/general.ts'
import { NUMBER_ERRORS } from './errorTexts/numbers.ts'
import { WORKSPACE_ERRORS } from './errorTexts/workspace.ts'

/**
 * Errors that a person may see, by their reason, with their English sentence. The dashboard has words for each in its languages
 * (`web/src/messages/<language>/errors.json`).
 */
export const ERROR_TEXTS = {
  ...GENERAL_ERRORS,
  ...ACCESS_ERRORS,
  ...AGENT_ERRORS,
  ...CALL_ERRORS,
  ...CAMPAIGN_ERRORS,
  ...NUMBER_ERRORS,
  ...WORKSPACE_ERRORS,
}
export type ErrorReason = keyof typeof ERROR_TEXTS
