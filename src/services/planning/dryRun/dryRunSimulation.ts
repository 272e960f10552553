import TinyQueue from 'tinyqueue'
import type { Assumptions } from '../../../inputs/dryRuns.ts'
import { PAUSE_REASONS } from '../../../inputs/campaignStates.ts'
import { findOpenness } from '../../compliance/callingHours.ts'
import { type Candidate, decide, type DialRules } from '../../campaigns/rules/dialDecisions.ts'
import { type BlockReason, type Load, SHORTFALL_PAUSES, type Capacity, computeCapacity, type Shortfall } from '../../campaigns/rules/dialCapacity.ts'
import { type DrawnCall, drawCall } from './randomCalls.ts'
import { locate } from '../../compliance/leadLocations.ts'
import { holdAmount } from '../../billing/pricing.ts'
import { mostExpensive } from '../../agents/transferRules.ts'
import { planNextStep } from '../../campaigns/rules/retries.ts'
import { type DryRunFunds, createWallet } from './dryRunBudget.ts'
import { increment, createTally, tallyCall, tallyWait, type Tally } from './dryRunTotals.ts'

export interface VirtualLead extends Candidate {
  id: number
  refusals: number
  nextAttemptAt: Date | null
}

/** The inputs of a simulation, besides the random results of calls. */
export interface SimulationContext extends Pick<Load, 'workspaceLimit' | 'startsAt' | 'endsAt'> {
  leads: readonly VirtualLead[]
  rules: DialRules
  money: DryRunFunds
  /** The voice provider's concurrency slots, and its new calls per second; null without a limit. */
  slots: number | null
  providerRate: number | null
  /** Maximum call duration in seconds. */
  maxCallSeconds: number
  /** The numbers that the agent can transfer calls to; absent if none. */
  transfers?: string[]
  beginsAt: Date
  /** Time zone for counting calls by day. */
  zone: string
}

/** A simulated call, yielded when it begins. Times are milliseconds since 1970. */
export interface SimulatedCall {
  lead: VirtualLead
  at: number
  endsAt: number
}

/** How a simulation ends: completed, a pause reason of the dialer, or `too_long` if the end is too far in the future. */
export const DRY_RUN_ENDS = ['completed', 'too_long', ...PAUSE_REASONS] as const
type DryRunEnd = (typeof DRY_RUN_ENDS)[number]

export interface SimulationResult extends Tally {
  cost: bigint
  endedBy: DryRunEnd
  endsAt: Date | null
}

interface WaitingLead {
  lead: VirtualLead
  /** Due at this time. */
  at: number
  /** Wait reason, and the start of the wait. */
  reason: string
  since: number
}

interface ActiveCall {
  lead: VirtualLead
  at: number
  call: DrawnCall
  hold: bigint
}

/** The order of events; those of the same time are in the order of their leads. */
const byTime = (a: WaitingLead | ActiveCall, b: WaitingLead | ActiveCall) => a.at - b.at || a.lead.id - b.lead.id

const DAY_MS = 86_400_000
const MAX_MS = 366 * DAY_MS
const MAX_DECISIONS = 500_000

/**
 * Simulates a campaign with its own clock, from event to event, using the decisions of the real dialer: who may be called (`decide`), how many
 * calls at once (`computeCapacity`), and the next step after a call (`planNextStep`). Only the results of calls are random. Yields after
 * each decision, with the call it led to, so that the event loop can run. Modifies its leads; pass copies.
 */
