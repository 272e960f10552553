import { nowMs } from '../../kernel/lib/clock.ts'
import type { BeatKind, Call, Line } from './call.ts'
import type { Scenario } from './magic.ts'
import { isAnswered } from './scenario.ts'

const RINGING_AFTER = 0.2
/** How long somebody takes who is called. */
export const RING_SECONDS = 4
const ANALYSIS_SECONDS = 2
const LATE_SECONDS = 30
const FIRST_WORD_AFTER = 0.4
export const PAUSE = 0.6
const CHARACTERS_PER_SECOND = 15

/** A moment in a call's life: simulated seconds after its beginning; `line` counts from 0 and means something in speech and line beats. */
export interface Beat {
  at: number
  kind: BeatKind
  line: number
}

export interface SpokenLine extends Line {
  /** Seconds after the answer. */
  start: number
  end: number
}

export type EndCause = Scenario | 'stopped' | 'max_duration'
export type Phase = 'queued' | 'ringing' | 'connected' | 'ended' | 'analyzed'

/** Seconds it takes to say. */
export const spokenSeconds = (text: string): number => Math.max(1, text.length / CHARACTERS_PER_SECOND)

/** Worked out once for each conversation, as every look at a call asks for it. */
const timings = new WeakMap<Line[], SpokenLine[]>()

function timed(lines: Line[]): SpokenLine[] {
  const known = timings.get(lines)
  if (known) return known
  let clock = FIRST_WORD_AFTER
  const spoken = lines.map((line) => {
    const start = clock
    const end = start + spokenSeconds(line.text)
    clock = end + PAUSE
    return { ...line, start, end }
  })
  timings.set(lines, spoken)
  return spoken
}

/** When and why the call ends, or will. */
export function endOf(call: Call): { at: number; cause: EndCause } {
  const { scenario, ringTimeoutSeconds, maxSeconds, stoppedAfter } = call
  const talk = (timed(call.conversation.lines).at(-1)?.end ?? 0) + PAUSE
  const natural = isAnswered(scenario)
    ? { at: ringTimeoutSeconds + Math.min(talk, maxSeconds), cause: talk > maxSeconds ? ('max_duration' as const) : scenario }
    : { at: ringTimeoutSeconds, cause: scenario }
  return stoppedAfter !== null && stoppedAfter < natural.at ? { at: stoppedAfter, cause: 'stopped' } : natural
}

/** Seconds of conversation in the whole call; null when nobody answered. */
export function talkSeconds(call: Call): number | null {
  const { at } = endOf(call)
  return isAnswered(call.scenario) && at >= call.ringTimeoutSeconds ? at - call.ringTimeoutSeconds : null
}

/** Everything that would be said, and when; an early end cuts it short. */
export const plannedLines = (call: Call): SpokenLine[] => timed(call.conversation.lines)

/** What is said before the call ends. */
export function spokenLines(call: Call): SpokenLine[] {
  const talk = talkSeconds(call)
  return talk === null ? [] : plannedLines(call).filter((line) => line.end <= talk)
}

/** Every moment of the call in order; stopping a call changes only moments that have not come yet. */
export function timeline(call: Call): Beat[] {
  const end = endOf(call)
  const beats: Beat[] = []
  // Who calls us waits for the answer to the question who takes the call: that was the ringing.
  if (call.direction === 'outbound' && end.at >= RINGING_AFTER) beats.push({ at: RINGING_AFTER, kind: 'ringing', line: 0 })
  if (talkSeconds(call) !== null) {
    beats.push({ at: call.ringTimeoutSeconds, kind: 'connected', line: 0 })
    plannedLines(call).forEach((line, index) => {
      beats.push(
        { at: call.ringTimeoutSeconds + line.start, kind: 'speech', line: index },
        { at: call.ringTimeoutSeconds + line.end, kind: 'line', line: index },
      )
    })
  }
  const ended: Beat = { at: end.at, kind: 'ended', line: 0 }
  const analyzed: Beat = { at: end.at + ANALYSIS_SECONDS, kind: 'analyzed', line: 0 }
  const lived = beats.filter((beat) => beat.at <= end.at)
  if (call.webhooks === 'unanalyzed') return [...lived, ended]
  return call.webhooks === 'reordered' ? [...lived, analyzed, { ...ended, at: analyzed.at }] : [...lived, ended, analyzed]
}

/** The moments the agent's webhook hears of. */
export const announcedBeats = (call: Call): Beat[] => timeline(call).filter((beat) => call.announces.includes(beat.kind))

/** The real time, in milliseconds since the epoch, of so many simulated seconds after the beginning. */
export const realTime = (call: Call, seconds: number): number => Math.round(call.createdAt + (seconds * 1000) / call.speed)

/** When the moment is told, in real time. */
export const toldAt = (call: Call, beat: Beat): number => realTime(call, beat.at + lateness(call))

export const simulatedSeconds = (call: Call, now: number): number => ((now - call.createdAt) * call.speed) / 1000

/** How long it has rung, in simulated seconds. */
export const simulatedSecondsSince = (createdAt: number, speed: number): number => Math.max(RINGING_AFTER, ((nowMs() - createdAt) * speed) / 1000)

/** When nothing more comes, in real time. */
export const overAt = (call: Call): number => realTime(call, endOf(call).at + ANALYSIS_SECONDS + lateness(call))

const lateness = (call: Call) => (call.webhooks === 'late' ? LATE_SECONDS : 0)

/**
 * The real moment of the answer and the moment of the end as the vendor reports them: the answer plus the simulated
 * duration, so that reported times and durations agree at every speed.
 */
export function reportedTimes(call: Call): { answered: number | null; ended: number } {
  const talk = talkSeconds(call)
  const answered = realTime(call, call.ringTimeoutSeconds)
  return talk === null ? { answered: null, ended: realTime(call, endOf(call).at) } : { answered, ended: answered + Math.round(talk * 1000) }
}

export function phaseAt(call: Call, now: number): Phase {
  const seconds = simulatedSeconds(call, now)
  const end = endOf(call)
  if (seconds >= end.at + ANALYSIS_SECONDS && call.webhooks !== 'unanalyzed') return 'analyzed'
  if (seconds >= end.at) return 'ended'
  if (seconds >= call.ringTimeoutSeconds) return 'connected'
  return seconds >= RINGING_AFTER || call.direction === 'inbound' ? 'ringing' : 'queued'
}
