import type { CampaignSettings } from '../../../inputs/campaignSettings.ts'
import type { Allowance } from '../../billing/appAllowances.ts'
import type { PauseReason } from '../../../inputs/campaignStates.ts'

/** The most calls that are begun in one go. */
export const BATCH = 50
/** How long until a full campaign is looked at again, should nobody tell that a call has ended, in milliseconds. */
const FULL_MS = 1_000

/** What is in use of what a campaign's calls share, at one moment. Money is in micro-units. */
export interface Load {
  /** Calls under way: of the campaign, and of its workspace with what its plan allows. */
  campaignCalls: number
  workspaceCalls: number
  workspaceLimit: number
  /** Free lines of the voice provider; null where it has no limit. */
  freeLines: number | null
  /** Calls that the voice provider takes at this moment; null where it has no rate. */
  turns: number | null
  /** From then on the campaign's own pace allows the next call. */
  paceAt: Date | null
  /** What its finished calls cost, and what is held for those under way. */
  spent: bigint
  promised: bigint
  startsAt: Date | null
  endsAt: Date | null
  /** How its last calls ended, newest first. */
  lastStatuses: readonly string[]
}

/** What does not cover a further call, and why a campaign pauses once it will not again by itself. */
export const PAUSED_BY = { budget: 'budget_reached', funds: 'insufficient_funds', app_cap: 'app_cap_reached' } as const
export type Short = keyof typeof PAUSED_BY

export type FullReason = 'not_begun' | 'concurrency' | 'workspace_concurrency' | 'provider_lines' | 'provider_rate' | 'pace' | Short

/** How many calls may begin; 0 says why not, and when to look again. Or the campaign stops by itself. */
export type Room =
  | { calls: number; paceAt: Date | null }
  | { calls: 0; reason: FullReason; until: Date }
  | { stop: PauseReason; facts: Record<string, string | number> }

/** How many calls of a campaign may begin at a moment, before any lead is looked at. Pure; shared by dialer and dry run. */
export function roomFor(load: Load, settings: CampaignSettings, now: Date): Room {
  const full = (reason: FullReason, until: Date = after(now, FULL_MS)): Room => ({ calls: 0, reason, until })
  if (load.startsAt && load.startsAt > now) return full('not_begun', load.startsAt)
  if (load.endsAt && load.endsAt <= now) return { stop: 'schedule_ended', facts: { end_date: load.endsAt.toISOString() } }
  const tripped = failures(load.lastStatuses, settings)
  if (tripped) return { stop: 'failure_rate', facts: tripped }
  const limits: [number, FullReason][] = [
    [settings.concurrency === null ? BATCH : settings.concurrency - load.campaignCalls, 'concurrency'],
    [load.workspaceLimit - load.workspaceCalls, 'workspace_concurrency'],
    [load.freeLines ?? BATCH, 'provider_lines'],
    [load.turns ?? BATCH, 'provider_rate'],
  ]
  const blocked = limits.find(([calls]) => calls <= 0)
  if (blocked) return full(blocked[1])
  const paced = settings.callsPerSecond === null ? BATCH : atPace(settings.callsPerSecond, load.paceAt, now)
  if (paced === 0) return full('pace', load.paceAt!)
  const calls = Math.min(BATCH, paced, ...limits.map(([free]) => free))
  return { calls, paceAt: settings.callsPerSecond === null ? null : paceAfter(calls, settings.callsPerSecond, load.paceAt, now) }
}

/** What calls are paid from: the rest of the budget, what is free in the wallet, and what the app that started the campaign may still do. */
export interface Means {
  budgetLeft: bigint | null
  available: bigint
  allowance: Allowance | null
}

/** How many of these holds, in order, the means cover; what stands in the way of the next. */
export function coveredBy(holds: readonly bigint[], { budgetLeft, available, allowance }: Means): { covered: number; short: Short | null } {
  let promised = 0n
  for (const [covered, hold] of holds.entries()) {
    promised += hold
    if (budgetLeft !== null && promised > budgetLeft) return { covered, short: 'budget' }
    if (allowance && !isWithin(allowance, covered + 1, promised)) return { covered, short: 'app_cap' }
    if (promised > available) return { covered, short: 'funds' }
  }
  return { covered: holds.length, short: null }
}

/** Whether an app may still place so many calls for so much. */
export const isWithin = ({ callsLeft, moneyLeft }: Allowance, calls: number, amount: bigint) =>
  (callsLeft === null || calls <= callsLeft) && (moneyLeft === null || amount <= moneyLeft)

/** Calls that could have begun within so long before are made up for, in milliseconds; longer pauses are not. */
const CATCH_UP_MS = 250
const earliest = (paceAt: Date | null, now: Date) => Math.max(paceAt?.getTime() ?? now.getTime(), now.getTime() - CATCH_UP_MS)

const atPace = (perSecond: number, paceAt: Date | null, now: Date) =>
  paceAt && paceAt > now ? 0 : Math.floor(((now.getTime() - earliest(paceAt, now)) * perSecond) / 1_000) + 1

const paceAfter = (calls: number, perSecond: number, paceAt: Date | null, now: Date) => new Date(Math.ceil(earliest(paceAt, now) + (calls * 1_000) / perSecond))

/** The share of failures among the last calls, once there are enough of them and it is too high. */
function failures(statuses: readonly string[], { failureRateWindow, failureRateThreshold }: CampaignSettings) {
  const last = statuses.slice(0, failureRateWindow)
  const failed = last.filter((status) => status === 'failed').length
  return last.length >= failureRateWindow && failed * 100 >= failureRateThreshold * last.length ? { failed, of: last.length, limit_percent: failureRateThreshold } : null
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