export function* simulate(context: SimulationContext, assumptions: Assumptions): Generator<SimulatedCall | null, SimulationResult> {
  const { rules, maxCallSeconds, zone } = context
  const { settings, pace } = rules
  const tally = createTally()
  const wallet = createWallet(context.money, context.beginsAt)
  const waiting = new TinyQueue<WaitingLead>([], byTime)
  const active = new TinyQueue<ActiveCall>([], byTime)
  const beginsMs = context.beginsAt.getTime()
  const lastStatuses: string[] = []
  let now = beginsMs
  let paceAt: Date | null = null
  let nextTokenAt = 0
  let blockedBy: string = 'concurrency'
  let decisions = 0
  for (const lead of context.leads) waiting.push({ lead, at: lead.nextAttemptAt?.getTime() ?? 0, reason: 'earlier_attempt', since: beginsMs })

  while (waiting.length + active.length > 0) {
    while ((active.peek()?.at ?? Infinity) <= now) end(active.pop()!)
    if (now - beginsMs > MAX_MS || decisions > MAX_DECISIONS) return finish('too_long')
    const capacity = computeCapacity(load(), settings, new Date(now))
    if ('stop' in capacity) return finish(capacity.stop)
    if ('reason' in capacity) {
      blockedBy = capacity.reason
      now = Math.min(nextLookAt(capacity.reason, capacity), active.peek()?.at ?? Infinity)
    } else {
      const shortfall = yield* begin(capacity)
      if (shortfall && active.length === 0) return finish(SHORTFALL_PAUSES[shortfall])
      const due = shortfall ? Infinity : (waiting.peek()?.at ?? Infinity)
      if (due > now && waiting.length + active.length > 0) now = Math.min(due, active.peek()?.at ?? Infinity)
    }
    yield null
  }
  return finish('completed')

  function load(): Load {
    const calls = active.length
    return {
      campaignCalls: calls,
      workspaceCalls: calls,
      workspaceLimit: context.workspaceLimit,
      freeSlots: context.slots === null ? null : context.slots - calls,
      rateTokens: context.providerRate === null ? null : now < nextTokenAt ? 0 : 1,
      paceAt,
      spent: wallet.spent(),
      reserved: 0n,
      startsAt: context.startsAt,
      endsAt: context.endsAt,
      lastStatuses,
    }
  }

  /** A campaign without capacity is woken by the end of a call; otherwise it is checked again at the given time. */
  function nextLookAt(reason: BlockReason, { until }: Extract<Capacity, { calls: 0 }>): number {
    if (reason === 'provider_rate') return Math.ceil(nextTokenAt)
    return reason === 'not_begun' || reason === 'pace' || active.length === 0 ? until.getTime() : Infinity
  }

  function* begin(capacity: Extract<Capacity, { paceAt: Date | null }>): Generator<SimulatedCall | null, Shortfall | null> {
    for (let started = 0; started < capacity.calls && (waiting.peek()?.at ?? Infinity) <= now;) {
      const { lead, at, reason, since } = waiting.pop()!
      tallyWait(tally, reason, since, Math.min(at, now))
      tallyWait(tally, blockedBy, Math.max(at, since), now)
      const decision = decide(lead, rules, new Date(now))
      decisions++
      let startedCall: SimulatedCall | null = null
      if (decision.decision === 'end') {
        increment(tally.states, decision.status)
        increment(tally.skipped, decision.reason)
      } else if (decision.decision === 'wait') {
        if (decision.reason === 'calling_hours' && isNeverCallable(lead)) {
          increment(tally.states, 'pending')
          increment(tally.skipped, 'calling_hours')
        } else waiting.push({ lead, at: decision.until.getTime(), reason: decision.reason, since: now })
      } else {
        const hold = holdAmount(mostExpensive(lead.phoneNumber, context.transfers), maxCallSeconds)
        const shortfall = wallet.hold(hold)
        if (shortfall) {
          blockedBy = shortfall
          waiting.push({ lead, at: now, reason, since: now })
          return shortfall
        }
        startedCall = call(lead, hold)
        started++
        paceAt = capacity.paceAt
      }
      yield startedCall
    }
    return null
  }

  function call(lead: VirtualLead, hold: bigint): SimulatedCall {
    lead.attempts++
    lead.attemptTimes.push(new Date(now))
    lead.callTimes.push(new Date(now))
    const result = drawCall(assumptions, lead.id, lead.attempts, maxCallSeconds)
    const endsAt = now + Math.ceil((result.seconds * 1_000) / pace)
    active.push({ lead, at: endsAt, call: result, hold })
    if (context.providerRate !== null) nextTokenAt = now + 1_000 / context.providerRate
    tallyCall(tally, result, now, zone, active.length)
    return { lead, at: now, endsAt }
  }

  function end({ lead, at, call: { status, outcome, talkSeconds }, hold }: ActiveCall) {
    wallet.settle(hold, { toNumber: lead.phoneNumber, talkSeconds, endedAt: new Date(at) })
    lastStatuses.unshift(status)
    lastStatuses.length = Math.min(lastStatuses.length, settings.failureRateWindow)
    const endedCall = { status, outcome, endedReason: null, placement: 'placed', callbackAt: null, attempts: lead.attempts, refusals: lead.refusals }
    const nextStep = planNextStep(endedCall, settings, new Date(at), pace)
    lead.attempts = nextStep.attempts
    lead.refusals = nextStep.refusals
    if (nextStep.status === 'pending') waiting.push({ lead, at: nextStep.nextAttemptAt!.getTime(), reason: 'retry', since: at })
    else increment(tally.states, nextStep.status)
  }

  /** Finishes active calls, as after a pause of the dialer; waiting leads stay pending. */
  function finish(endedBy: DryRunEnd): SimulationResult {
    const stoppedAt = now
    for (let next = active.pop(); next; next = active.pop()) end({ ...next, at: (now = Math.max(now, next.at)) })
    for (const { at, reason, since } of waiting.data) {
      tallyWait(tally, reason, since, Math.min(at, stoppedAt))
      tallyWait(tally, blockedBy, Math.max(at, since), stoppedAt)
      increment(tally.states, 'pending')
    }
    return { ...tally, cost: wallet.spent(), endedBy, endsAt: endedBy === 'too_long' ? null : new Date(now) }
  }

  /** Whether no time in the coming weeks is allowed in every zone that the lead may be in. */
  function isNeverCallable(lead: VirtualLead): boolean {
    const hours = findOpenness({ place: locate(lead), settings, isLegal: rules.isLegal, now: new Date(now) })
    return !hours.open && hours.opensAt === null
  }
}
