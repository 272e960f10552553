import type { Campaign } from '../../../generated/prisma/client.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import { settings as installation } from '../../../kernel/config/settings.ts'
import { paceOf, sharedPace } from '../../../kernel/config/simulation.ts'
import { MARKETING } from '../../../inputs/campaignStates.ts'
import type { DialRules } from './dialDecisions.ts'

/**
 * What the decisions about a campaign's leads keep to: its settings, and the law where its purpose or its settings ask for it. `engine` is that of
 * its published agent, null where there is none.
 */
export function rulesOf({ purpose, settings: stored }: Pick<Campaign, 'purpose' | 'settings'>, engine: string | null): DialRules {
  const settings = settingsOf(stored)
  const isLegal = installation.keepsLegalHours && (settings.legalHours === 'always' || MARKETING.has(purpose ?? ''))
  return { settings, isLegal, pace: engine === null ? sharedPace() : paceOf(engine) }
}
