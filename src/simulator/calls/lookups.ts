import { hash32 } from './scenario.ts'

const MAX_SENTENCES = 5_000
const MAX_SENTENCE_LENGTH = 400
const TOPIC_WORDS = 3

/** A contact's question, and the sentence that the agent finds for it in its knowledge. */
export interface Lookup {
  /** A few words from the texts. */
  topic: string
  answer: string
}

/** Creates a question that the texts answer, the same for the same seed; null if they contain no sentence. */
export function findLookup(texts: string[], seed: string): Lookup | null {
  const sentences = splitSentences(texts)
  if (sentences.length === 0) return null
  const topic = topicOf(sentences[hash32(seed) % sentences.length]!)
  return { topic, answer: findBestSentence(topic, sentences) }
}

/** The sentence that shares the most words with the question; the first of several. */
function findBestSentence(question: string, sentences: string[]): string {
  const questionWords = new Set(wordsOf(question))
  const overlap = (sentence: string) => new Set(wordsOf(sentence).filter((word) => questionWords.has(word))).size
  return sentences.reduce((best, sentence) => (overlap(sentence) > overlap(best) ? sentence : best))
}

/** The longest words of a sentence, in its order, since they say most about it. */
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
