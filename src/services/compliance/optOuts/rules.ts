import { canBegin, type Groups, matchAt, type Phrase, toPhrases } from './phrases.ts'
import type { Token } from './sentences.ts'

/** How people of one language ask not to be called again. */
export interface Language {
  /** Words that count as one: `do not = dont`, one a line. */
  joined: string
  groups: Groups
  /** Phrases with a negation that are such a wish, such as `do not call me again`. A time of day makes them something else. */
  refusals: string
  /** Other phrases that are such a wish, such as `stop calling` and `take me off your list`. */
  demands: string
  /** Phrases right before a wish that make it something else, such as `he said`. */
  before: string
  /** Phrases soon after a wish that limit it, such as `before six`. */
  after: string
  /** Times within a refusal or near it, which limit it. */
  times: string
  /** Words that begin another thought, such as `but`. */
  turns: string
}

export interface Rules {
  joins: ReadonlyMap<string, readonly Join[]>
  refusals: Wishes
  demands: Wishes
  before: readonly Phrase[]
  /** Those of `before` that reach over a comma, because they tell what somebody said. */
  reports: readonly Phrase[]
  after: readonly Phrase[]
  times: ReadonlySet<string>
  turns: ReadonlySet<string>
}

/** Phrases by the word that they begin with, so that few are tried at each word. */
interface Wishes {
  byFirstWord: ReadonlyMap<string, readonly Phrase[]>
  prefixed: readonly Phrase[]
}

interface Join {
  words: readonly string[]
  to: string
}

/** How far before a wish, and after it, its circumstances are looked for, in words. */
const WORDS_BEFORE = 9
const WORDS_AFTER = 4

const WORDS_AROUND = 3
/** A phrase that may stand this far before a wish tells what somebody said. */
const REPORT_GAP = 4

/** Prepares a language's rules, once. Throws for a phrase that names an unknown group. */
export function compile({ joined, groups, refusals, demands, before, after, times, turns }: Language): Rules {
  const earlier = toPhrases(before, groups)
  return {
    joins: toJoins(joined),
    refusals: toWishes(toPhrases(refusals, groups)),
    demands: toWishes(toPhrases(demands, groups)),
    before: earlier,
    reports: earlier.filter(isReport),
    after: toPhrases(after, groups),
    times: new Set(times.split(/\s+/)),
    turns: new Set(turns.split(/\s+/)),
  }
}

const isReport = ({ elements }: Phrase) => elements.filter(({ type }) => type === 'any').length >= REPORT_GAP

function toWishes(phrases: readonly Phrase[]): Wishes {
  const byFirstWord = new Map<string, Phrase[]>()
  const prefixed: Phrase[] = []
  for (const phrase of phrases) {
    const [first] = phrase.elements
    if (first?.type !== 'word' || first.isOptional) throw new Error('A wish must begin with a word')
    for (const word of first.words.exact) byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), phrase])
    if (first.words.prefixes.length > 0) prefixed.push(phrase)
  }
  return { byFirstWord, prefixed }
}

function toJoins(lines: string): Map<string, Join[]> {
  const joins = new Map<string, Join[]>()
  for (const line of lines.split('\n').filter((text) => text.includes('='))) {
    const [from = '', to = ''] = line.split('=').map((side) => side.trim())
    for (const alternative of from.split('|')) {
      const words = alternative.trim().split(/\s+/)
      joins.set(
        words[0]!,
        [...(joins.get(words[0]!) ?? []), { words, to }].toSorted((a, b) => b.words.length - a.words.length),
      )
    }
  }
  return joins
}

/** Whether the words of a sentence are a wish not to be called again. */
export function isWish(rules: Rules, spoken: readonly Token[]): boolean {
  const tokens = join(rules, spoken)
  return tokens.some((_, start) => {
    const isMeant = (end: number) => !isLimitedAfter(rules, tokens, end)
    const isSaid =
      endsOf(rules.demands, tokens, start).some(isMeant) ||
      endsOf(rules.refusals, tokens, start).some((end) => isMeant(end) && !hasTime(rules, tokens, start, end))
    return isSaid && !isUndoneBefore(rules, tokens, start)
  })
}

/** The ends of the wishes that begin at a word. */
function endsOf({ byFirstWord, prefixed }: Wishes, tokens: readonly Token[], start: number): number[] {
  const { word } = tokens[start]!
  const begun = [...(byFirstWord.get(word) ?? []), ...prefixed.filter((phrase) => canBegin(phrase, word))]
  return begun.flatMap((phrase) => matchAt(phrase, tokens, start) ?? [])
}

/** Whether a time stands in a refusal or near it, in its clause. */
function hasTime({ times }: Rules, tokens: readonly Token[], start: number, end: number): boolean {
  let [from, to] = [start, end]
  while (from > 0 && start - from < WORDS_AROUND && tokens[from]!.mark === null) from--
  while (to < tokens.length && to - end < WORDS_AROUND && tokens[to]!.mark === null) to++
  return tokens.slice(from, to).some(({ word }) => times.has(word))
}

function join({ joins }: Rules, tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index]!
    const found = joins.get(token.word)?.find(({ words }) => words.every((word, at) => tokens[index + at]?.word === word))
    joined.push(found ? { ...token, word: found.to } : token)
    index += found ? found.words.length : 1
  }
  return joined
}

function isUndoneBefore({ before, reports, turns }: Rules, tokens: readonly Token[], start: number): boolean {
  let [near, far] = [start, start]
  while (far > 0 && start - far < WORDS_BEFORE && !turns.has(tokens[far - 1]!.word)) far--
  while (near > far && tokens[near]!.mark !== 'comma') near--
  const isMet = (phrases: readonly Phrase[], from: number) => {
    const words = tokens.slice(from, start)
    return words.some((_, at) => phrases.some((phrase) => matchAt(phrase, words, at) === words.length))
  }
  return isMet(before, near) || isMet(reports, far)
}

function isLimitedAfter({ after }: Rules, tokens: readonly Token[], end: number): boolean {
  for (let at = end; at < Math.min(end + WORDS_AFTER, tokens.length); at++) {
    if (tokens[at]!.mark === 'comma') return false
    if (after.some((phrase) => matchAt(phrase, tokens, at) !== null)) return true
  }
  return false
}
