import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findOptOut, findWish } from '../../../../src/services/compliance/optOuts/findOptOut.ts'

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt']
type Corpus = { wishes: string[]; others: string[] }
const read = (language: string) => JSON.parse(readFileSync(new URL(`corpus.${language}.json`, import.meta.url), 'utf8')) as Corpus

test('of 400 sentences in eight languages, at least 98% of those found are wishes, and at least 95% of the wishes are found', () => {
  const corpora = LANGUAGES.map(read)
  const [wishes, others] = [corpora.flatMap((corpus) => corpus.wishes), corpora.flatMap((corpus) => corpus.others)]
  expect([wishes.length, others.length]).toEqual([200, 200])
  const [found, wrong] = [wishes.filter((text) => findWish(text) !== null).length, others.filter((text) => findWish(text) !== null)]
  const [precision, recall] = [found / (found + wrong.length), found / wishes.length]
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(recall, `precision ${precision}, recall ${recall}`).toBeGreaterThanOrEqual(0.95)
})

test('what the agent says is no wish, and a pause does not divide one', () => {
  expect(findOptOut([{ role: 'agent', text: 'We will not call you again. Please do not call me again.' }])).toBeNull()
  const lines = ['Hello.', 'Please do not', 'call me again.'].map((text) => ({ role: 'user', text }))
  expect(findOptOut(lines)).toMatchObject({ sentence: 'Please do not call me again', line: 1 })
})
