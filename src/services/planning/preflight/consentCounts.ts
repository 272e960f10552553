import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { registerCountryOf } from '../../compliance/registers/registerRules.ts'
import { registerKeys, registersThatList } from '../../compliance/registers/registerHashes.ts'
import { type ConsentPolicy, findDemand, findLegalDemand, hasConsent, type ValidConsent } from '../../compliance/consentRules.ts'
import { LOCATION_KEYS, locate, type Location } from '../../compliance/leadLocations.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { validConsentsOf } from '../../leads/leadFacts.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import { LOCATION_DATA } from '../dryRun/dryRunLeads.ts'

/** Maximum number of leads to check; further leads are ignored. */
const MAX_LEADS = 10_000
/** Leads between two pauses, in which other requests are answered. */
const SLICE = 500

/** Pending leads that lack a consent or are on a register, of the first 10,000 that may be called otherwise. */
export interface ConsentCounts {
  /** Those that the dialer will not call. */
  refused: number
  /** Those that it calls, although the law may demand a consent that they lack. */
  unproven: number
  /** Those that are on a do-not-call register. */
  registered: number
  /** Leads of marketing campaigns, by the countries at whose register the law demands a look. */
  demanding: Map<string, number>
  /** Their countries, and their states and provinces such as `US-FL`. */
  places: Set<string>
  /** Those that wait because the law limits how often a number may be called. */
  limited: number
}

const listConsents = statement(
  'preflights.listConsents',
  sql`
    select l.phone_number, l.wait_reason, ${LOCATION_DATA} as data, ${validConsentsOf(sql`l.phone_number`)} as consents,
      exists (select ${registersThatList(sql`l.phone_number`)}) as "is_registered!"
    from leads l
    where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null and l.attempts < $maxAttempts
      and not exists (select from dnc_entries d where d.workspace_id = $workspaceId and d.phone_number = l.phone_number)
    order by l.id limit $limit`,
)

const LEGAL_WAITS: readonly (string | null)[] = ['legal_limit', 'refused_recently']

/** Counts these leads, in one statement, by the rules of the dialer. `limit` is how many are checked at most. */
export async function countWithoutConsent(campaign: Campaign, limit = MAX_LEADS): Promise<ConsentCounts> {
  const now = clock.now()
  const { settings, consent } = rulesOf(campaign, null)
  const { workspaceId, id: campaignId } = campaign
  const { maxAttempts } = settings
  const rows = await listConsents.all({
    workspaceId,
    campaignId,
    maxAttempts,
    now,
    locationKeys: LOCATION_KEYS,
    limit,
    registerKeys: registerKeys(),
  })
  const counts: ConsentCounts = { refused: 0, unproven: 0, registered: 0, demanding: new Map(), places: new Set(), limited: 0 }
  for (const [index, { phoneNumber, waitReason, data, consents, isRegistered }] of rows.entries()) {
    const place = locate({ phoneNumber, data })
    const { country } = place
    const lacking = isRegistered ? 'registered' : findLack(consent!, country, fromJson<ValidConsent[]>(consents), now)
    if (lacking) counts[lacking]++
    const registerCountry = consent!.purpose === 'marketing' ? registerCountryOf(country) : null
    if (registerCountry !== null) increment(counts.demanding, registerCountry)
    for (const name of namesOf(place)) counts.places.add(name)
    if (LEGAL_WAITS.includes(waitReason)) counts.limited++
    if (index % SLICE === SLICE - 1) await yieldToEventLoop()
  }
  return counts
}

/** The names by which rules know a place. */
export const namesOf = ({ country, region }: Pick<Location, 'country' | 'region'>): string[] =>
  country === null ? [] : region === null ? [country] : [country, `${country}-${region}`]

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

function findLack(policy: ConsentPolicy, country: string | null, consents: ValidConsent[], now: Date): 'refused' | 'unproven' | null {
  const demand = findDemand(policy, country, now)
  if (demand && !hasConsent(consents, demand, now)) return 'refused'
  const law = findLegalDemand(country, policy.purpose, now)
  return law && !hasConsent(consents, law, now) ? 'unproven' : null
}
