import { canBegin, type Groups, matchAt, type Phrase, toPhrases } from './phrases.ts'
import type { Token } from '../optOuts/sentences.ts'

/** What an agent states at the beginning of a call: that it is an AI, on whose behalf it calls, that the call is recorded. */
export const STATEMENTS = ['ai', 'caller', 'recording'] as const
export type Statement = (typeof STATEMENTS)[number]

/** How agents of one language make the statements, and how a prompt tells them to. */
export interface Language {
  groups: Groups
  ai: string
  caller: string
  recording: string
  /** Words with which a prompt tells the agent to say something, such as `say`. */
  orders: string
  /** Phrases soon after an order. */
  orderedAi: string
  orderedCaller: string
  orderedRecording: string
  /** Words such as `not`, which undo an order next to them, a phrase that they are in, and one right after them. */
  negations: string
  /** Other words that make a phrase something else, in it or right before it, such as `about`. */
  breaks: string
  /** Phrases that make the whole sentence something else, such as `if they ask` and questions. */
  undone: string
  /** Beginnings of sentences that tell the agent who it is, which is not what it says: `you are`. */
  personas: string
  /** The sentences that make the statements. */
  sentences: Record<Statement, string>
}

export interface Rules {
  spoken: Record<Statement, readonly Phrase[]>
  ordered: Record<Statement, readonly Phrase[]>
  orders: ReadonlySet<string>
  negations: ReadonlySet<string>
  breaks: ReadonlySet<string>
  undone: readonly Phrase[]
  personas: readonly Phrase[]
}

/** How far before a phrase a word can break it, and how far after an order a phrase is looked for, in words. */
const WORDS_BEFORE = 3
const WORDS_AFTER_ORDER = 12
/** How far from an order a negation undoes it. */
const WORDS_AROUND_ORDER = 2

const toSet = (words: string) => new Set(words.split(/\s+/).filter(Boolean))

/** Prepares a language's rules, once. Throws for a phrase that names an unknown group. */
export function compile({ groups, orders, negations, breaks, undone, personas, ...phrases }: Language): Rules {
  const read = (lines: string) => toPhrases(lines, groups)
  return {
    spoken: { ai: read(phrases.ai), caller: read(phrases.caller), recording: read(phrases.recording) },
    ordered: { ai: read(phrases.orderedAi), caller: read(phrases.orderedCaller), recording: read(phrases.orderedRecording) },
    orders: toSet(orders),
    negations: toSet(negations),
    breaks: toSet(`${negations} ${breaks}`),
    undone: read(undone),
    personas: read(personas),
  }
}

/** Whether a sentence may make a statement at all: it has no condition, and tells the agent to leave out nothing. */
export const counts = ({ undone, orders, negations }: Rules, tokens: readonly Token[]) =>
  !tokens.some(
    ({ word }, start) =>
      undone.some((phrase) => canBegin(phrase, word) && matchAt(phrase, tokens, start) !== null) ||
      (orders.has(word) && tokens.slice(Math.max(start - WORDS_AROUND_ORDER, 0), start + WORDS_AROUND_ORDER + 1).some((near) => negations.has(near.word))),
  )

/** Whether a sentence makes the statement as it is spoken. */
export const isSpoken = (rules: Rules, tokens: readonly Token[], statement: Statement) =>
  tokens.some((_, start) => rules.spoken[statement].some((phrase) => matches(rules, phrase, tokens, start, start)))

/** Whether a sentence of a prompt tells the agent who it is. */
export const isPersona = ({ personas }: Rules, tokens: readonly Token[]) => personas.some((phrase) => matchAt(phrase, tokens, 0) !== null)

/** Whether a sentence tells the agent to make the statement. */
export function isOrdered(rules: Rules, tokens: readonly Token[], statement: Statement): boolean {
  let order = -Infinity
  return tokens.some(({ word }, start) => {
    if (start - order <= WORDS_AFTER_ORDER && rules.ordered[statement].some((phrase) => matches(rules, phrase, tokens, start, order))) return true
    if (rules.orders.has(word)) order = start
    return false
  })
}

/** Whether the phrase matches at a word, and nothing from the clause before `from` to its end breaks it. */
function matches({ breaks }: Rules, phrase: Phrase, tokens: readonly Token[], start: number, from: number): boolean {
  const end = canBegin(phrase, tokens[start]!.word) ? matchAt(phrase, tokens, start) : null
  if (end === null) return false
  let first = from
  while (first > 0 && from - first < WORDS_BEFORE && tokens[first]!.mark === null) first--
  return !tokens.slice(first, end).some(({ word }) => breaks.has(word))
}
