import type { RampOptions } from './options.ts'
import type { RampResult } from './run.ts'
import type { Sample } from './sampler.ts'

/** The calls count as reached with this share of the wanted number, because some places are empty at any moment. */
const NEARLY = 0.95

/** The part of a run in which as many calls as wanted were active. */
export interface Hold {
  /** When nearly all calls were first active; null if never. Then the hold is the second half of the run. */
  reachedAt: number | null
  samples: Sample[]
}

/** Finds the part of the run from which its figures are taken: until the campaigns were paused. */
export function findHold({ samples, startedAt, pausedAt }: RampResult, { calls }: RampOptions): Hold {
  const reachedAt = samples.find((sample) => sample.calls >= calls * NEARLY)?.at ?? null
  const since = reachedAt ?? (startedAt + pausedAt) / 2
  return { reachedAt, samples: samples.filter(({ at }) => at >= since && at <= pausedAt) }
}

/** How fast calls began: on average until nearly all were active, and in the busiest ten seconds of the run. */
export function paceOf({ dialing: { dialedAt }, startedAt, pausedAt }: RampResult, reachedAt: number | null) {
  const first = dialedAt[0] ?? startedAt
  const until = reachedAt ?? pausedAt
  const inRamp = dialedAt.filter((at) => at <= until).length
  const busiest = Math.max(0, ...dialedAt.map((at, nth) => countUntil(dialedAt, nth, at + 10_000)))
  return { ramp: inRamp / Math.max(1, (until - first) / 1000), busiest: busiest / 10 }
}

function countUntil(times: number[], first: number, end: number) {
  let next = first
  while (next < times.length && times[next]! < end) next++
  return next - first
}
