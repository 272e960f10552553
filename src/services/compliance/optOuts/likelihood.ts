import table from '../../../data/wish-weights.json' with { type: 'json' }
import type { Sentence, Token } from './sentences.ts'

/** Number of weights. What a sentence says has the weight at its hash. */
export const BUCKETS = 1 << 15

/** Longer sentences are left to the grammar, because a wish is a small part of them. */
const MAX_WORDS = 60

/** Parts of words have these numbers of letters, with marks for the ends of the word. */
const [SHORTEST, LONGEST] = [3, 5]

/** How far apart words of a pair may stand. */
const MAX_DISTANCE = 2

/**
 * Returns the buckets of what a sentence says, each once: its words and marks, pairs of words that stand close together, and parts of words,
 * since the languages inflect them. At most about 30 for each word.
 */
export function featuresOf({ tokens, isQuestion }: Pick<Sentence, 'tokens' | 'isQuestion'>): number[] {
  const words = ['^', ...tokens.flatMap(wordsOf), isQuestion ? '?' : '$']
  const hashes = words.map((word) => hashOf(word))
  const features = new Set<number>()
  for (const [index, hash] of hashes.entries()) {
    features.add(bucketOf(hash))
    for (let distance = 1; distance <= MAX_DISTANCE && index + distance < hashes.length; distance++)
      features.add(bucketOf(Math.imul(hash, 31) ^ (hashes[index + distance]! + distance)))
    addParts(features, words[index]!)
  }
  return [...features]
}

const wordsOf = ({ word, mark }: Token) => (mark === null ? [word] : [',', word])

function addParts(features: Set<number>, word: string) {
  if (word.length < SHORTEST) return
  const bounded = `<${word}>`
  for (let length = SHORTEST; length <= LONGEST; length++)
    for (let start = 0; start + length <= bounded.length; start++) features.add(bucketOf(hashOf(bounded, start, start + length)))
}

/** FNV-1a. */
function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/** The lowest bits of the hash alone would meet too often. */
function bucketOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 12)) & (BUCKETS - 1)
}

export interface Weights {
  bias: number
  weights: ArrayLike<number>
}

/** The logarithm of the odds that a sentence with these features is a wish. A long sentence is as certain as a short one. */
export function logOddsOf({ bias, weights }: Weights, features: readonly number[]): number {
  let sum = 0
  for (const feature of features) sum += weights[feature]!
  return bias + sum / Math.sqrt(features.length)
}

let learned: Weights | undefined
const learnedWeights = () => (learned ??= unpack())

function unpack(): Weights {
  const bytes = new Int8Array(Buffer.from(table.weights, 'base64'))
  return { bias: table.bias, weights: Float32Array.from(bytes, (byte) => byte * table.unit) }
}

/**
 * Returns how likely a sentence is a wish not to be called again, as the logarithm of the odds, by what the sentences of the corpora say; null for a
 * long one. Pure. `npm run learn:wishes` learns the weights.
 */
export const likelihoodOf = (sentence: Pick<Sentence, 'tokens' | 'isQuestion'>): number | null =>
  sentence.tokens.length > MAX_WORDS ? null : logOddsOf(learnedWeights(), featuresOf(sentence))
