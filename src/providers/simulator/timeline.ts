import type { BeatKind, Call, Line } from './call.ts'
import { isAnswered, type Scenario } from './scenario.ts'

const RINGING_AFTER = 0.2
const RING_SECONDS = 4
const ANALYSIS_SECONDS = 2
const FIRST_WORD_AFTER = 0.4
const PAUSE = 0.6
const CHARACTERS_PER_SECOND = 15

/** A moment in a call's life: simulated seconds after placement; `line` counts from 0 and means something in speech and line beats. */
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

/** Worked out once for each conversation, as every look at a call asks for it. */
const timings = new WeakMap<Line[], SpokenLine[]>()

function timed(lines: Line[]): SpokenLine[] {
  const known = timings.get(lines)
  if (known) return known
  let clock = FIRST_WORD_AFTER
  const spoken = lines.map((line) => {
    const start = clock
    const end = start + Math.max(1, line.text.length / CHARACTERS_PER_SECOND)
    clock = end + PAUSE
    return { ...line, start, end }
  })
  timings.set(lines, spoken)
  return spoken
}

/** When and why the call ends, or will. */
export function endOf(call: Call): { at: number; cause: EndCause } {
  const talk = (timed(call.conversation.lines).at(-1)?.end ?? 0) + PAUSE
  const natural = isAnswered(call.scenario)
    ? { at: RING_SECONDS + Math.min(talk, call.maxSeconds), cause: talk > call.maxSeconds ? ('max_duration' as const) : call.scenario }
    : { at: RING_SECONDS, cause: call.scenario }
  const stopped = call.stoppedAfter
  return stopped !== null && stopped < natural.at ? { at: stopped, cause: 'stopped' } : natural
}

/** Seconds of conversation in the whole call; null when nobody answered. */
export function talkSeconds(call: Call): number | null {
  const { at } = endOf(call)
  return isAnswered(call.scenario) && at >= RING_SECONDS ? at - RING_SECONDS : null
}

/** What is said before the call ends. */
export const spokenLines = (call: Call): SpokenLine[] => {
  const talk = talkSeconds(call)
  return talk === null ? [] : timed(call.conversation.lines).filter((line) => line.end <= talk)
}

/** Every moment of the call in order; stopping a call changes only moments that have not come yet. */
export function timeline(call: Call): Beat[] {
  const end = endOf(call)
  const beats: Beat[] = []
  if (end.at >= RINGING_AFTER) beats.push({ at: RINGING_AFTER, kind: 'ringing', line: 0 })
  if (talkSeconds(call) !== null) beats.push({ at: RING_SECONDS, kind: 'connected', line: 0 })
  timed(talkSeconds(call) === null ? [] : call.conversation.lines).forEach((line, index) => {
    beats.push({ at: RING_SECONDS + line.start, kind: 'speech', line: index }, { at: RING_SECONDS + line.end, kind: 'line', line: index })
  })
  const lived = beats.filter((beat) => beat.at <= end.at)
  const analyzed: Beat = { at: end.at + ANALYSIS_SECONDS, kind: 'analyzed', line: 0 }
  return call.webhooks === 'reordered' ? [...lived, analyzed, { ...analyzed, kind: 'ended' }] : [...lived, { at: end.at, kind: 'ended', line: 0 }, analyzed]
}

/** The moments the agent's webhook hears of. */
export const announcedBeats = (call: Call): Beat[] => timeline(call).filter((beat) => call.announces.includes(beat.kind))

/** The real time, in milliseconds since the epoch, of so many simulated seconds after placement. */
export const realTime = (call: Call, seconds: number): number => Math.round(call.createdAt + (seconds * 1000) / call.speed)

export const simulatedSeconds = (call: Call, now: number): number => ((now - call.createdAt) * call.speed) / 1000

export const overAt = (call: Call): number => realTime(call, endOf(call).at + ANALYSIS_SECONDS)

/**
 * The real moment of the answer and the moment of the end as the vendor reports them: the answer plus the simulated
 * duration, so that reported times and durations agree at every speed.
 */
export function reportedTimes(call: Call): { answered: number | null; ended: number } {
  const talk = talkSeconds(call)
  return talk === null
    ? { answered: null, ended: realTime(call, endOf(call).at) }
    : { answered: realTime(call, RING_SECONDS), ended: realTime(call, RING_SECONDS) + Math.round(talk * 1000) }
}

export function phaseAt(call: Call, now: number): Phase {
  const seconds = simulatedSeconds(call, now)
  const end = endOf(call)
  if (seconds >= end.at + ANALYSIS_SECONDS) return 'analyzed'
  if (seconds >= end.at) return 'ended'
  if (seconds >= RING_SECONDS) return 'connected'
  return seconds >= RINGING_AFTER ? 'ringing' : 'queued'
}
