/** From and up to, half open, in whatever unit both sides use. Lists of spans are in order and do not touch. */
export interface Span {
  from: number
  to: number
}

/** What lies in both lists. */
export function intersect(a: readonly Span[], b: readonly Span[]): Span[] {
  const both = a.flatMap((one) => b.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })))
  return join(both)
}

/** Spans in any order as a list: in order, those that overlap or touch made one, empty ones gone. */
export function join(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else joined.push({ ...span })
  }
  return joined
}

/** What of `whole` lies in none of `spans`. */
export function without(whole: Span, spans: readonly Span[]): Span[] {
  const taken = join(spans)
  const edges = [whole.from, ...taken.flatMap(({ from, to }) => [from, to]), whole.to]
  const gaps = Array.from({ length: edges.length / 2 }, (_, i) => ({ from: edges[2 * i]!, to: edges[2 * i + 1]! }))
  return intersect(gaps, [whole])
}

export const contains = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => from <= at && at < to)
