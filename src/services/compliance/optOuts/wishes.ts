import { FRAMES, type Frame } from './frames.ts'
import { classify, type CompiledGrammar, type WordClass } from './grammar.ts'
import type { Token } from './sentences.ts'

/** How far before a frame, and after it, the words that make it something else are looked for. */
const BEFORE = 7
const AFTER = 5

/** Whether the words of a sentence are a wish not to be called again. The work is linear in the words. */
export function isWish(grammar: CompiledGrammar, tokens: readonly Token[]): boolean {
  const { at: classes, all } = classify(grammar, tokens)
  const mayStand = ({ of }: Frame) => of.every((each) => (typeof each === 'string' ? all.has(each) : each.some((one) => all.has(one))))
  return FRAMES.some((frame) => mayStand(frame) && tokens.some((_, at) => standsAt(frame, tokens, classes, at)))
}

function standsAt(frame: Frame, tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], at: number): boolean {
  const isOf = (of: Frame['of'][number], index: number) => (typeof of === 'string' ? [of] : of).some((each) => classes[index]!.has(each))
  if (!isOf(frame.of.at(-1)!, at)) return false
  let [from, to] = [at, at]
  const mayCross = (index: number) => frame.isWide === true || classes[index]!.has('that') || !divides(tokens, index)
  while (from > 0 && at - from < frame.within && mayCross(from)) from--
  while (!frame.isOrdered && to + 1 < tokens.length && to - at < frame.within && mayCross(to + 1)) to++
  const found = frame.of.slice(0, -1).map((of) => findNear(at, from, to, (index) => isOf(of, index)))
  if (found.includes(-1)) return false
  const [first, last] = [Math.min(at, ...found), Math.max(at, ...found)]
  if (frame.isPlain && !isRequest(tokens, classes, first, last)) return false
  return !isUnless(frame, tokens, classes, first, last)
}

/** A mark divides clauses, unless the one before it is a word or two: "Please, ...", "Never, ever". */
const divides = (tokens: readonly Token[], index: number) =>
  tokens[index]!.mark !== null && index > 2 && tokens[index - 1]!.mark === null && tokens[index - 2]!.mark === null

function isRequest(tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], first: number, last: number): boolean {
  const isEnd = (index: number) => index >= tokens.length || tokens[index]!.mark !== null
  let end = last + 1
  while (!isEnd(end) && (classes[end]!.has('tail') || classes[end]!.has('mine'))) end++
  const isAsked = first === 0 || tokens[first]!.mark !== null || classes.slice(Math.max(0, first - 4), end).some((at) => at.has('ask'))
  return isAsked && isEnd(end)
}

/** The nearest index to `at`, but not `at`, within the bounds; -1 if there is none. */
function findNear(at: number, from: number, to: number, test: (index: number) => boolean): number {
  for (let distance = 1; distance <= Math.max(at - from, to - at); distance++) {
    if (at - distance >= from && test(at - distance)) return at - distance
    if (at + distance <= to && test(at + distance)) return at + distance
  }
  return -1
}

/** Limits stand in the clause itself, and what comes instead after it. What others said may stand before a comma. */
function isUnless({ of, unless }: Frame, tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], first: number, last: number): boolean {
  const isUndone = of.some((each) => each === 'stop' || each === 'remove' || each === 'erase' || each === 'put')
  let [from, to] = [first, last]
  const [start, end] = [Math.max(0, first - BEFORE), Math.min(tokens.length - 1, last + AFTER)]
  while (from > start && tokens[from]!.mark === null) from--
  while (to < end && tokens[to + 1]!.mark === null) to++
  // Up to the end of the sentence, so not within the bounds of the others.
  if (unless.includes('aside') && classes.slice(last + 1).some((at) => at.has('aside'))) return true
  for (let at = start; at <= end; at++) {
    const where: Partial<Record<WordClass, boolean>> = {
      them: at >= first - 2 && at <= last + 2,
      other: at < last,
      aside: false,
      instead: at > last,
      limit: at >= from && at <= to,
      things: at >= from && at <= to,
    }
    if (unless.some((each) => classes[at]!.has(each) && where[each] !== false)) return true
    if (isUndone && at >= Math.max(from, first - 3) && at < first && (classes[at]!.has('no') || classes[at]!.has('never'))) return true
  }
  return false
}
