import type { Assumptions } from '../../../inputs/dryRuns.ts'
import { PAUSE_REASONS } from '../../../inputs/campaignStates.ts'
import { openness } from '../../compliance/callingHours.ts'
import { type Candidate, decide, type DialRules } from '../../campaigns/rules/dialDecisions.ts'
import { type FullReason, type Load, PAUSED_BY, type Room, roomFor, type Short } from '../../campaigns/rules/dialRoom.ts'
import { type DrawnCall, drawCall } from './randomCalls.ts'
import { queueBy } from '../../../kernel/lib/priorityQueue.ts'
import { placeOf } from '../../compliance/leadPlaces.ts'
import { holdAmount } from '../../billing/pricing.ts'
import { dearest } from '../../agents/transferRules.ts'
import { afterCall } from '../../campaigns/rules/retries.ts'
import { type Money, purseOf } from './dryRunBudget.ts'
import { count, newTally, noteCall, noteWait, type Tally } from './dryRunTotals.ts'

export interface VirtualLead extends Candidate {
  id: number
  refusals: number
  nextAttemptAt: Date | null
}

/** All that a campaign's course depends on, besides how its calls go. */
export interface Ground extends Pick<Load, 'workspaceLimit' | 'startsAt' | 'endsAt'> {
  leads: readonly VirtualLead[]
  rules: DialRules
  money: Money
  /** What the voice provider takes at once, and new ones a second; null for no limit. */
  lines: number | null
  providerRate: number | null
  /** The longest call, in seconds. */
  longest: number
  /** The numbers that the agent can transfer calls to; absent for none. */
  transfers?: string[]
  begins: Date
  /** In whose dates calls are counted by day. */
  zone: string
}

/** A virtual call, told when it begins. Times are milliseconds since 1970. */
export interface Begun {
  lead: VirtualLead
  at: number
  endsAt: number
}

/** Completed, what the dialer would pause it for, or `too_long` when the end is too far away. */
export const DRY_RUN_ENDS = ['completed', 'too_long', ...PAUSE_REASONS] as const
type DryRunEnd = (typeof DRY_RUN_ENDS)[number]

export interface Played extends Tally {
  cost: bigint
  endedBy: DryRunEnd
  endsAt: Date | null
}

interface Waiting {
  lead: VirtualLead
  /** Due from then on. */
  at: number
  /** What it waits for, since when. */
  why: string
  since: number
}

interface UnderWay {
  lead: VirtualLead
  at: number
  call: DrawnCall
  held: bigint
}

const DAY_MS = 86_400_000
const MAX_MS = 366 * DAY_MS
const MAX_DECISIONS = 500_000

/**
 * Plays a campaign on a clock of its own, from event to event, with the decisions of the real dialer: who may be called when
 * (`decide`), how many at once (`roomFor`), what follows a call (`afterCall`). Only how a call goes is made up. It yields
 * after each decision, with the call that came of it, so that others get their turn. Its leads are changed; give it copies.
 */
