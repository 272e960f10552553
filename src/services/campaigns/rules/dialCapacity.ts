import type { CampaignSettings } from '../../../inputs/campaignSettings.ts'
import type { Allowance } from '../../billing/appAllowances.ts'
import type { PauseReason } from '../../../inputs/campaignStates.ts'

/** Maximum number of calls in one batch. */
export const MAX_BATCH = 50
/** Delay before a campaign without capacity is considered again if no call end wakes it, in milliseconds. */
const RECHECK_DELAY_MS = 1_000

/** The current use of capacity that a campaign shares. Money is in micro-units. */
export interface Load {
  /** Active calls of the campaign and of the workspace, and the concurrency limit of its plan. */
  campaignCalls: number
  workspaceCalls: number
  workspaceLimit: number
  /** Free concurrency slots of the voice provider; null without a limit. */
  freeSlots: number | null
  /** The most calls that the provider's rate limit allows together; null without a rate limit. */
  rateTokens: number | null
  /** When the campaign's own dialing rate allows the next call. */
  paceAt: Date | null
  /** Cost of finished calls, and funds reserved for active ones. */
  spent: bigint
  reserved: bigint
  startsAt: Date | null
  endsAt: Date | null
  /** Statuses of its last calls, newest first. */
  lastStatuses: readonly string[]
}

/** The pause reason for each kind of shortfall. */
export const SHORTFALL_PAUSES = { budget: 'budget_reached', funds: 'insufficient_funds', app_cap: 'app_cap_reached' } as const
export type Shortfall = keyof typeof SHORTFALL_PAUSES

export type BlockReason = 'not_begun' | 'concurrency' | 'workspace_concurrency' | 'provider_lines' | 'provider_rate' | 'pace' | Shortfall

/** How many calls may begin; if none, the reason and when to check again; or the reason to pause the campaign. */
export type Capacity =
  | { calls: number; paceAt: Date | null }
  | { calls: 0; reason: BlockReason; until: Date }
  | { stop: PauseReason; facts: Record<string, string | number> }

/** Computes how many calls of a campaign may begin now, before any lead is considered. Pure; shared by dialer and dry run. */
export function computeCapacity(load: Load, settings: CampaignSettings, now: Date): Capacity {
  const blocked = (reason: BlockReason, until: Date = addMs(now, RECHECK_DELAY_MS)): Capacity => ({ calls: 0, reason, until })
  if (load.startsAt && load.startsAt > now) return blocked('not_begun', load.startsAt)
  if (load.endsAt && load.endsAt <= now) return { stop: 'schedule_ended', facts: { end_date: load.endsAt.toISOString() } }
  const failure = failureRate(load.lastStatuses, settings)
  if (failure) return { stop: 'failure_rate', facts: failure }
  const limits: [number, BlockReason][] = [
    [settings.concurrency === null ? MAX_BATCH : settings.concurrency - load.campaignCalls, 'concurrency'],
    [load.workspaceLimit - load.workspaceCalls, 'workspace_concurrency'],
    [load.freeSlots ?? MAX_BATCH, 'provider_lines'],
    [load.rateTokens ?? MAX_BATCH, 'provider_rate'],
  ]
  const limit = limits.find(([calls]) => calls <= 0)
  if (limit) return blocked(limit[1])
  const pacedCalls = settings.callsPerSecond === null ? MAX_BATCH : countPacedCalls(settings.callsPerSecond, load.paceAt, now)
  if (pacedCalls === 0) return blocked('pace', load.paceAt!)
  const calls = Math.min(MAX_BATCH, pacedCalls, ...limits.map(([free]) => free))
  return { calls, paceAt: settings.callsPerSecond === null ? null : nextPaceAt(calls, settings.callsPerSecond, load.paceAt, now) }
}

/** The funds for calls: the rest of the budget, the available balance, and the remaining limits of the app that started the campaign. */
export interface Funds {
  budgetLeft: bigint | null
  available: bigint
  allowance: Allowance | null
}

/** Computes how many of these holds, in order, the funds cover, and the shortfall for the next one. */
export function countAffordableCalls(
  holds: readonly bigint[],
  { budgetLeft, available, allowance }: Funds,
): { affordable: number; shortfall: Shortfall | null } {
  let reserved = 0n
  for (const [count, hold] of holds.entries()) {
    reserved += hold
    if (budgetLeft !== null && reserved > budgetLeft) return { affordable: count, shortfall: 'budget' }
    if (allowance && !isWithin(allowance, count + 1, reserved)) return { affordable: count, shortfall: 'app_cap' }
    if (reserved > available) return { affordable: count, shortfall: 'funds' }
  }
  return { affordable: holds.length, shortfall: null }
}

/** Whether an app's limits allow this many calls and this amount. */
export const isWithin = ({ callsLeft, moneyLeft }: Allowance, calls: number, amount: bigint) =>
  (callsLeft === null || calls <= callsLeft) && (moneyLeft === null || amount <= moneyLeft)

/** Calls missed within this period are caught up, in milliseconds. Calls missed before it are not. */
const MAX_CATCH_UP_MS = 250
const earliestPaceMs = (paceAt: Date | null, now: Date) => Math.max(paceAt?.getTime() ?? now.getTime(), now.getTime() - MAX_CATCH_UP_MS)

const countPacedCalls = (perSecond: number, paceAt: Date | null, now: Date) =>
  paceAt && paceAt > now ? 0 : Math.floor(((now.getTime() - earliestPaceMs(paceAt, now)) * perSecond) / 1_000) + 1

const nextPaceAt = (calls: number, perSecond: number, paceAt: Date | null, now: Date) =>
  new Date(Math.ceil(earliestPaceMs(paceAt, now) + (calls * 1_000) / perSecond))

/** Returns the failure rate of the last calls if there are enough of them and it exceeds the threshold, else null. */
function failureRate(statuses: readonly string[], { failureRateWindow, failureRateThreshold }: CampaignSettings) {
  const last = statuses.slice(0, failureRateWindow)
  const failed = last.filter((status) => status === 'failed').length
  return last.length >= failureRateWindow && failed * 100 >= failureRateThreshold * last.length
    ? { failed, of: last.length, limit_percent: failureRateThreshold }
    : null
}

const addMs = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
