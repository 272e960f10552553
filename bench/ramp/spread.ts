/** How measured values spread, in milliseconds. */
export interface Spread {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** Sorts the values and reads their percentiles. They are NaN, which JSON turns to null, without values. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
