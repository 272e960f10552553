import { readFileSync } from 'node:fs'
import { BUCKETS, featuresOf, logOddsOf, type Weights } from '../../../../src/services/compliance/optOuts/likelihood.ts'
import { splitSentences } from '../../../../src/services/compliance/optOuts/sentences.ts'

interface Example {
  features: number[]
  isWish: boolean
}

interface Corpus {
  wishes: string[]
  others: string[]
}

/** The corpora that weights are learned from. `heldOut.json`, `unfitted.json`, `evaluation.json` and `heldOutTalk.json` stay unseen. */
const LEARNED = ['tuning.json', 'reporting.json', 'smallTalk.json']
const ORDINARY = 'ordinary.json'

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as unknown

/** Each sentence of the corpora, with whether it is a wish. A wish of several sentences is left out, since only one of them says it. */
export function listExamples(): Example[] {
  const corpora = LEARNED.flatMap((file) => Object.values(read(file) as Record<string, Corpus>))
  const { others: ordinary } = read(ORDINARY) as Pick<Corpus, 'others'>
  return [...corpora, { wishes: [], others: ordinary }].flatMap(({ wishes, others }) => [
    ...wishes.flatMap((text) => toExamples(text, true)),
    ...others.flatMap((text) => toExamples(text, false)),
  ])
}

function toExamples(text: string, isWish: boolean): Example[] {
  const sentences = splitSentences(text)
  if (isWish && sentences.length > 1) return []
  return sentences.map((sentence) => ({ features: featuresOf(sentence), isWish }))
}

const EPOCHS = 12
const RATE = 0.5
const DECAY = 1e-6

/** Learns by logistic regression with AdaGrad. Always in the same order, so the same examples give the same weights. */
export function learn(examples: readonly Example[]): Weights & { weights: Float64Array } {
  const weights = new Float64Array(BUCKETS)
  const [squares, order] = [new Float64Array(BUCKETS).fill(1e-6), examples.map((_, index) => index)]
  let [bias, biasSquare] = [0, 1e-6]
  const random = createRandom()
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const index of order) {
      const { features, isWish } = examples[index]!
      const error = 1 / (1 + Math.exp(-logOddsOf({ bias, weights }, features))) - Number(isWish)
      for (const feature of features) {
        const gradient = error / Math.sqrt(features.length) + DECAY * weights[feature]!
        squares[feature]! += gradient * gradient
        weights[feature]! -= (RATE * gradient) / Math.sqrt(squares[feature]!)
      }
      biasSquare += error * error
      bias -= (RATE * error) / Math.sqrt(biasSquare)
    }
  }
  return { bias, weights }
}

/** Lehmer's generator. */
function createRandom() {
  let seed = 1
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
}

function shuffle(items: number[], random: () => number) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
}

/** The weights as the product reads them: a byte each, in units of `unit`. */
export function packWeights({ bias, weights }: Weights & { weights: Float64Array }) {
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / unit))
  return { unit, bias, weights: Buffer.from(bytes.buffer).toString('base64') }
}
