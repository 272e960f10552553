import type { Campaign } from '../generated/prisma/client.ts'
import { settingsOf } from '../inputs/campaignSettings.ts'
import { settings as installation } from '../settings.ts'
import { MARKETING } from './campaignStates.ts'
import type { DialRules } from './dialDecisions.ts'

/** What the decisions about a campaign's leads keep to: its settings, and the law where its purpose or its settings ask for it. */
export function rulesOf({ purpose, settings: stored }: Pick<Campaign, 'purpose' | 'settings'>): DialRules {
  const settings = settingsOf(stored)
  const isLegal = installation.keepsLegalHours && (settings.legalHours === 'always' || MARKETING.has(purpose ?? ''))
  return { settings, isLegal, pace: installation.pace }
}