export function* play(ground: Ground, assumed: Assumptions): Generator<Begun | null, Played> {
  const { rules, longest, zone } = ground
  const { settings, pace } = rules
  const tally = newTally()
  const purse = purseOf(ground.money, ground.begins)
  const waiting = queueBy<Waiting>((a, b) => a.at < b.at || (a.at === b.at && a.lead.id < b.lead.id))
  const underWay = queueBy<UnderWay>((a, b) => a.at < b.at || (a.at === b.at && a.lead.id < b.lead.id))
  const begins = ground.begins.getTime()
  const lastStatuses: string[] = []
  let now = begins
  let paceAt: Date | null = null
  let turnAt = 0
  let full: string = 'concurrency'
  let decisions = 0
  for (const lead of ground.leads) waiting.push({ lead, at: lead.nextAttemptAt?.getTime() ?? 0, why: 'earlier_attempt', since: begins })

  while (waiting.size() + underWay.size() > 0) {
    while ((underWay.first()?.at ?? Infinity) <= now) end(underWay.pop()!)
    if (now - begins > MAX_MS || decisions > MAX_DECISIONS) return over('too_long')
    const room = roomFor(load(), settings, new Date(now))
    if ('stop' in room) return over(room.stop)
    if ('reason' in room) {
      full = room.reason
      now = Math.min(looksAgain(room.reason, room), underWay.first()?.at ?? Infinity)
    } else {
      const short = yield* begin(room)
      if (short && underWay.size() === 0) return over(PAUSED_BY[short])
      const due = short ? Infinity : (waiting.first()?.at ?? Infinity)
      if (due > now && waiting.size() + underWay.size() > 0) now = Math.min(due, underWay.first()?.at ?? Infinity)
    }
    yield null
  }
  return over('completed')

  function load(): Load {
    const calls = underWay.size()
    return {
      campaignCalls: calls,
      workspaceCalls: calls,
      workspaceLimit: ground.workspaceLimit,
      freeLines: ground.lines === null ? null : ground.lines - calls,
      turns: ground.providerRate === null ? null : now < turnAt ? 0 : 1,
      paceAt,
      spent: purse.spent(),
      promised: 0n,
      startsAt: ground.startsAt,
      endsAt: ground.endsAt,
      lastStatuses,
    }
  }

  /** A full campaign is woken by the end of a call; what only time can change comes at its time. */
  function looksAgain(reason: FullReason, { until }: Extract<Room, { calls: 0 }>): number {
    if (reason === 'provider_rate') return Math.ceil(turnAt)
    return reason === 'not_begun' || reason === 'pace' || underWay.size() === 0 ? until.getTime() : Infinity
  }

  function* begin(room: Extract<Room, { paceAt: Date | null }>): Generator<Begun | null, Short | null> {
    for (let begun = 0; begun < room.calls && (waiting.first()?.at ?? Infinity) <= now;) {
      const { lead, at, why, since } = waiting.pop()!
      noteWait(tally, why, since, Math.min(at, now))
      noteWait(tally, full, Math.max(at, since), now)
      const decision = decide(lead, rules, new Date(now))
      decisions++
      let called: Begun | null = null
      if (decision.verdict === 'end') {
        count(tally.states, decision.status)
        count(tally.skipped, decision.reason)
      } else if (decision.verdict === 'wait') {
        if (decision.reason === 'calling_hours' && isNever(lead)) {
          count(tally.states, 'pending')
          count(tally.skipped, 'calling_hours')
        } else waiting.push({ lead, at: decision.until.getTime(), why: decision.reason, since: now })
      } else {
        const held = holdAmount(dearest(lead.phoneNumber, ground.transfers), longest)
        const short = purse.hold(held)
        if (short) {
          full = short
          waiting.push({ lead, at: now, why, since: now })
          return short
        }
        called = call(lead, held)
        begun++
        paceAt = room.paceAt
      }
      yield called
    }
    return null
  }

  function call(lead: VirtualLead, held: bigint): Begun {
    lead.attempts++
    lead.attemptTimes.push(new Date(now))
    lead.callTimes.push(new Date(now))
    const drawn = drawCall(assumed, lead.id, lead.attempts, longest)
    const endsAt = now + Math.ceil((drawn.seconds * 1_000) / pace)
    underWay.push({ lead, at: endsAt, call: drawn, held })
    if (ground.providerRate !== null) turnAt = now + 1_000 / ground.providerRate
    noteCall(tally, drawn, now, zone, underWay.size())
    return { lead, at: now, endsAt }
  }

  function end({ lead, at, call: { status, outcome, talkSeconds }, held }: UnderWay) {
    purse.settle(held, { toNumber: lead.phoneNumber, talkSeconds, endedAt: new Date(at) })
    lastStatuses.unshift(status)
    lastStatuses.length = Math.min(lastStatuses.length, settings.failureRateWindow)
    const ended = { status, outcome, endedReason: null, placement: 'placed', callbackAt: null, attempts: lead.attempts, refusals: lead.refusals }
    const after = afterCall(ended, settings, new Date(at), pace)
    lead.attempts = after.attempts
    lead.refusals = after.refusals
    if (after.status === 'pending') waiting.push({ lead, at: after.nextAttemptAt!.getTime(), why: 'retry', since: at })
    else count(tally.states, after.status)
  }

  /** Calls under way finish, as they do when the dialer pauses; who still waits goes on waiting. */
  function over(endedBy: DryRunEnd): Played {
    const stoppedAt = now
    for (let next = underWay.pop(); next; next = underWay.pop()) end({ ...next, at: (now = Math.max(now, next.at)) })
    for (const { at, why, since } of waiting.all()) {
      noteWait(tally, why, since, Math.min(at, stoppedAt))
      noteWait(tally, full, Math.max(at, since), stoppedAt)
      count(tally.states, 'pending')
    }
    return { ...tally, cost: purse.spent(), endedBy, endsAt: endedBy === 'too_long' ? null : new Date(now) }
  }

  /** No moment of the coming weeks suits every zone that the lead may be in. */
  function isNever(lead: VirtualLead): boolean {
    const hours = openness({ place: placeOf(lead), settings, isLegal: rules.isLegal, now: new Date(now) })
    return !hours.open && hours.opensAt === null
  }
}
