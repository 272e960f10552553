import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { CostEstimateInput } from '../../../inputs/analytics.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import { parseMicros } from '../../../kernel/lib/money.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { type Assumption, assumptionsOf, type Scenario, SCENARIOS, type Way } from './estimateAssumptions.ts'
import { type EstimateGround, groundOf, type LeadGroup } from './estimateFacts.ts'
import { costOf, priceOf } from '../../billing/pricing.ts'

export type Range<T> = Record<Scenario, T>

/** What a campaign's remaining calls are likely to cost, and what that was reckoned with. Money is in micro-units. */
export interface CostEstimate {
  /** Leads that wait and may be called, and those that wait and will not be. */
  leads: number
  skipped: number
  calls: Range<number>
  conversations: Range<number>
  talkSeconds: Range<number>
  cost: Range<bigint>
  /** What each destination costs before included minutes are taken off, the most leads first. */
  destinations: { prefix: string; name: string; perMinute: bigint; leads: number; cost: Range<bigint> }[]
  assumptions: Assumption[]
  includedSecondsLeft: number
  /** What the campaign may still spend; null without a budget. */
  budgetLeft: bigint | null
  available: bigint
  coversEstimate: Range<boolean>
}

/**
 * Estimates by arithmetic what a dry run plays call by call: each lead is called until somebody is spoken with or its attempts are used
 * up. Calling hours make no difference to costs and are left out. NOT_FOUND for no campaign.
 */
export async function estimate(actor: Actor, campaignId: number, given: CostEstimateInput): Promise<CostEstimate> {
  const campaign = await campaigns.get(actor, campaignId)
  const ground = await groundOf(campaign)
  const { budget, retryOutcomes } = settingsOf(campaign.settings)
  const budgetLeft = budget === null ? null : greatest((parseMicros(budget) ?? 0n) - ground.spent, 0n)
  const { assumptions, ways } = assumptionsOf(ground, retryOutcomes, given)
  const played = inEach((scenario) => reckon(ground, ways[scenario]))
  const cost = inEach((scenario) => (budgetLeft === null ? played[scenario].cost : least(played[scenario].cost, budgetLeft)))
  return {
    leads: ground.groups.reduce((sum, { count }) => sum + count, 0),
    skipped: ground.skipped,
    calls: inEach((scenario) => Math.round(played[scenario].calls)),
    conversations: inEach((scenario) => Math.round(played[scenario].conversations)),
    talkSeconds: inEach((scenario) => Math.round(played[scenario].seconds)),
    cost,
    destinations: destinationsOf(ground.groups, (groups) => inEach((scenario) => reckon({ groups, includedSecondsLeft: 0 }, ways[scenario]).cost)),
    assumptions,
    includedSecondsLeft: ground.includedSecondsLeft,
    budgetLeft,
    available: ground.available,
    coversEstimate: inEach((scenario) => cost[scenario] <= ground.available),
  }
}

const inEach = <T>(of: (scenario: Scenario) => T) => Object.fromEntries(SCENARIOS.map((scenario) => [scenario, of(scenario)])) as Range<T>
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const greatest = (a: bigint, b: bigint) => (a > b ? a : b)

/** Included minutes are taken off every destination alike. */
function reckon({ groups, includedSecondsLeft }: Pick<EstimateGround, 'groups' | 'includedSecondsLeft'>, way: Way) {
  const sums = { calls: 0, conversations: 0, seconds: 0, price: 0n }
  for (const { prefix, attemptsLeft, count } of groups) {
    const calls = count * callsEach(way.retried, attemptsLeft)
    const seconds = calls * way.answered * way.talkSeconds
    sums.calls += calls
    sums.conversations += calls * way.answered
    sums.seconds += seconds
    sums.price += costOf(seconds, priceOf(prefix).perMinute)
  }
  const { price, ...rest } = sums
  const paidShare = rest.seconds > 0 ? Math.max(0, 1 - includedSecondsLeft / rest.seconds) : 0
  return { ...rest, cost: (price * BigInt(Math.round(paidShare * 1_000_000))) / 1_000_000n }
}

/** How often a lead is called that may be called so often, and is with that probability called again. */
function callsEach(again: number, most: number) {
  let [calls, probability] = [0, 1]
  for (let attempt = 0; attempt < most; attempt++, probability *= again) calls += probability
  return calls
}

function destinationsOf(groups: readonly LeadGroup[], costs: (groups: LeadGroup[]) => Range<bigint>): CostEstimate['destinations'] {
  const byPrice = new Map<ReturnType<typeof priceOf>, LeadGroup[]>()
  for (const group of groups) {
    const price = priceOf(group.prefix)
    const own = byPrice.get(price)
    if (own) own.push(group)
    else byPrice.set(price, [group])
  }
  return [...byPrice]
    .map(([{ prefix, name, perMinute }, own]) => ({ prefix, name, perMinute, leads: own.reduce((sum, { count }) => sum + count, 0), cost: costs(own) }))
    .toSorted((a, b) => b.leads - a.leads)
}
