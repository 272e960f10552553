import type { Campaign } from '../../../generated/prisma/client.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import { settings as installation } from '../../../kernel/config/settings.ts'
import { paceOf, sharedPace } from '../../../kernel/config/simulation.ts'
import { MARKETING } from '../../../inputs/campaignStates.ts'
import type { DialRules } from './dialDecisions.ts'

/**
 * Builds the rules of a campaign: its settings, and the law if its purpose or settings require it. `engine` is that of its published agent;
 * null if there is none.
 */
export function rulesOf({ purpose, settings: stored }: Pick<Campaign, 'purpose' | 'settings'>, engine: string | null): DialRules {
  const settings = settingsOf(stored)
  const isLegal = installation.keepsLegalHours && (settings.legalHours === 'always' || MARKETING.has(purpose ?? ''))
  const consentPurpose = MARKETING.has(purpose ?? '') ? 'marketing' : purpose === null ? null : 'service'
  const consent = { required: settings.consentRequired, purpose: consentPurpose } as const
  return { settings, isLegal, consent, pace: engine === null ? sharedPace() : paceOf(engine) }
}
