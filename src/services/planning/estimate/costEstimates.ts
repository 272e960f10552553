import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { CostEstimateInput } from '../../../inputs/analytics.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import { parseMicros } from '../../../kernel/lib/money.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { type Assumption, assumptionsOf, type Scenario, SCENARIOS, type ScenarioRates } from './estimateAssumptions.ts'
import { type EstimateContext, loadContext, type LeadGroup } from './estimateFacts.ts'
import type { Price } from '../../billing/priceList.ts'
import { costOf, priceOf } from '../../billing/pricing.ts'

export type Range<T> = Record<Scenario, T>

/** The likely cost of a campaign's remaining calls, and the assumptions behind it. Money is in micro-units. */
export interface CostEstimate {
  /** Pending leads that may be called, and pending leads that will not be called. */
  leads: number
  skipped: number
  calls: Range<number>
  conversations: Range<number>
  talkSeconds: Range<number>
  cost: Range<bigint>
  /** Cost of each destination before included minutes, the most leads first. */
  destinations: (Omit<Price, 'perSegment'> & { leads: number; cost: Range<bigint> })[]
  assumptions: Assumption[]
  includedSecondsLeft: number
  /** Rest of the campaign's budget; null without a budget. */
  budgetLeft: bigint | null
  available: bigint
  coversEstimate: Range<boolean>
}

/**
 * Estimates with arithmetic what a dry run simulates call by call: each lead is called until a conversation takes place or its attempts are
 * used up. Ignores calling hours, since they don't change costs. Throws NOT_FOUND.
 */
export async function estimate(actor: Actor, campaignId: CampaignId, overrides: CostEstimateInput): Promise<CostEstimate> {
  const campaign = await campaigns.get(actor, campaignId)
  const context = await loadContext(campaign)
  const { budget, retryOutcomes } = settingsOf(campaign.settings)
  const budgetLeft = budget === null ? null : maxOf((parseMicros(budget) ?? 0n) - context.spent, 0n)
  const { assumptions, rates } = assumptionsOf(context, retryOutcomes, overrides)
  const scenarios = mapScenarios((scenario) => estimateScenario(context, rates[scenario]))
  const cost = mapScenarios((scenario) => (budgetLeft === null ? scenarios[scenario].cost : minOf(scenarios[scenario].cost, budgetLeft)))
  return {
    leads: context.groups.reduce((sum, { count }) => sum + count, 0),
    skipped: context.skipped,
    calls: mapScenarios((scenario) => Math.round(scenarios[scenario].calls)),
    conversations: mapScenarios((scenario) => Math.round(scenarios[scenario].conversations)),
    talkSeconds: mapScenarios((scenario) => Math.round(scenarios[scenario].seconds)),
    cost,
    destinations: destinationsOf(context.groups, (groups) =>
      mapScenarios((scenario) => estimateScenario({ groups, includedSecondsLeft: 0 }, rates[scenario]).cost),
    ),
    assumptions,
    includedSecondsLeft: context.includedSecondsLeft,
    budgetLeft,
    available: context.available,
    coversEstimate: mapScenarios((scenario) => cost[scenario] <= context.available),
  }
}

const mapScenarios = <T>(compute: (scenario: Scenario) => T) => Object.fromEntries(SCENARIOS.map((scenario) => [scenario, compute(scenario)])) as Range<T>
const minOf = (a: bigint, b: bigint) => (a < b ? a : b)
const maxOf = (a: bigint, b: bigint) => (a > b ? a : b)

/** Sums up one scenario. Included minutes are distributed evenly across destinations. */
function estimateScenario({ groups, includedSecondsLeft }: Pick<EstimateContext, 'groups' | 'includedSecondsLeft'>, rates: ScenarioRates) {
  const sums = { calls: 0, conversations: 0, seconds: 0, price: 0n }
  for (const { prefix, attemptsLeft, count } of groups) {
    const calls = count * expectedCallsOf(rates.retried, attemptsLeft)
    const seconds = calls * rates.answered * rates.talkSeconds
    sums.calls += calls
    sums.conversations += calls * rates.answered
    sums.seconds += seconds
    sums.price += costOf(seconds, priceOf(prefix).perMinute)
  }
  const { price, ...rest } = sums
  const paidShare = rest.seconds > 0 ? Math.max(0, 1 - includedSecondsLeft / rest.seconds) : 0
  return { ...rest, cost: (price * BigInt(Math.round(paidShare * 1_000_000))) / 1_000_000n }
}

/** Returns the expected number of calls to a lead with at most `most` attempts, if each is followed by another with probability `again`. */
function expectedCallsOf(retryProbability: number, maxAttempts: number) {
  let [calls, probability] = [0, 1]
  for (let attempt = 0; attempt < maxAttempts; attempt++, probability *= retryProbability) calls += probability
  return calls
}

function destinationsOf(groups: readonly LeadGroup[], costs: (groups: LeadGroup[]) => Range<bigint>): CostEstimate['destinations'] {
  const byPrice = new Map<ReturnType<typeof priceOf>, LeadGroup[]>()
  for (const group of groups) {
    const price = priceOf(group.prefix)
    const priceGroups = byPrice.get(price)
    if (priceGroups) priceGroups.push(group)
    else byPrice.set(price, [group])
  }
  return [...byPrice]
    .map(([{ prefix, name, countries, isMobile, perMinute }, priceGroups]) => ({
      prefix,
      name,
      countries,
      isMobile,
      perMinute,
      leads: priceGroups.reduce((sum, { count }) => sum + count, 0),
      cost: costs(priceGroups),
    }))
    .toSorted((a, b) => b.leads - a.leads)
}
