import { FRAMES, type Frame } from './frames.ts'
import { classify, type CompiledGrammar, type WordClass } from './grammar.ts'
import type { Sentence, Token } from './sentences.ts'

/** How far before a frame, and after it, the words that make it something else are looked for. */
const BEFORE = 7
const AFTER = 5

/** The longest question that only asks for an answer to the words before it. */
const MAX_TAG_WORDS = 5

/** The longest one that asks why the other side calls. */
const MAX_COMPLAINT_WORDS = 7

/** How many words that the grammar doesn't know may follow a request. */
const MAX_FREE_WORDS = 4

/** What a negation undoes. */
const UNDOABLE = ['stop', 'remove', 'erase', 'put'] as const

/** Words that a request may begin with. */
const OPENINGS = ['no', 'mine', 'ask'] as const

/** Whether a sentence is a wish not to be called again. The work is linear in the words. */
export function isWish(grammar: CompiledGrammar, { tokens: heard, isQuestion }: Pick<Sentence, 'tokens' | 'isQuestion'>, frames = FRAMES): boolean {
  const tokens = withoutFillers(grammar, heard)
  const { at: classes, all } = classify(grammar, tokens)
  const mayStand = ({ of }: Frame) => of.every((each) => (typeof each === 'string' ? all.has(each) : each.some((one) => all.has(one))))
  const said = isQuestion && !all.has('request') ? beforeTag(tokens, classes) : tokens
  return frames.some((frame) => mayStand(frame) && said.some((_, at) => standsAt(frame, tokens, classes, at)))
}

/** A filler leaves its mark to the word after it. */
function withoutFillers({ fillers }: CompiledGrammar, tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ word }) => fillers.has(word))) return tokens
  let left: Token['mark'] = null
  return tokens.flatMap(({ word, mark }) => {
    const token = { word, mark: mark ?? left }
    left = fillers.has(word) ? token.mark : null
    return fillers.has(word) ? [] : [token]
  })
}

/** The words before a question of a few words, as in "Don't call me again, all right?". Nothing else that is asked is a wish. */
function beforeTag(tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[]): readonly Token[] {
  const tag = tokens.findLastIndex(({ mark }) => mark !== null)
  const isComplaint = classes.slice(tag).some((at) => at.has('contact') || at.has('doing'))
  return tokens.length - tag <= (isComplaint ? MAX_COMPLAINT_WORDS : MAX_TAG_WORDS) ? tokens.slice(0, Math.max(tag, 0)) : []
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
  if (frame.isPlain && !isRequest(frame, tokens, classes, first, last)) return false
  if (frame.isLast && !endsClause(tokens, classes, endOf(tokens, classes, last))) return false
  if (frame.isFirst && !beginsClause(tokens, classes, first)) return false
  if (frame.isOwn && at > 3 && tokens.slice(at - 3, at + 1).every(({ mark }) => mark === null)) return false
  return !isUnless(frame, tokens, classes, first, last)
}

/** A mark divides clauses, unless the one before it is a word or two: "Please, ...", "Never, ever". */
const divides = (tokens: readonly Token[], index: number) =>
  tokens[index]!.mark !== null && index > 2 && tokens[index - 1]!.mark === null && tokens[index - 2]!.mark === null

const isEnd = (tokens: readonly Token[], index: number) => index >= tokens.length || tokens[index]!.mark !== null

const endsClause = (tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], at: number) => isEnd(tokens, at) || classes[at]!.has('and')

/** The index after a request and what may end it. */
function endOf(tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], last: number): number {
  let end = last + 1
  while (!isEnd(tokens, end) && (classes[end]!.has('tail') || classes[end]!.has('mine'))) end++
  return end
}

const beginsClause = (tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], at: number) =>
  at === 0 || tokens[at]!.mark !== null || classes[at - 1]!.has('and') || classes.slice(Math.max(0, at - 2), at).some((each) => each.has('so'))

/** Whether what follows a request of the contact's own says nothing else: words of no class, and none that narrows it. */
function endsFreely(tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], first: number, last: number, end: number): boolean {
  if (!classes.slice(first, end).some((at) => at.has('mine'))) return false
  let after = last + 1
  while (!isEnd(tokens, after) && !classes[after]!.has('narrows')) after++
  return isEnd(tokens, after) && after - end > 1 && after - end <= MAX_FREE_WORDS
}

