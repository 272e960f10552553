import { nowMs } from '../../kernel/lib/clock.ts'
import type { CallEventKind, Call, Line } from './call.ts'
import type { Scenario } from './testNumbers.ts'
import { isAnswered } from './scenario.ts'

const RINGING_DELAY_SECONDS = 0.2
/** Simulated seconds until a contact answers. */
export const RING_SECONDS = 4
const ANALYSIS_SECONDS = 2
const LATE_SECONDS = 30
const FIRST_WORD_DELAY_SECONDS = 0.4
export const PAUSE_SECONDS = 0.6
const CHARACTERS_PER_SECOND = 15

/** An event of a call, in simulated seconds after its start. `line` counts from 0 and is used by speech and line events only. */
export interface CallEvent {
  at: number
  kind: CallEventKind
  line: number
}

export interface TimedLine extends Line {
  /** Seconds after the answer. */
  start: number
  end: number
}

export type EndCause = Scenario | 'stopped' | 'max_duration'
export type Phase = 'queued' | 'ringing' | 'connected' | 'ended' | 'analyzed'

/** Seconds that it takes to say a text. */
export const speechSecondsOf = (text: string): number => Math.max(1, text.length / CHARACTERS_PER_SECOND)

/** Computed once per conversation, since every read of a call needs it. */
const timingCache = new WeakMap<Line[], TimedLine[]>()

function timedLinesOf(lines: Line[]): TimedLine[] {
  const cached = timingCache.get(lines)
  if (cached) return cached
  let position = FIRST_WORD_DELAY_SECONDS
  const timedLines = lines.map((line) => {
    const start = position
    const end = start + speechSecondsOf(line.text)
    position = end + PAUSE_SECONDS
    return { ...line, start, end }
  })
  timingCache.set(lines, timedLines)
  return timedLines
}

/** When and why the call ends or will end, in simulated seconds after its start. */
export function endOf(call: Call): { at: number; cause: EndCause } {
  const { scenario, ringTimeoutSeconds, maxSeconds, stoppedAfter } = call
  const talk = (timedLinesOf(call.conversation.lines).at(-1)?.end ?? 0) + PAUSE_SECONDS
  const plannedEnd = isAnswered(scenario)
    ? { at: ringTimeoutSeconds + Math.min(talk, maxSeconds), cause: talk > maxSeconds ? ('max_duration' as const) : scenario }
    : { at: ringTimeoutSeconds, cause: scenario }
  return stoppedAfter !== null && stoppedAfter < plannedEnd.at ? { at: stoppedAfter, cause: 'stopped' } : plannedEnd
}

/** Seconds of conversation in the whole call; null if it is not answered. */
export function talkSecondsOf(call: Call): number | null {
  const { at } = endOf(call)
  return isAnswered(call.scenario) && at >= call.ringTimeoutSeconds ? at - call.ringTimeoutSeconds : null
}

/** All lines with their times. An early end cuts them short. */
export const plannedLinesOf = (call: Call): TimedLine[] => timedLinesOf(call.conversation.lines)

/** The lines that are spoken before the call ends. */
export function spokenLinesOf(call: Call): TimedLine[] {
  const talk = talkSecondsOf(call)
  return talk === null ? [] : plannedLinesOf(call).filter((line) => line.end <= talk)
}

/** All events of the call in order. Stopping a call changes only future events. */
export function timelineOf(call: Call): CallEvent[] {
  const end = endOf(call)
  const events: CallEvent[] = []
  // Inbound calls have no ringing event: the vendor requests an agent while they ring.
  if (call.direction === 'outbound' && end.at >= RINGING_DELAY_SECONDS) events.push({ at: RINGING_DELAY_SECONDS, kind: 'ringing', line: 0 })
  if (talkSecondsOf(call) !== null) {
    events.push({ at: call.ringTimeoutSeconds, kind: 'connected', line: 0 })
    plannedLinesOf(call).forEach((line, index) => {
      events.push(
        { at: call.ringTimeoutSeconds + line.start, kind: 'speech', line: index },
        { at: call.ringTimeoutSeconds + line.end, kind: 'line', line: index },
      )
    })
  }
  const endedEvent: CallEvent = { at: end.at, kind: 'ended', line: 0 }
  const analyzedEvent: CallEvent = { at: end.at + ANALYSIS_SECONDS, kind: 'analyzed', line: 0 }
  const reached = events.filter((event) => event.at <= end.at)
  if (call.webhooks === 'unanalyzed') return [...reached, endedEvent]
  return call.webhooks === 'reordered' ? [...reached, analyzedEvent, { ...endedEvent, at: analyzedEvent.at }] : [...reached, endedEvent, analyzedEvent]
}

/** The events that the agent's webhook receives. */
export const announcedEventsOf = (call: Call): CallEvent[] => timelineOf(call).filter((event) => call.announces.includes(event.kind))

/** The real time, in milliseconds since the epoch, at this many simulated seconds after the start. */
export const toRealTime = (call: Call, seconds: number): number => Math.round(call.createdAt + (seconds * 1000) / call.speed)

/** When an event's webhook is sent, in real time. */
export const webhookTimeOf = (call: Call, event: CallEvent): number => toRealTime(call, event.at + webhookDelaySecondsOf(call))

export const toSimulatedSeconds = (call: Call, now: number): number => ((now - call.createdAt) * call.speed) / 1000

/** How long the call has been ringing, in simulated seconds. */
export const elapsedRingSeconds = (createdAt: number, speed: number): number => Math.max(RINGING_DELAY_SECONDS, ((nowMs() - createdAt) * speed) / 1000)

/** When the call has no more events, in real time. */
export const completionTimeOf = (call: Call): number => toRealTime(call, endOf(call).at + ANALYSIS_SECONDS + webhookDelaySecondsOf(call))

const webhookDelaySecondsOf = (call: Call) => (call.webhooks === 'late' ? LATE_SECONDS : 0)

/**
 * Answer and end times as the vendor reports them, in real milliseconds. The end is the answer plus the simulated duration, so that times and
 * durations agree at every speed.
 */
export function reportedTimesOf(call: Call): { answered: number | null; ended: number } {
  const talk = talkSecondsOf(call)
  const answered = toRealTime(call, call.ringTimeoutSeconds)
  return talk === null ? { answered: null, ended: toRealTime(call, endOf(call).at) } : { answered, ended: answered + Math.round(talk * 1000) }
}

export function phaseAt(call: Call, now: number): Phase {
  const seconds = toSimulatedSeconds(call, now)
  const end = endOf(call)
  if (seconds >= end.at + ANALYSIS_SECONDS && call.webhooks !== 'unanalyzed') return 'analyzed'
  if (seconds >= end.at) return 'ended'
  if (seconds >= call.ringTimeoutSeconds) return 'connected'
  return seconds >= RINGING_DELAY_SECONDS || call.direction === 'inbound' ? 'ringing' : 'queued'
}
