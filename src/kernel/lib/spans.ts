/** A half-open interval `[from, to)` in any unit. Lists of spans are sorted and do not touch. */
export interface Span {
  from: number
  to: number
}

/** Returns the intersection of two lists. */
export function intersectSpans(a: readonly Span[], b: readonly Span[]): Span[] {
  const overlaps = a.flatMap((span) => b.map((other) => ({ from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) })))
  return mergeSpans(overlaps)
}

/** Sorts spans, merges those that overlap or touch, and drops empty ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

/** Returns the parts of `whole` outside of `spans`. */
export function subtractSpans(whole: Span, spans: readonly Span[]): Span[] {
  const taken = mergeSpans(spans)
  const edges = [whole.from, ...taken.flatMap(({ from, to }) => [from, to]), whole.to]
  const gaps = Array.from({ length: edges.length / 2 }, (_, i) => ({ from: edges[2 * i]!, to: edges[2 * i + 1]! }))
  return intersectSpans(gaps, [whole])
}

export const contains = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => from <= at && at < to)