function isRequest({ of }: Frame, tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], first: number, last: number): boolean {
  const end = endOf(tokens, classes, last)
  let begin = first
  while (begin > 0 && tokens[begin]!.mark === null && OPENINGS.some((of) => classes[begin - 1]!.has(of))) begin--
  const isBegin = beginsClause(tokens, classes, begin)
  const isAsked = isBegin || classes.slice(Math.max(0, first - 4), end).some((at) => at.has('ask'))
  return isAsked && (endsClause(tokens, classes, end) || (of[0] === 'no' && endsFreely(tokens, classes, first, last, end)))
}

/** The nearest index to `at` within the bounds; -1 if there is none. */
function findNear(at: number, from: number, to: number, test: (index: number) => boolean): number {
  if (test(at)) return at
  for (let distance = 1; distance <= Math.max(at - from, to - at); distance++) {
    if (at - distance >= from && test(at - distance)) return at - distance
    if (at + distance <= to && test(at + distance)) return at + distance
  }
  return -1
}

/** Whether an "and" stands between, so that a negation before it is another clause's: "not interested and remove my number". */
const isJoined = (classes: readonly ReadonlySet<WordClass>[], no: number, first: number) => classes.slice(no, first).some((at) => at.has('and') || at.has('so'))

/** Where a frame stands, and the clause around it. */
interface Place {
  first: number
  last: number
  from: number
  to: number
}

/** Whether a negation undoes a request: "don't stop calling", "Streichen Sie mich nicht". */
function isUndone({ of }: Frame, tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], { first, last, from, to }: Place): boolean {
  const isWhole = of[0] === 'whole'
  if (!isWhole && !UNDOABLE.some((each) => of.includes(each))) return false
  for (let at = last + 1; at <= Math.min(last + 3, to); at++) if (isEnd(tokens, at + 1) && classes[at]!.has('no')) return true
  const negates = (at: number) => classes[at]!.has('no') || classes[at]!.has('never')
  if (isWhole) return first > from && negates(first - 1) && UNDOABLE.some((each) => classes[first]!.has(each))
  // "Can't you stop calling?"
  if (classes.slice(from, first).some((at) => at.has('request'))) return false
  for (let at = Math.max(from, first - 4); at < first; at++) if (negates(at) && !isJoined(classes, at, first)) return true
  return false
}

/** Limits stand in the clause itself, and what comes instead after it. What others said may stand before a comma. */
function isUnless(frame: Frame, tokens: readonly Token[], classes: readonly ReadonlySet<WordClass>[], first: number, last: number): boolean {
  const { of, unless, isPlain = false } = frame
  const isWhole = of[0] === 'whole'
  const isRemoval = of.includes('remove') || of.includes('erase')
  let [start, from, to] = [first, first, last]
  const [earliest, end] = [Math.max(0, first - BEFORE), Math.min(tokens.length - 1, last + AFTER)]
  while (start > earliest && !classes[start]!.has('so')) start--
  while (from > start && (tokens[from]!.mark === null || classes[from]!.has('that'))) from--
  while (to < end && tokens[to + 1]!.mark === null) to++
  if (isUndone(frame, tokens, classes, { first, last, from, to })) return true
  // "No need to call back, I found it."
  const isExplained = classes.slice(last + 1).some((at, index) => tokens[last + 1 + index]!.mark !== null && !at.has('tail') && !at.has('never'))
  // Up to the end of the sentence, so not within the bounds of the others.
  if (unless.includes('aside') && classes.slice(last + 1).some((at) => at.has('aside'))) return true
  for (let at = start; at <= end; at++) {
    const where: Partial<Record<WordClass, boolean>> = {
      them: at >= first - 2 && at <= last + 2,
      other: at < last,
      aside: false,
      needless: isExplained,
      told: at >= from ? at <= to || !isWhole : !isRemoval,
      instead: at > last,
      limit: at >= (isWhole ? last + 1 : from) && (at <= to || (isPlain && at === to + 1)),
      things: at >= from && at <= to,
    }
    if (unless.some((each) => classes[at]!.has(each) && where[each] !== false)) return true
    if (at > last && tokens[at]!.mark === 'comma' && classes[at]!.has('contact') && unless.includes('instead')) return true
  }
  return false
}
