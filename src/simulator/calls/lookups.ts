import { hash32 } from './scenario.ts'

const MAX_SENTENCES = 5_000
const MAX_SENTENCE_LENGTH = 400
const TOPIC_WORDS = 3

/** What a person asks about, and the sentence that an agent finds for it in what it knows. */
export interface Lookup {
  /** A few words of what the texts speak of. */
  topic: string
  answer: string
}

/** A question that the texts answer, the same for the same seed; null where they say nothing. */
export function findLookup(texts: string[], seed: string): Lookup | null {
  const sentences = splitSentences(texts)
  if (sentences.length === 0) return null
  const topic = topicOf(sentences[hash32(seed) % sentences.length]!)
  return { topic, answer: findBestSentence(topic, sentences) }
}

/** The sentence that has most words in common with the question; of several the first. */
function findBestSentence(question: string, sentences: string[]): string {
  const questionWords = new Set(wordsOf(question))
  const overlap = (sentence: string) => new Set(wordsOf(sentence).filter((word) => questionWords.has(word))).size
  return sentences.reduce((best, sentence) => (overlap(sentence) > overlap(best) ? sentence : best))
}

/** The longest words of a sentence, in its order: they tell most of what it is about. */
function topicOf(sentence: string): string {
  const words = [...new Set(wordsOf(sentence))]
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, TOPIC_WORDS))
  return words.filter((word) => longest.has(word)).join(', ')
}

const splitSentences = (texts: string[]): string[] =>
  texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/))
    .map((sentence) => sentence.replace(/^[\s#>*•-]+/, '').trim())
    .filter((sentence) => sentence.length <= MAX_SENTENCE_LENGTH && wordsOf(sentence).length > 0)
    .slice(0, MAX_SENTENCES)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
