import type { CostEstimateInput } from '../../../inputs/analytics.ts'
import type { Retried } from '../../../inputs/campaignSettings.ts'
import { assumptionsOf as usualAssumptions } from '../../../inputs/dryRuns.ts'
import type { Sums } from '../../analytics/counting/callStatSums.ts'
import type { EstimateContext } from './estimateFacts.ts'

export const SCENARIOS = ['low', 'expected', 'high'] as const
export type Scenario = (typeof SCENARIOS)[number]

/** An assumption of an estimate, and its source. */
export interface Assumption extends Record<Scenario, number> {
  name: 'answer_rate' | 'talk_seconds' | 'retried_share'
  /** given: from the request; agent and workspace: their calls of the last 90 days; default: too few calls to learn from. */
  source: 'given' | 'agent' | 'workspace' | 'default'
  /** Number of calls it is based on. */
  calls: number
  explanation: string
}

/** Rates of a scenario: the share of calls with a conversation, the share that is retried, and the conversation length. */
export interface ScenarioRates {
  answered: number
  retried: number
  talkSeconds: number
}

/** Minimum number of calls, and conversations among them, for history to be used. */
const MIN_CALLS = 30
const MIN_CONVERSATIONS = 10
/** Relative range of the conversation length, based on history and for the default. */
const SPREAD = { history: 0.2, default: 0.5 }
/** Standard errors around the mean that contain nine of ten samples. */
const STANDARD_ERRORS = 1.645

interface HistoryRates {
  source: 'agent' | 'workspace' | 'default'
  calls: number
  /** Shares of calls by status, 0 to 1. */
  shares: Record<Retried | 'completed', number>
  talkSeconds: number
  spread: number
}

/** Returns the rates of each scenario, and the same as public assumptions. */
export function assumptionsOf({ history, longestSeconds }: EstimateContext, retryOutcomes: readonly Retried[], overrides: CostEstimateInput) {
  const rates = ratesOf(history)
  const answerRates = overrides.answerRate == null ? toShareRange(rates) : toConstantRange(overrides.answerRate)
  const talkRange = overrides.talkSeconds == null ? toRange(rates.talkSeconds, rates.spread) : toConstantRange(overrides.talkSeconds)
  const talkSeconds = mapScenarios((scenario) => Math.min(talkRange[scenario], longestSeconds))
  // Unanswered calls are retried as often as in the history, for any answer rate.
  const unansweredShare = 1 - rates.shares.completed
  const retriedShare = unansweredShare > 0 ? retryOutcomes.reduce((sum, outcome) => sum + rates.shares[outcome], 0) / unansweredShare : 0
  const retried = mapScenarios((scenario) => (1 - answerRates[scenario]) * Math.min(1, retriedShare))
  const scenarioRates = mapScenarios((scenario): ScenarioRates => ({
    answered: answerRates[scenario],
    retried: retried[scenario],
    talkSeconds: talkSeconds[scenario],
  }))
  const sourceOf = (isGiven: boolean) => (isGiven ? ({ source: 'given', calls: 0 } as const) : { source: rates.source, calls: rates.calls })
  const assumptions: Assumption[] = [
    { name: 'answer_rate', ...answerRates, ...sourceOf(overrides.answerRate != null), explanation: 'Share of calls with a conversation.' },
    {
      name: 'talk_seconds',
      ...talkSeconds,
      ...sourceOf(overrides.talkSeconds != null),
      explanation: 'Average length of a conversation in seconds, up to the maximum call duration of the agent.',
    },
    {
      name: 'retried_share',
      ...retried,
      ...sourceOf(false),
      explanation: 'Share of calls after which the lead is called again, if the campaign settings allow another attempt.',
    },
  ]
  return { assumptions, rates: scenarioRates }
}

const mapScenarios = <T>(compute: (scenario: Scenario) => T) =>
  Object.fromEntries(SCENARIOS.map((scenario) => [scenario, compute(scenario)])) as Record<Scenario, T>
const toConstantRange = (value: number) => mapScenarios(() => value)
const toRange = (value: number, spread: number) => ({ low: value * (1 - spread), expected: value, high: value * (1 + spread) })

function toShareRange({ shares: { completed: share }, calls, source, spread }: HistoryRates) {
  const margin = source === 'default' ? share * spread : STANDARD_ERRORS * Math.sqrt((share * (1 - share)) / calls)
  return { low: Math.max(0, share - margin), expected: share, high: Math.min(1, share + margin) }
}

function ratesOf({ agent, workspace }: EstimateContext['history']): HistoryRates {
  const hasEnoughCalls = (sums: Sums | null) => sums !== null && sums.calls >= MIN_CALLS && sums.completed >= MIN_CONVERSATIONS
  if (hasEnoughCalls(agent)) return toRates(agent!, 'agent')
  if (hasEnoughCalls(workspace)) return toRates(workspace!, 'workspace')
  const { answerRate, voicemailRate, busyRate, failureRate, talkSeconds } = usualAssumptions({})
  const unanswered = 1 - answerRate - voicemailRate - busyRate - failureRate
  const shares = { completed: answerRate, voicemail: voicemailRate, busy: busyRate, failed: failureRate, no_answer: unanswered }
  return { source: 'default', calls: 0, shares, talkSeconds, spread: SPREAD.default }
}

/** Converts call totals to rates. Voicemail time counts as conversation, since it is billed as well. */
const toRates = ({ calls, completed, voicemail, busy, failed, noAnswer, talkSeconds }: Sums, source: 'agent' | 'workspace'): HistoryRates => ({
  source,
  calls,
  shares: { completed: completed / calls, voicemail: voicemail / calls, busy: busy / calls, failed: failed / calls, no_answer: noAnswer / calls },
  talkSeconds: talkSeconds / completed,
  spread: SPREAD.history,
})
