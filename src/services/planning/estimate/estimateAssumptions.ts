import type { CostEstimateInput } from '../../../inputs/analytics.ts'
import type { Retried } from '../../../inputs/campaignSettings.ts'
import { assumptionsOf as usualAssumptions } from '../../../inputs/dryRuns.ts'
import type { Sums } from '../../analytics/counting/callStatSums.ts'
import type { EstimateGround } from './estimateFacts.ts'

export const SCENARIOS = ['low', 'expected', 'high'] as const
export type Scenario = (typeof SCENARIOS)[number]

/** What an estimate takes for granted, and where that is from. */
export interface Assumption extends Record<Scenario, number> {
  name: 'answer_rate' | 'talk_seconds' | 'retried_share'
  /** given: by whoever asks; agent and workspace: its calls of the last 90 days; default: there were too few. */
  source: 'given' | 'agent' | 'workspace' | 'default'
  /** Calls that it was learned from. */
  calls: number
  explanation: string
}

/** How calls go: the share that reaches somebody, the share that is tried again, and how long is talked. */
export interface Way {
  answered: number
  retried: number
  talkSeconds: number
}

/** From so many calls, and conversations among them, on history is believed. */
const MIN_CALLS = 30
const MIN_CONVERSATIONS = 10
/** How far conversations may be shorter and longer than those before, and than the default. */
const SPREAD = { history: 0.2, default: 0.5 }
/** Nine of ten samples lie so many standard errors around what they are drawn from. */
const STANDARD_ERRORS = 1.645

interface Learned {
  source: 'agent' | 'workspace' | 'default'
  calls: number
  /** Shares of calls by how they end, 0 to 1. */
  shares: Record<Retried | 'completed', number>
  talkSeconds: number
  spread: number
}

/** How calls are taken to go in each scenario, and the same in words. */
export function assumptionsOf({ history, longestSeconds }: EstimateGround, retryOutcomes: readonly Retried[], given: CostEstimateInput) {
  const learned = learnedFrom(history)
  const answer = given.answerRate == null ? aroundShare(learned) : exactly(given.answerRate)
  const talk = given.talkSeconds == null ? around(learned.talkSeconds, learned.spread) : exactly(given.talkSeconds)
  const talkSeconds = each((scenario) => Math.min(talk[scenario], longestSeconds))
  // Whoever is not reached is tried again as often as before, however many are reached.
  const missed = 1 - learned.shares.completed
  const retriedOfMissed = missed > 0 ? retryOutcomes.reduce((sum, outcome) => sum + learned.shares[outcome], 0) / missed : 0
  const retried = each((scenario) => (1 - answer[scenario]) * Math.min(1, retriedOfMissed))
  const ways = each((scenario): Way => ({ answered: answer[scenario], retried: retried[scenario], talkSeconds: talkSeconds[scenario] }))
  const from = (isGiven: boolean) => (isGiven ? ({ source: 'given', calls: 0 } as const) : { source: learned.source, calls: learned.calls })
  const assumptions: Assumption[] = [
    { name: 'answer_rate', ...answer, ...from(given.answerRate != null), explanation: 'Share of calls with a conversation.' },
    {
      name: 'talk_seconds',
      ...talkSeconds,
      ...from(given.talkSeconds != null),
      explanation: 'Average length of a conversation in seconds, up to the maximum call duration of the agent.',
    },
    {
      name: 'retried_share',
      ...retried,
      ...from(false),
      explanation: 'Share of calls after which the lead is called again, if the campaign settings allow another attempt.',
    },
  ]
  return { assumptions, ways }
}

const each = <T>(of: (scenario: Scenario) => T) => Object.fromEntries(SCENARIOS.map((scenario) => [scenario, of(scenario)])) as Record<Scenario, T>
const exactly = (value: number) => each(() => value)
const around = (value: number, spread: number) => ({ low: value * (1 - spread), expected: value, high: value * (1 + spread) })

function aroundShare({ shares: { completed: share }, calls, source, spread }: Learned) {
  const margin = source === 'default' ? share * spread : STANDARD_ERRORS * Math.sqrt((share * (1 - share)) / calls)
  return { low: Math.max(0, share - margin), expected: share, high: Math.min(1, share + margin) }
}

function learnedFrom({ agent, workspace }: EstimateGround['history']): Learned {
  const coversEstimate = (sums: Sums | null) => sums !== null && sums.calls >= MIN_CALLS && sums.completed >= MIN_CONVERSATIONS
  if (coversEstimate(agent)) return learned(agent!, 'agent')
  if (coversEstimate(workspace)) return learned(workspace!, 'workspace')
  const { answerRate, voicemailRate, busyRate, failureRate, talkSeconds } = usualAssumptions({})
  const unanswered = 1 - answerRate - voicemailRate - busyRate - failureRate
  const shares = { completed: answerRate, voicemail: voicemailRate, busy: busyRate, failed: failureRate, no_answer: unanswered }
  return { source: 'default', calls: 0, shares, talkSeconds, spread: SPREAD.default }
}

/** What was talked to voicemails counts to the conversations, since it is paid as well. */
const learned = ({ calls, completed, voicemail, busy, failed, noAnswer, talkSeconds }: Sums, source: 'agent' | 'workspace'): Learned => ({
  source,
  calls,
  shares: { completed: completed / calls, voicemail: voicemail / calls, busy: busy / calls, failed: failed / calls, no_answer: noAnswer / calls },
  talkSeconds: talkSeconds / completed,
  spread: SPREAD.history,
})
