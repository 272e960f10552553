import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { learn, listExamples, packWeights } from './learning.ts'

const FILE = new URL('../../../../src/data/wish-weights.json', import.meta.url)
const COMMAND = 'npm run learn:wishes'
/** How many of a thousand weights may round otherwise, since engines compute exponentials differently. */
const PER_THOUSAND = 5

type Packed = ReturnType<typeof packWeights>
const bytesOf = ({ weights }: Packed) => new Int8Array(Buffer.from(weights, 'base64'))

/** Learns from about twelve thousand sentences. */
test('the weights of wishes are those that the corpora teach', () => {
  const learned = packWeights(learn(listExamples()))
  if (process.env.SAVE_WEIGHTS) return writeFileSync(FILE, `${JSON.stringify(learned, null, 2)}\n`)
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Packed
  const [now, before] = [bytesOf(learned), bytesOf(kept)]
  const differing = now.filter((byte, index) => byte !== before[index]).length
  expect(before).toHaveLength(now.length)
  expect(differing * 1000, `If a corpus has changed, run "${COMMAND}" and commit the file.`).toBeLessThanOrEqual(now.length * PER_THOUSAND)
})
