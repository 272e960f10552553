import { ENDINGS } from './frames.ts'
import { compileGrammar, type CompiledGrammar } from './grammar.ts'
import { GRAMMARS } from './grammars/grammars.ts'
import { likelihoodOf } from './likelihood.ts'
import { type Sentence, splitSentences } from './sentences.ts'
import { isWish } from './wishes.ts'

/** A line of a transcript. */
interface Line {
  role: string
  text: string
}

/** A wish not to be called again, as the contact said it. */
export interface OptOut {
  /** The sentence, at most 500 characters. */
  sentence: string
  /** The line in which the sentence begins. */
  line: number
}

/** How much of a text is read: it takes ten minutes to say as much. */
const MAX_TEXT_LENGTH = 10_000

/** The longest sentence that is kept. */
const MAX_SENTENCE_LENGTH = 500

let compiled: readonly CompiledGrammar[] | undefined
const grammarsOfAllLanguages = () => (compiled ??= GRAMMARS.map(compileGrammar))

/** A sentence is in the languages that know at least this share of the words that the best of them knows. */
const KNOWN_SHARE = 0.7

/** Returns the grammars of the languages that a sentence may be in, also where the contact changes the language of the call. */
function grammarsFor({ tokens }: Pick<Sentence, 'tokens'>): readonly CompiledGrammar[] {
  const known = grammarsOfAllLanguages().map(({ exact }) => tokens.reduce((count, { word }) => (exact.has(word) ? count + 1 : count), 0))
  const least = Math.max(1, Math.max(...known) * KNOWN_SHARE)
  return grammarsOfAllLanguages().filter((_, index) => known[index]! >= least)
}

/**
 * Logarithms of odds. A sentence that no grammar finds is a wish if it is likelier one than `CERTAIN`, and one that a grammar finds is none if it is less likely
 * than `UNLIKELY` (decision 72).
 */
const [UNLIKELY, CERTAIN] = [-2.5, 3.5]

/** Whether a sentence is a wish: what the grammars find, corrected where the words of the corpora clearly say otherwise. */
function isFound(sentence: Sentence): boolean {
  const likelihood = likelihoodOf(sentence)
  if (likelihood !== null && likelihood > CERTAIN) return true
  return (likelihood === null || likelihood > UNLIKELY) && grammarsFor(sentence).some((grammar) => isWish(grammar, sentence))
}

/** The longest sentence that is read with the one before it. */
const MAX_ENDING_WORDS = 5

/** Whether a short sentence ends what the one before it complains of: "Why do you keep calling? Stop it!" */
function endsComplaint({ tokens }: Sentence, before: Sentence): boolean {
  const [first, ...others] = tokens
  // Most short sentences end nothing, so they are not read twice.
  if (!first || others.length >= MAX_ENDING_WORDS || !tokens.some(({ word }) => grammarsOfAllLanguages().some(({ endings }) => endings.has(word)))) return false
  const both = { tokens: [...before.tokens, { ...first, mark: 'comma' as const }, ...others], isQuestion: false }
  return grammarsFor(both).some((grammar) => isWish(grammar, both, ENDINGS))
}

/** Returns the first sentence of a text that is a wish not to be called again, in any of the languages; null if there is none. Pure; linear in the text. */
export function findWish(text: string): string | null {
  const sentences = splitSentences(text.slice(0, MAX_TEXT_LENGTH))
  for (const [index, sentence] of sentences.entries()) {
    const before = sentences[index - 1]
    if (isFound(sentence)) return sentence.text.slice(0, MAX_SENTENCE_LENGTH)
    if (before && endsComplaint(sentence, before)) return textOf(text, before, sentence).slice(0, MAX_SENTENCE_LENGTH)
  }
  return null
}

/** The text from one sentence to the end of the next. */
function textOf(text: string, first: Sentence, next: Sentence): string {
  const start = text.indexOf(first.text)
  return text.slice(start, text.indexOf(next.text, start + first.text.length) + next.text.length)
}

/**
 * Returns the first wish not to be called again in the contact's lines from `from` on. What the agent says is never one. Lines that follow one
 * another are read as one, because a pause divides a sentence.
 */
export function findOptOut(lines: readonly Line[], from = 0): OptOut | null {
  for (let index = from; index < lines.length; index++) {
    const first = index
    const texts: string[] = []
    for (; index < lines.length && lines[index]!.role === 'user'; index++) texts.push(lines[index]!.text)
    const sentence = texts.length > 0 ? findWish(texts.join(' ')) : null
    if (sentence !== null) return { sentence, line: first + lineOf(texts, sentence) }
  }
  return null
}

/** Finds the text in which a sentence of all texts begins. */
function lineOf(texts: readonly string[], sentence: string): number {
  const position = texts.join(' ').indexOf(sentence)
  let end = 0
  const line = texts.findIndex((text) => (end += text.length + 1) > position)
  return Math.max(line, 0)
}
