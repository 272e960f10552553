import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { DAY_MS } from '../../../kernel/lib/zoneDays.ts'
import { RULES_LOCK, withAdvisoryLock } from '../../../kernel/db/locks.ts'
import { transaction } from '../../../kernel/db/db.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as storedSettings from '../../../kernel/db/storedSettings.ts'
import { inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { perServer } from '../../../kernel/serverState.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import * as ruleAlerts from '../../alerts/ruleAlerts.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { compareRules, type RuleChange, rulesInForce, type RulesInForce } from '../../compliance/rulesInForce.ts'
import { LOCATION_KEYS } from '../../compliance/leadLocations.ts'
import { ruleFor } from '../../compliance/legalHours.ts'
import { LOCATION_DATA } from '../dryRun/dryRunLeads.ts'
import { placesOf } from './leadPlaces.ts'

/** Changes that are kept and shown at most, the latest. */
const MAX_CHANGES = 100
/** Running campaigns of a workspace that are compared, and leads of each. */
const MAX_CAMPAIGNS = 100
const MAX_LEADS = 1_000

/** A change, and since when the server decides by it, in ISO 8601. */
export interface RecordedChange extends RuleChange {
  changedAt: string
}

/** The rules that the servers of this database used last, and how they changed, the latest first. */
interface StoredRules {
  rules: RulesInForce
  changes: RecordedChange[]
  /** Changes that workspaces are still to be told of. */
  unannounced: number
}

const recorded = perServer<string>(() => '')

/** Lists the rules by which this process would decide otherwise than the servers did last. Changes nothing. */
export async function preview(): Promise<RuleChange[]> {
  const stored = await storedSettings.find<StoredRules>('rules')
  return stored ? compareRules(stored.rules, rulesInForce()) : []
}

/**
 * Records the rules of this process if they are others than those that were used last, and raises an alert in each workspace with a running
 * campaign to which a change applies. A process records its rules once, so servers of two versions don't alternate. If it dies, the next start
 * continues.
 */
export async function check(): Promise<void> {
  const rules = rulesInForce()
  const text = JSON.stringify(rules)
  if (recorded() === text) return
  await withAdvisoryLock(RULES_LOCK, async () => {
    const stored = (await storedSettings.find<StoredRules>('rules')) ?? { rules, changes: [], unannounced: 0 }
    const changedAt = clock.now().toISOString()
    const changes = compareRules(stored.rules, rules).map((change) => ({ ...change, changedAt }))
    const next = { rules, changes: [...changes, ...stored.changes].slice(0, MAX_CHANGES), unannounced: stored.unannounced + changes.length }
    await storedSettings.save('rules', next)
    if (next.unannounced === 0) return
    await announce(next.changes.slice(0, next.unannounced))
    await storedSettings.save('rules', { ...next, unannounced: 0 })
  })
  recorded.set(text)
}

/** Lists the changes of the last days, the latest first. */
export async function listRecent(days: number): Promise<RecordedChange[]> {
  const since = new Date(clock.now().getTime() - days * DAY_MS).toISOString()
  const stored = await storedSettings.find<StoredRules>('rules')
  return (stored?.changes ?? []).filter(({ changedAt }) => changedAt >= since)
}

/** Whether a change applies to decisions about leads of a campaign at these places. Pure. */
export function concerns({ table, place, before, after }: RuleChange, campaign: Pick<Campaign, 'purpose' | 'settings'>, places: ReadonlySet<string>): boolean {
  const { isLegal, consent } = rulesOf(campaign, null)
  if (table === 'calling_hours') return isLegal && (places.has(place) || (place === 'default' && hasUnlisted(places)))
  if (!places.has(place)) return false
  if (table === 'registers') return consent?.purpose === 'marketing'
  if (table === 'recording') return true
  const demandOf = (rule: RuleChange['before']) => {
    if (rule === null) return ''
    return JSON.stringify([rule[consent?.purpose === 'marketing' ? 'marketing' : 'other'], rule.certainty, rule.validFrom])
  }
  return consent !== null && consent.required !== 'none' && demandOf(before) !== demandOf(after)
}

const hasUnlisted = (places: ReadonlySet<string>) => [...places].some((country) => ruleFor({ country, region: null }).id === 'default')

const listRunning = statement(
  'ruleChanges.listRunning',
  sql`select workspace_id, id, name, purpose, settings from campaigns where workspace_id = $workspaceId and status = 'running' order by id desc limit ${MAX_CAMPAIGNS}`,
)
const listWorkspaces = statement(
  'ruleChanges.listWorkspaces',
  sql`select distinct workspace_id from campaigns where status = 'running' order by workspace_id`,
  {
    acrossWorkspaces: 'A worker looks for workspaces to which a change of rules applies.',
  },
)
const listLeadPlaces = statement(
  'ruleChanges.listLeadPlaces',
  sql`
    select l.phone_number, ${LOCATION_DATA} as data from leads l
    where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null order by l.id limit ${MAX_LEADS}`,
)

/** A running campaign with the changes that apply to it. */
interface Concerned {
  workspaceId: WorkspaceId
  id: number
  name: string
  changes: RuleChange[]
}

async function listConcernedOf(workspaceId: WorkspaceId, changes: readonly RuleChange[]): Promise<Concerned[]> {
  const concerned: Concerned[] = []
  for (const { id, name, purpose, settings } of await listRunning.all({ workspaceId })) {
    const leads = await listLeadPlaces.all({ workspaceId, campaignId: id, locationKeys: LOCATION_KEYS })
    const places = await placesOf(leads)
    const own = changes.filter((change) => concerns(change, { purpose, settings }, places))
    if (own.length > 0) concerned.push({ workspaceId, id, name, changes: own })
  }
  return concerned
}

/** Lists the running campaigns of all workspaces to which changes apply, workspace by workspace. */
export async function* listConcerned(changes: readonly RuleChange[]): AsyncGenerator<Concerned[]> {
  if (changes.length === 0) return
  for (const { workspaceId } of await listWorkspaces.all({})) yield await inWorkspace(workspaceId, () => listConcernedOf(workspaceId, changes))
}

async function announce(changes: readonly RuleChange[]): Promise<void> {
  for await (const concerned of listConcerned(changes)) {
    const [first] = concerned
    if (!first) continue
    const places = [...new Set(concerned.flatMap((each) => each.changes.map(({ place }) => place)))]
    const names = concerned.map(({ name }) => name)
    await inWorkspace(first.workspaceId, () => transaction((tx) => ruleAlerts.raise(tx, first.workspaceId, { campaigns: names, places })))
  }
}
